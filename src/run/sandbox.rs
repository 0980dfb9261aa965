//! What the child gives up before it runs a sample: limits of the system, then (on Linux) nearly all system calls.
//!
//! The interpreter is built without access to files, network and processes. What stands here is the second wall,
//! for the case that a sample breaks the first.

// The limits of a process can only be set by system calls that Rust has no safe wrapper for. Nothing else here is
// unsafe: no pointer outlives its call.
#![allow(unsafe_code)]

use std::io;
use std::time::Duration;

/// Sets the limits of this process: address space in MiB, processor time a little above the wall-clock time, no file
/// that grows, no core file, no further descriptor.
#[cfg(unix)]
pub(super) fn limit(memory: u64, time: Duration) -> io::Result<()> {
    let bytes = memory.saturating_mul(1 << 20);
    let seconds = time.as_secs().saturating_add(2);
    set(libc::RLIMIT_CPU, seconds)?;
    set(libc::RLIMIT_CORE, 0)?;
    set(libc::RLIMIT_FSIZE, 0)?;
    set(libc::RLIMIT_NOFILE, 3)?;
    // Other systems take this limit for advice, or refuse it; on Linux it must hold.
    let memory = set(libc::RLIMIT_AS, bytes);
    #[cfg(target_os = "linux")]
    {
        memory?;
        die_with_parent()?;
    }
    #[cfg(not(target_os = "linux"))]
    drop(memory);
    Ok(())
}

/// Elsewhere the wall clock of the parent is the only limit.
#[cfg(not(unix))]
pub(super) fn limit(_memory: u64, _time: Duration) -> io::Result<()> {
    Ok(())
}

#[cfg(target_os = "linux")]
type Resource = libc::__rlimit_resource_t;
#[cfg(all(unix, not(target_os = "linux")))]
type Resource = libc::c_int;

#[cfg(unix)]
fn set(resource: Resource, value: u64) -> io::Result<()> {
    let limit = libc::rlimit {
        rlim_cur: value as libc::rlim_t,
        rlim_max: value as libc::rlim_t,
    };
    // SAFETY: `limit` is a valid rlimit for the time of the call.
    match unsafe { libc::setrlimit(resource, &raw const limit) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(target_os = "linux")]
fn die_with_parent() -> io::Result<()> {
    // SAFETY: this option takes a signal number and no pointer.
    match unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Becomes another program, under limits: address space in MiB, processor time in seconds. A compiled sample is
/// confined besides; a compiler needs its files and its helpers.
#[cfg(unix)]
pub(super) fn become_program(
    confined: bool,
    memory: u64,
    seconds: u64,
    command: &std::ffi::OsStr,
    arguments: &[std::ffi::OsString],
) {
    use std::os::unix::process::CommandExt;
    let limited = || -> io::Result<()> {
        set(libc::RLIMIT_CPU, seconds)?;
        set(libc::RLIMIT_CORE, 0)?;
        set(libc::RLIMIT_AS, memory.saturating_mul(1 << 20))?;
        set(libc::RLIMIT_FSIZE, if confined { 0 } else { 64 << 20 })?;
        if confined {
            set(libc::RLIMIT_NOFILE, 3)?;
            confine_program()?;
        }
        Ok(())
    };
    if limited().is_ok() {
        // Returns only when it fails.
        let _ = std::process::Command::new(command).args(arguments).exec();
    }
}

/// Elsewhere no compiled sample runs.
#[cfg(not(unix))]
pub(super) fn become_program(
    _confined: bool,
    _memory: u64,
    _seconds: u64,
    _command: &std::ffi::OsStr,
    _arguments: &[std::ffi::OsString],
) {
}

/// Ends the process at once: no destructor, no handler of the sample runs.
pub(super) fn leave(status: i32) -> ! {
    #[cfg(unix)]
    // SAFETY: `_exit` takes no pointer and does not return.
    unsafe {
        libc::_exit(status)
    }
    #[cfg(not(unix))]
    {
        // Elsewhere there is no other way out; the process is a child that only runs a sample.
        #[allow(clippy::exit)]
        std::process::exit(status)
    }
}

/// Refuses every system call that a computation does not need; they fail as if the system did not have them. A kernel
/// without seccomp leaves the first wall standing alone.
#[cfg(all(
    target_os = "linux",
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    )
))]
pub(super) fn confine() {
    if let Ok(filter) = filter(&[]) {
        let _ = seccompiler::apply_filter_all_threads(&filter);
    }
}

/// As [`confine`], with what a program needs to start and to read its input. A program that cannot be confined does
/// not run.
#[cfg(all(
    target_os = "linux",
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    )
))]
fn confine_program() -> io::Result<()> {
    let more = [
        libc::SYS_execve,
        libc::SYS_read,
        libc::SYS_readv,
        libc::SYS_writev,
        libc::SYS_lseek,
        libc::SYS_close,
        libc::SYS_fstat,
        libc::SYS_newfstatat,
        libc::SYS_ioctl,
        libc::SYS_uname,
        libc::SYS_readlinkat,
        libc::SYS_prlimit64,
        libc::SYS_set_tid_address,
        libc::SYS_set_robust_list,
        libc::SYS_rseq,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_arch_prctl,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_readlink,
    ];
    filter(&more)
        .map_err(|error| io::Error::other(error.to_string()))
        .and_then(|filter| {
            seccompiler::apply_filter(&filter).map_err(|error| io::Error::other(error.to_string()))
        })
}

/// This system has no filter for system calls: no compiled sample runs.
#[cfg(all(
    unix,
    not(all(
        target_os = "linux",
        any(
            target_arch = "x86_64",
            target_arch = "aarch64",
            target_arch = "riscv64"
        )
    ))
))]
fn confine_program() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// This system has no filter for system calls.
#[cfg(not(all(
    target_os = "linux",
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    )
)))]
pub(super) fn confine() {}

#[cfg(all(
    target_os = "linux",
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    )
))]
fn filter(more: &[i64]) -> Result<seccompiler::BpfProgram, seccompiler::BackendError> {
    use seccompiler::SeccompCmpArgLen::Dword;
    use seccompiler::{SeccompAction, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule};

    let when = |argument: u8, operator: SeccompCmpOp, value: u64| {
        SeccompCondition::new(argument, Dword, operator, value)
            .and_then(|condition| SeccompRule::new(vec![condition]))
    };
    // Memory, but none that can be executed.
    let not_executable = || when(2, SeccompCmpOp::MaskedEq(libc::PROT_EXEC as u64), 0);
    let mut rules: std::collections::BTreeMap<i64, Vec<SeccompRule>> = [
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_brk,
        libc::SYS_madvise,
        libc::SYS_futex,
        libc::SYS_exit,
        libc::SYS_exit_group,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_restart_syscall,
        libc::SYS_sigaltstack,
        libc::SYS_sched_yield,
        libc::SYS_sched_getaffinity,
        libc::SYS_getrandom,
        libc::SYS_clock_gettime,
        libc::SYS_clock_nanosleep,
        libc::SYS_gettid,
        libc::SYS_getpid,
    ]
    .into_iter()
    .chain(more.iter().copied())
    .map(|call| (call, Vec::new()))
    .collect();
    rules.insert(libc::SYS_mmap, vec![not_executable()?]);
    rules.insert(libc::SYS_mprotect, vec![not_executable()?]);
    // Standard output and standard error, which lead to the parent.
    rules.insert(
        libc::SYS_write,
        vec![when(0, SeccompCmpOp::Eq, 1)?, when(0, SeccompCmpOp::Eq, 2)?],
    );
    // How an abort ends the process.
    rules.insert(
        libc::SYS_tgkill,
        vec![when(2, SeccompCmpOp::Eq, libc::SIGABRT as u64)?],
    );
    let architecture = std::env::consts::ARCH.try_into()?;
    SeccompFilter::new(
        rules,
        SeccompAction::Errno(libc::ENOSYS as u32),
        SeccompAction::Allow,
        architecture,
    )?
    .try_into()
}

#[cfg(all(test, target_os = "linux", target_arch = "x86_64"))]
mod tests {
    use super::*;
    use std::fs::File;
    use std::net::{TcpListener, UdpSocket};
    use std::process::Command;

    #[test]
    fn behind_the_filter_there_is_no_file_no_network_no_process() {
        let filter = filter(&[]).unwrap();
        // The filter holds for this thread alone, and for good.
        let doors = std::thread::spawn(move || {
            seccompiler::apply_filter(&filter).unwrap();
            [
                ("read", File::open("/proc/self/status").is_ok()),
                ("write", File::create("/tmp/coursegen-sandbox").is_ok()),
                ("tcp", TcpListener::bind("127.0.0.1:0").is_ok()),
                ("udp", UdpSocket::bind("127.0.0.1:0").is_ok()),
                ("process", Command::new("/bin/true").spawn().is_ok()),
                ("thread", std::thread::Builder::new().spawn(|| ()).is_ok()),
                ("folder", std::fs::read_dir("/").is_ok()),
            ]
        })
        .join()
        .unwrap();
        for (door, open) in doors {
            assert!(!open, "{door} is open");
        }
        assert!(File::open("/proc/self/status").is_ok());
    }
}
