//! Games on a graph: a token on a vertex; a move takes it along an edge.
//!
//! A position is the number of the vertex. Source: von Neumann and Morgenstern 1944; Smith 1966, "Graphs and composite
//! games". The graph has no cycle, so that every line of play ends.

use super::Entry;
use crate::solve::game::{Game, Nimber, Position};
use crate::solve::spec::SpecError;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["graph"],
    example: "graph 0-1 0-2 1-3 2-3",
    positions: "0..3",
    read: |reader, name| {
        const HELP: &str = "write edges and single vertices, such as `graph 0-1 0-2 5`";
        let (mut vertices, mut edges) = (Vec::new(), Vec::new());
        while reader.sees_number() {
            let (from, _) = reader.number("a vertex")?;
            if reader.rest().starts_with(['-', '→']) {
                let _ = reader.eat("->") || reader.eat("-") || reader.eat("→");
                let (to, _) = reader
                    .number("the vertex that the edge leads to")
                    .map_err(|error| error.help(HELP))?;
                edges.push((from, to));
            } else {
                vertices.push(from);
            }
            reader.eat(",");
        }
        if vertices.is_empty() && edges.is_empty() {
            let (range, found) = reader.here();
            return Err(
                SpecError::new(range, format!("the graph is missing, there is {found}")).help(HELP),
            );
        }
        match Graph::new(&vertices, &edges) {
            Ok(graph) => Ok(Arc::new(graph)),
            Err(cycle) => Err(SpecError::new(name.start..reader.at(), cycle.to_string())
                .help("take out or turn round one of these edges: a game must come to an end")),
        }
    },
};

/// A graph without a cycle, and the value of each vertex.
pub struct Graph {
    /// The vertices' numbers, sorted.
    labels: Vec<u64>,
    /// Where the edges of each vertex begin in `targets`; one more than there are vertices.
    starts: Vec<u32>,
    /// The vertices (as indexes) that edges lead to, in the order in which the edges were given.
    targets: Vec<u32>,
    /// The Grundy values.
    values: Vec<u32>,
}

/// A way through the graph that comes back to where it began; the first vertex is not repeated at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The vertices of the way.
    pub vertices: Vec<u64>,
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 12;
        f.write_str("the graph has a cycle: ")?;
        self.vertices
            .iter()
            .take(SHOWN)
            .try_for_each(|vertex| write!(f, "{vertex} -> "))?;
        if self.vertices.len() > SHOWN {
            write!(f, "… ({} more) -> ", self.vertices.len() - SHOWN)?;
        }
        self.vertices
            .first()
            .map_or(Ok(()), |vertex| write!(f, "{vertex}"))
    }
}

impl std::error::Error for Cycle {}

impl Graph {
    /// A graph of these edges. Vertices that no edge names are listed; others may be. An edge given twice counts once.
    ///
    /// # Errors
    ///
    /// A cycle.
    pub fn new(vertices: &[u64], edges: &[(u64, u64)]) -> Result<Self, Cycle> {
        let index = Index::new(vertices, edges);
        let (starts, targets) = rows(&index, edges);
        let values = sweep(&starts, &targets).map_err(|cycle| Cycle {
            vertices: cycle
                .into_iter()
                .map(|v| index.labels[v as usize])
                .collect(),
        })?;
        Ok(Self {
            labels: index.labels,
            starts,
            targets,
            values,
        })
    }

    /// The vertices in order, with their Grundy values.
    pub fn values(&self) -> impl Iterator<Item = (u64, Nimber)> {
        self.labels
            .iter()
            .copied()
            .zip(self.values.iter().map(|value| Nimber(u64::from(*value))))
    }

    /// The vertices that an edge leads to from the vertex of this index.
    fn next(&self, index: usize) -> &[u32] {
        row(&self.starts, &self.targets, index)
    }

    /// The index of a vertex.
    fn index(&self, position: &Position) -> Option<usize> {
        let Position::Number(label) = position else {
            return None;
        };
        self.labels.binary_search(label).ok()
    }
}

/// One vertex's part of the edges.
fn row<'g>(starts: &[u32], targets: &'g [u32], index: usize) -> &'g [u32] {
    &targets[starts[index] as usize..starts[index + 1] as usize]
}

/// The vertices' numbers and, where they lie close together, the way back from a number to its index.
struct Index {
    labels: Vec<u64>,
    dense: Vec<u32>,
}

impl Index {
    fn new(vertices: &[u64], edges: &[(u64, u64)]) -> Self {
        let named = || {
            vertices
                .iter()
                .copied()
                .chain(edges.iter().flat_map(|(from, to)| [*from, *to]))
        };
        let largest = named().max().unwrap_or(0);
        let count = vertices.len() + 2 * edges.len();
        if largest > 4 * count as u64 + 64 {
            let mut labels: Vec<u64> = named().collect();
            labels.sort_unstable();
            labels.dedup();
            return Self {
                labels,
                dense: Vec::new(),
            };
        }
        let mut dense = vec![u32::MAX; largest as usize + 1];
        named().for_each(|label| dense[label as usize] = 0);
        let mut labels = Vec::new();
        for (label, place) in dense.iter_mut().enumerate() {
            if *place == 0 {
                *place = labels.len() as u32;
                labels.push(label as u64);
            }
        }
        Self { labels, dense }
    }

    /// The index of a vertex that is named somewhere.
    fn of(&self, label: u64) -> u32 {
        match self.dense.is_empty() {
            false => self.dense[label as usize],
            true => self.labels.binary_search(&label).unwrap_or(0) as u32,
        }
    }
}

/// The edges, gathered by the vertex that they leave, each once.
fn rows(index: &Index, edges: &[(u64, u64)]) -> (Vec<u32>, Vec<u32>) {
    let count = index.labels.len();
    let edges: Vec<(u32, u32)> = edges
        .iter()
        .map(|(from, to)| (index.of(*from), index.of(*to)))
        .collect();
    let mut starts = vec![0u32; count + 1];
    for (from, _) in &edges {
        starts[*from as usize + 1] += 1;
    }
    for vertex in 0..count {
        starts[vertex + 1] += starts[vertex];
    }
    let mut targets = vec![0u32; edges.len()];
    let mut ends = starts.clone();
    for (from, to) in &edges {
        let end = &mut ends[*from as usize];
        targets[*end as usize] = *to;
        *end += 1;
    }
    // Now without the edges that were given before.
    let mut seen_from = vec![u32::MAX; count];
    let mut kept = 0;
    for vertex in 0..count {
        let (start, end) = (starts[vertex] as usize, ends[vertex] as usize);
        starts[vertex] = kept as u32;
        for edge in start..end {
            let to = targets[edge];
            if seen_from[to as usize] != vertex as u32 {
                seen_from[to as usize] = vertex as u32;
                targets[kept] = to;
                kept += 1;
            }
        }
    }
    starts[count] = kept as u32;
    targets.truncate(kept);
    (starts, targets)
}

/// The value of each vertex, found when all that it leads to have theirs; or a cycle. A walk with a stack of its own.
fn sweep(starts: &[u32], targets: &[u32]) -> Result<Vec<u32>, Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    const OPEN: u32 = u32::MAX - 1;
    let count = starts.len() - 1;
    let mut values = vec![UNSEEN; count];
    let mut seen_from = vec![u32::MAX; count + 1];
    let mut path: Vec<(u32, u32)> = Vec::new();
    for root in 0..count {
        if values[root] != UNSEEN {
            continue;
        }
        values[root] = OPEN;
        path.push((root as u32, starts[root]));
        while let Some((vertex, next)) = path.last_mut() {
            if *next < starts[*vertex as usize + 1] {
                let to = targets[*next as usize];
                *next += 1;
                match values[to as usize] {
                    UNSEEN => {
                        values[to as usize] = OPEN;
                        path.push((to, starts[to as usize]));
                    }
                    OPEN => {
                        let begin = path
                            .iter()
                            .position(|(vertex, _)| *vertex == to)
                            .unwrap_or(0);
                        return Err(path[begin..].iter().map(|(vertex, _)| *vertex).collect());
                    }
                    _ => {}
                }
                continue;
            }
            let vertex = *vertex as usize;
            for to in row(starts, targets, vertex) {
                seen_from[values[*to as usize] as usize] = vertex as u32;
            }
            let mex = seen_from
                .iter()
                .position(|from| *from != vertex as u32)
                .unwrap_or(0);
            values[vertex] = mex as u32;
            path.pop();
        }
    }
    Ok(values)
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Graph({} vertices, {} edges)",
            self.labels.len(),
            self.targets.len()
        )
    }
}

impl Game for Graph {
    fn spec(&self) -> String {
        let mut spec = "graph".to_owned();
        let mut alone: BTreeMap<u64, bool> =
            self.labels.iter().map(|label| (*label, true)).collect();
        for (index, from) in self.labels.iter().enumerate() {
            for to in self.next(index).iter().map(|to| self.labels[*to as usize]) {
                spec.push_str(&format!(" {from}-{to}"));
                alone.insert(*from, false);
                alone.insert(to, false);
            }
        }
        alone
            .iter()
            .filter(|(_, alone)| **alone)
            .for_each(|(vertex, _)| spec.push_str(&format!(" {vertex}")));
        spec
    }

    fn accepts(&self, position: &Position) -> bool {
        self.index(position).is_some()
    }

    fn options(&self, position: &Position) -> Vec<Position> {
        let Some(index) = self.index(position) else {
            return Vec::new();
        };
        self.next(index)
            .iter()
            .map(|to| Position::Number(self.labels[*to as usize]))
            .collect()
    }

    fn width(&self, position: &Position) -> u64 {
        self.index(position)
            .map_or(0, |index| self.next(index).len() as u64)
    }

    fn formula(&self, position: &Position) -> Option<Nimber> {
        self.index(position)
            .map(|index| Nimber(u64::from(self.values[index])))
    }

    fn all(&self) -> Option<Vec<u64>> {
        Some(self.labels.clone())
    }

    fn refusal(&self, _position: &Position) -> String {
        const SHOWN: usize = 12;
        let shown: Vec<String> = self.labels.iter().take(SHOWN).map(u64::to_string).collect();
        let more = if self.labels.len() > SHOWN {
            ", …"
        } else {
            ""
        };
        format!("its vertices are {}{more}", shown.join(", "))
    }
}
