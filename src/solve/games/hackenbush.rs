//! Green Hackenbush: a picture of edges on the ground; a move cuts an edge, and what hangs free is gone.
//!
//! The rule gives the picture, `0` is the ground. A position lists the edges that still stand by their places in the
//! rule, from 1. Source: Winning Ways, chapter 7: the values of a vertex's branches add up by the colon principle, and
//! the vertices of a cycle may be fused into one.

use super::Entry;
use crate::solve::game::{Game, Nimber, Position, Shape};
use crate::solve::spec::SpecError;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["hackenbush"],
    example: "hackenbush 0-1 1-2 1-3 2-3",
    positions: "[1, 2, 3, 4]",
    read: |reader, name| {
        const HELP: &str = "write the edges, such as `hackenbush 0-1 1-2`; 0 is the ground";
        let mut edges = Vec::new();
        let mut ranges = Vec::new();
        while reader.sees_number() {
            let (from, range) = reader.number("a vertex")?;
            reader.expect("-", HELP)?;
            let (to, end) = reader
                .number("the other end of the edge")
                .map_err(|error| error.help(HELP))?;
            edges.push((from, to));
            ranges.push(range.start..end.end);
            reader.eat(",");
        }
        match Hackenbush::new(&edges) {
            Ok(game) => Ok(Arc::new(game)),
            Err(error) => {
                let range = match error {
                    PictureError::Empty => name,
                    PictureError::Floating(edge) => {
                        ranges.get(edge.saturating_sub(1)).cloned().unwrap_or(name)
                    }
                };
                Err(SpecError::new(range, error.to_string()).help(HELP))
            }
        }
    },
};

/// A picture.
#[derive(Clone, Debug)]
pub struct Hackenbush {
    /// The edges as given.
    edges: Vec<(u64, u64)>,
    /// Their ends as indexes; the ground is 0.
    ends: Vec<(usize, usize)>,
    vertices: usize,
}

/// Why edges are no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureError {
    /// There is none.
    Empty,
    /// This edge (from 1) does not hang together with the ground.
    Floating(usize),
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the picture has no edge"),
            Self::Floating(edge) => write!(f, "edge {edge} does not hang together with the ground"),
        }
    }
}

impl std::error::Error for PictureError {}

impl Hackenbush {
    /// A picture of these edges; vertex 0 is the ground. Two vertices may have several edges, and an edge may be a loop.
    ///
    /// # Errors
    ///
    /// There is no edge, or one that does not hang together with the ground.
    pub fn new(edges: &[(u64, u64)]) -> Result<Self, PictureError> {
        if edges.is_empty() {
            return Err(PictureError::Empty);
        }
        let labels = edges.iter().flat_map(|(from, to)| [*from, *to]).chain([0]);
        let mut index: BTreeMap<u64, usize> = labels.map(|label| (label, 0)).collect();
        index
            .values_mut()
            .enumerate()
            .for_each(|(place, index)| *index = place);
        let at = |label: &u64| index.get(label).copied().unwrap_or(0);
        let ends = edges.iter().map(|(from, to)| (at(from), at(to))).collect();
        let game = Self {
            edges: edges.to_vec(),
            ends,
            vertices: index.len(),
        };
        let all: Vec<usize> = (0..edges.len()).collect();
        let standing = game.standing(&all);
        match all
            .iter()
            .find(|edge| standing.binary_search(edge).is_err())
        {
            Some(edge) => Err(PictureError::Floating(edge + 1)),
            None => Ok(game),
        }
    }

    /// The position in which all edges stand.
    pub fn whole(&self) -> Position {
        Position::List((1..=self.edges.len() as u64).collect())
    }

    /// The edges of a position, as indexes; `None` if they are not in order or not there.
    fn listed(&self, position: &Position) -> Option<Vec<usize>> {
        let Position::List(edges) = position else {
            return None;
        };
        let rising = edges
            .iter()
            .zip(edges.iter().skip(1))
            .all(|(one, next)| one < next);
        let index = |edge: &u64| {
            usize::try_from(edge.checked_sub(1)?)
                .ok()
                .filter(|edge| *edge < self.edges.len())
        };
        if rising {
            edges.iter().map(index).collect()
        } else {
            None
        }
    }

    /// For each vertex, the edges among these that end there and their other ends.
    fn neighbours(&self, edges: &[usize]) -> Vec<Vec<(usize, usize)>> {
        let mut neighbours = vec![Vec::new(); self.vertices];
        for edge in edges {
            let (from, to) = self.ends[*edge];
            neighbours[from].push((*edge, to));
            if from != to {
                neighbours[to].push((*edge, from));
            }
        }
        neighbours
    }

    /// Those of the edges that hang together with the ground.
    fn standing(&self, edges: &[usize]) -> Vec<usize> {
        let neighbours = self.neighbours(edges);
        let mut reached = vec![false; self.vertices];
        reached[0] = true;
        let mut open = vec![0];
        while let Some(vertex) = open.pop() {
            for (_, to) in &neighbours[vertex] {
                if !std::mem::replace(&mut reached[*to], true) {
                    open.push(*to);
                }
            }
        }
        edges
            .iter()
            .copied()
            .filter(|edge| reached[self.ends[*edge].0])
            .collect()
    }

    /// The value of a picture. A depth-first walk finds the bridges (Tarjan 1974); a bridge makes a stalk of what it
    /// carries, and each other edge is a loop of value 1 when its cycle has been fused.
    fn value(&self, edges: &[usize]) -> u64 {
        let neighbours = self.neighbours(edges);
        let mut order = vec![0usize; self.vertices];
        let mut low = vec![0usize; self.vertices];
        let mut values = vec![0u64; self.vertices];
        let mut count = 1;
        (order[0], low[0]) = (1, 1);
        // Vertex, the edge that led to it, and which of its edges comes next.
        let mut path: Vec<(usize, Option<usize>, usize)> = vec![(0, None, 0)];
        while let Some((vertex, came_by, next)) = path.last_mut() {
            let (vertex, came_by) = (*vertex, *came_by);
            if let Some((edge, to)) = neighbours[vertex].get(*next).copied() {
                *next += 1;
                if Some(edge) == came_by {
                    continue;
                }
                if order[to] == 0 {
                    count += 1;
                    (order[to], low[to]) = (count, count);
                    path.push((to, Some(edge), 0));
                } else if order[to] <= order[vertex] {
                    // An edge back, counted from its lower end only.
                    low[vertex] = low[vertex].min(order[to]);
                    values[vertex] ^= 1;
                }
                continue;
            }
            path.pop();
            if let Some((parent, _, _)) = path.last() {
                let is_bridge = low[vertex] > order[*parent];
                values[*parent] ^= if is_bridge {
                    values[vertex] + 1
                } else {
                    values[vertex] ^ 1
                };
                low[*parent] = low[*parent].min(low[vertex]);
            }
        }
        values[0]
    }
}

impl Game for Hackenbush {
    fn spec(&self) -> String {
        let edges: Vec<String> = self
            .edges
            .iter()
            .map(|(from, to)| format!("{from}-{to}"))
            .collect();
        format!("hackenbush {}", edges.join(" "))
    }

    fn accepts(&self, position: &Position) -> bool {
        self.listed(position)
            .is_some_and(|edges| self.standing(&edges).len() == edges.len())
    }

    fn shape(&self) -> Shape {
        Shape::List
    }

    fn options(&self, position: &Position) -> Vec<Position> {
        let edges = self.listed(position).unwrap_or_default();
        let cut = |cut: &usize| {
            let left: Vec<usize> = edges.iter().copied().filter(|edge| edge != cut).collect();
            Position::List(
                self.standing(&left)
                    .into_iter()
                    .map(|edge| edge as u64 + 1)
                    .collect(),
            )
        };
        edges.iter().map(cut).collect()
    }

    fn width(&self, position: &Position) -> u64 {
        position.numbers().len() as u64
    }

    fn formula(&self, position: &Position) -> Option<Nimber> {
        self.listed(position)
            .map(|edges| Nimber(self.value(&edges)))
    }

    fn refusal(&self, _position: &Position) -> String {
        format!(
            "its positions list the edges that stand, in order and from 1 to {}",
            self.edges.len()
        )
    }
}
