//! A Python program -> reports of what it prints and how it ends, in this process. Runs in a child only.

mod modules;

use crate::run::child::Reporter;
use crate::run::{End, Program};
use rustpython_vm as vm;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use vm::builtins::{PyBaseException, PyBytesRef, PyStrInterned};
use vm::compiler::Mode;
use vm::function::FuncArgs;
use vm::{AsObject, Interpreter, Py, PyRef, PyResult, TryFromObject, VirtualMachine};

/// What stands in for the operating system.
pub(super) const PRELUDE: &str = include_str!("prelude.py");

/// The file name of the program, by which its frames are told from those of the library.
const SAMPLE: &str = "<sample>";

/// Runs a program, reports what it prints and how it ends, and ends the process.
pub(super) fn execute(program: &Program, seed: u32, reporter: Reporter) -> ! {
    let reporter = Rc::new(RefCell::new(reporter));
    let unsteady = Rc::new(Cell::new(false));
    build(seed).enter(|vm| {
        let result = boot(vm, program, seed, &reporter, &unsteady)
            .and_then(|()| run(vm, program, &reporter));
        let end = result.unwrap_or_else(|error| raised(vm, &error));
        // From here, inside: leaving the interpreter would run what the program left behind.
        reporter.borrow_mut().end(end, unsteady.get())
    })
}

fn build(seed: u32) -> Interpreter {
    let mut settings = vm::Settings::default();
    settings.isolated = true;
    settings.ignore_environment = true;
    settings.import_site = false;
    settings.user_site_directory = false;
    settings.install_signal_handlers = false;
    settings.write_bytecode = false;
    settings.safe_path = true;
    settings.allow_external_library = false;
    settings.hash_seed = Some(seed);
    let builder = Interpreter::builder(settings);
    let native: Vec<_> = rustpython_stdlib::stdlib_module_defs(&builder.ctx)
        .into_iter()
        .filter(|module| !modules::REFUSED.contains(&module.name.as_str()))
        .collect();
    builder
        .add_native_modules(&native)
        .add_frozen_modules(
            rustpython_pylib::FROZEN_STDLIB
                .into_iter()
                .filter(|(name, _)| modules::WRITTEN_IN_PYTHON.contains(name)),
        )
        .build()
}

fn boot(
    vm: &VirtualMachine,
    program: &Program,
    seed: u32,
    reporter: &Rc<RefCell<Reporter>>,
    unsteady: &Rc<Cell<bool>>,
) -> PyResult<()> {
    let sample = vm.ctx.intern_str(SAMPLE);
    let reporter = Rc::clone(reporter);
    let emit = vm.new_function(
        "emit",
        move |stream: i32, bytes: PyBytesRef, vm: &VirtualMachine| {
            if stream == 1 {
                let (line, top_line) = lines(vm, sample);
                let text = String::from_utf8_lossy(bytes.as_bytes());
                reporter.borrow_mut().print(line, top_line, &text);
            }
        },
    );
    let unsteady = Rc::clone(unsteady);
    let changeable = vm.new_function("changeable", move || unsteady.set(true));
    let scope = vm.new_scope_with_builtins();
    let globals = &scope.globals;
    globals.set_item("__emit", emit.into(), vm)?;
    globals.set_item("__changeable", changeable.into(), vm)?;
    let input = vm.ctx.new_bytes(program.input.clone().into_bytes());
    globals.set_item("__stdin", input.into(), vm)?;
    globals.set_item("__seed", vm.ctx.new_int(seed).into(), vm)?;
    let code = vm
        .compile(PRELUDE, Mode::Exec, "<prelude>".to_owned())
        .map_err(|error| vm.new_syntax_error(&error, Some(PRELUDE)))?;
    vm.run_code_obj(code, scope)?;
    let open = vm.new_function("open", |arguments: FuncArgs, vm: &VirtualMachine| {
        let first = arguments.args.first().cloned();
        if first.and_then(|file| i32::try_from_object(vm, file).ok()) == Some(0) {
            return vm.sys_module.get_attr("stdin", vm);
        }
        let class = vm.ctx.exceptions.permission_error.to_owned();
        // The class has a layout of its own: only its constructor makes a valid one.
        let message = vm.ctx.new_str("samples have no files").into();
        Err(vm.invoke_exception(class, vec![message])?)
    });
    vm.builtins.set_attr("open", open, vm)
}

/// Compiles and runs; an exception of an interactive entry is printed as Python prints it and the next entry follows.
fn run(vm: &VirtualMachine, program: &Program, reporter: &Rc<RefCell<Reporter>>) -> PyResult<End> {
    let scope = vm.new_scope_with_main()?;
    if program.entries.is_empty() {
        return match vm.compile(&program.code, Mode::Exec, SAMPLE.to_owned()) {
            Err(error) => Ok(syntax(&error)),
            Ok(code) => finished(vm, vm.run_code_obj(code, scope).map(drop)),
        };
    }
    let lines: Vec<&str> = program.code.split('\n').collect();
    // What a session continues stands before its first entry, as an ordinary program.
    let preamble = program
        .entries
        .first()
        .map_or(0, |&line| (line as usize).saturating_sub(1));
    let preamble = lines.get(..preamble).unwrap_or_default().join("\n");
    match vm.compile(&preamble, Mode::Exec, SAMPLE.to_owned()) {
        Err(error) => return Ok(syntax(&error)),
        Ok(code) => drop(vm.run_code_obj(code, scope.clone())?),
    }
    for (index, &first) in program.entries.iter().enumerate() {
        let start = (first as usize).saturating_sub(1).min(lines.len());
        let end = program
            .entries
            .get(index + 1)
            .map_or(lines.len(), |&next| (next as usize).saturating_sub(1))
            .clamp(start, lines.len());
        // Empty lines before the entry keep its line numbers.
        let entry = lines.get(start..end).unwrap_or_default().join("\n");
        let text = format!("{}{entry}\n", "\n".repeat(start));
        let (class, message) = match vm.compile(&text, Mode::Single, SAMPLE.to_owned()) {
            Err(error) => ("SyntaxError".to_owned(), error.to_string()),
            Ok(code) => match vm.run_code_obj(code, scope.clone()) {
                Ok(_) => continue,
                Err(error) if error.fast_isinstance(vm.ctx.exceptions.system_exit) => {
                    return finished(vm, Err(error));
                }
                Err(error) => describe(vm, &error),
            },
        };
        let separator = if message.is_empty() { "" } else { ": " };
        reporter.borrow_mut().print(
            first,
            first,
            &format!("Traceback (most recent call last):\n{class}{separator}{message}\n"),
        );
    }
    Ok(End::Finished)
}

/// How a program ended that was compiled; leaving by `exit()` without an error is an ordinary end.
fn finished(vm: &VirtualMachine, result: PyResult<()>) -> PyResult<End> {
    match result {
        Ok(()) => Ok(End::Finished),
        Err(error) if error.fast_isinstance(vm.ctx.exceptions.system_exit) => {
            let status = error.args().as_slice().first().cloned();
            let fine = match status {
                None => true,
                Some(status) => {
                    vm.is_none(&status)
                        || status.try_to_value::<i32>(vm).is_ok_and(|code| code == 0)
                }
            };
            if fine { Ok(End::Finished) } else { Err(error) }
        }
        Err(error) => Err(error),
    }
}

fn syntax(error: &vm::compiler::CompileError) -> End {
    let line = error.python_location().0 as u32;
    End::Syntax {
        message: error.to_string(),
        line: (line > 0).then_some(line),
    }
}

fn raised(vm: &VirtualMachine, error: &PyRef<PyBaseException>) -> End {
    if error.fast_isinstance(vm.ctx.exceptions.memory_error) {
        return End::OutOfMemory;
    }
    let sample = vm.ctx.intern_str(SAMPLE);
    let (mut line, mut top_line) = (None, None);
    let mut next = error.__traceback__();
    while let Some(entry) = next {
        if std::ptr::eq(entry.frame.code.source_path(), sample) {
            line = Some(entry.lineno.get() as u32);
            top_line = top_line.or(line);
        }
        next = entry.next.lock().clone();
    }
    let (class, message) = describe(vm, error);
    End::Raised {
        class,
        message,
        line,
        top_line,
    }
}

fn describe(vm: &VirtualMachine, error: &PyRef<PyBaseException>) -> (String, String) {
    let text = error.as_object().str(vm);
    (
        error.class().name().to_string(),
        text.map(|text| text.to_string_lossy().into_owned())
            .unwrap_or_default(),
    )
}

/// The lines at which the innermost and the outermost frame of the program stand; 0 where it has none.
fn lines(vm: &VirtualMachine, sample: &'static PyStrInterned) -> (u32, u32) {
    let frames = vm.frames.borrow();
    let of_sample = |pointer: &vm::vm::FramePtr| line(pointer, sample);
    let innermost = frames.iter().rev().find_map(of_sample).unwrap_or(0);
    let outermost = frames.iter().find_map(of_sample).unwrap_or(0);
    (innermost, outermost)
}

// The stack of frames has no safe view; the library's own `f_back` walks it from its start at every step, which takes
// seconds where a deep recursion prints.
#[allow(unsafe_code)]
fn line(pointer: &vm::vm::FramePtr, sample: &'static PyStrInterned) -> Option<u32> {
    // SAFETY: a frame stays on `vm.frames` only while its owner is alive further up the stack.
    let frame: &Py<vm::frame::Frame> = unsafe { pointer.as_ref() };
    std::ptr::eq(frame.code.source_path(), sample).then(|| frame.f_lineno() as u32)
}
