//! A graph with the values of its vertices in, an SVG out: layers along the moves, drawn at build time.
//!
//! 1. Each vertex goes one layer beyond the farthest vertex that leads to it.
//! 2. Long edges get a stop in every layer between.
//! 3. Sweeps put each vertex near the middle of its neighbours (Sugiyama, Tagawa and Toda 1981).
//! 4. Edges are drawn as curves through their stops.

use crate::render::html;
use crate::render::language::Texts;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Graphs with more vertices are told, not drawn.
const MOST_VERTICES: usize = 200;
/// Graphs with more edges are told, not drawn.
const MOST_EDGES: usize = 1000;
const LAYER_GAP: f64 = 104.0;
const SLOT_GAP: f64 = 74.0;
const RADIUS: f64 = 24.0;
const SWEEPS: usize = 8;

/// The drawing, with its text alternative. `number` keeps the identifiers of one page apart.
pub(crate) fn svg(
    texts: &Texts,
    number: usize,
    labels: &[String],
    edges: &[(usize, usize)],
    values: &[Option<u64>],
    sideways: bool,
) -> String {
    let title = texts.count("graph_text", labels.len());
    let told = tell(texts, labels, edges, values);
    if labels.is_empty() || labels.len() > MOST_VERTICES || edges.len() > MOST_EDGES {
        return format!(
            "<p class=\"graph-told\">{} {}</p>\n",
            html::attribute(&title),
            html::attribute(&told)
        );
    }
    let layout = Layout::of(labels.len(), edges);
    let widest = labels
        .iter()
        .map(|label| half_width(label))
        .fold(RADIUS, f64::max);
    let (layer_gap, slot_gap) = if sideways {
        (LAYER_GAP + widest - RADIUS, SLOT_GAP)
    } else {
        (LAYER_GAP - 12.0, SLOT_GAP + 2.0 * (widest - RADIUS))
    };
    let place = |node: usize| {
        let (layer, slot) = layout.place(node);
        let (along, across) = (layer as f64 * layer_gap, slot * slot_gap);
        if sideways {
            (along, across)
        } else {
            (across, along)
        }
    };
    let (mut left, mut top, mut right, mut bottom) = (f64::MAX, f64::MAX, f64::MIN, f64::MIN);
    for node in 0..layout.layer.len() {
        let (x, y) = place(node);
        (left, top) = (left.min(x), top.min(y));
        (right, bottom) = (right.max(x), bottom.max(y));
    }
    let (left, top) = (left - widest - 8.0, top - RADIUS - 8.0);
    let (width, height) = (right + widest + 8.0 - left, bottom + RADIUS + 8.0 - top);
    let mut out = format!(
        "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"{label}\"><svg class=\"graph\" role=\"img\" \
         aria-labelledby=\"graph-{number}-title graph-{number}-text\" viewBox=\"{left:.0} {top:.0} {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\"><title id=\"graph-{number}-title\">{title}</title>\
         <desc id=\"graph-{number}-text\">{told}</desc>\n<defs><marker id=\"graph-{number}-head\" viewBox=\"0 0 10 10\" \
         refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto-start-reverse\"><path d=\"M0 1 10 5 0 9z\"/></marker></defs>\n",
        label = html::attribute(texts.say("graph")),
        title = html::attribute(&title),
        told = html::attribute(&told),
    );
    for route in &layout.routes {
        let points: Vec<(f64, f64)> = route.iter().map(|node| place(*node)).collect();
        let (Some(first), Some(last)) = (route.first(), route.last()) else {
            continue;
        };
        let reach = |node: &usize| labels.get(*node).map_or(RADIUS, |label| half_width(label));
        let path = curve(&points, (reach(first), reach(last)), sideways);
        let (from, to) = (first, last);
        let _ = writeln!(
            out,
            "<path class=\"edge\" data-from=\"{from}\" data-to=\"{to}\" d=\"{path}\" marker-end=\"url(#graph-{number}-head)\"/>"
        );
    }
    for (vertex, label) in labels.iter().enumerate() {
        let (x, y) = place(vertex);
        let value = values.get(vertex).copied().flatten();
        let class = match value {
            Some(0) => "previous",
            Some(_) => "next",
            None => "open",
        };
        let half = half_width(label);
        let _ = write!(
            out,
            "<g class=\"vertex {class}\" data-n=\"{vertex}\"><rect x=\"{:.0}\" y=\"{:.0}\" width=\"{:.0}\" height=\"{:.0}\" rx=\"{RADIUS:.0}\"/>",
            x - half,
            y - RADIUS,
            2.0 * half,
            2.0 * RADIUS
        );
        let label_y = if value.is_some() { y - 2.0 } else { y + 5.0 };
        let _ = write!(
            out,
            "<text class=\"name\" x=\"{x:.0}\" y=\"{label_y:.0}\">{}</text>",
            html::attribute(label)
        );
        if let Some(value) = value {
            let _ = write!(
                out,
                "<text class=\"value\" x=\"{x:.0}\" y=\"{:.0}\">G={value}</text>",
                y + 15.0
            );
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg></div>\n");
    out
}

/// The graph in words.
fn tell(
    texts: &Texts,
    labels: &[String],
    edges: &[(usize, usize)],
    values: &[Option<u64>],
) -> String {
    let name = |vertex: usize| {
        let label = labels.get(vertex).map_or("", String::as_str);
        match values.get(vertex).copied().flatten() {
            Some(value) => format!("{label} ({})", texts.with("value", &value.to_string(), "")),
            None => label.to_owned(),
        }
    };
    let sentences: Vec<String> = (0..labels.len())
        .map(|vertex| {
            let to: Vec<&str> = edges
                .iter()
                .filter(|(from, _)| *from == vertex)
                .filter_map(|(_, to)| labels.get(*to))
                .map(String::as_str)
                .collect();
            if to.is_empty() {
                texts.with("graph_stuck", &name(vertex), "")
            } else {
                texts.with("graph_moves", &name(vertex), &to.join(", "))
            }
        })
        .collect();
    sentences.join("; ")
}

/// Half the width of the box around a label.
fn half_width(label: &str) -> f64 {
    (label.chars().count() as f64 * 4.8 + 12.0).max(RADIUS)
}

/// Layers and the order within them. Nodes beyond the vertices are stops of long edges.
struct Layout {
    layer: Vec<usize>,
    /// The place within the layer, the middle of the layer being 0.
    slot: Vec<f64>,
    /// The nodes that each edge passes.
    routes: Vec<Vec<usize>>,
}

impl Layout {
    fn of(vertices: usize, edges: &[(usize, usize)]) -> Self {
        let edges: Vec<(usize, usize)> = edges
            .iter()
            .copied()
            .filter(|(from, to)| from != to && *from < vertices && *to < vertices)
            .collect();
        let mut layer = layers(vertices, &edges);
        let mut routes = Vec::with_capacity(edges.len());
        for (from, to) in edges {
            let (low, high) = (layer[from], layer[to]);
            let mut route = vec![from];
            let between: Vec<usize> = if low < high {
                (low + 1..high).collect()
            } else {
                (high + 1..low).rev().collect()
            };
            for stop in between {
                route.push(layer.len());
                layer.push(stop);
            }
            route.push(to);
            routes.push(route);
        }
        let slot = order(&layer, &routes);
        Self {
            layer,
            slot,
            routes,
        }
    }

    fn place(&self, node: usize) -> (usize, f64) {
        (
            self.layer.get(node).copied().unwrap_or(0),
            self.slot.get(node).copied().unwrap_or(0.0),
        )
    }
}

/// One layer beyond the farthest predecessor. An edge that closes a cycle is left out of account.
fn layers(vertices: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut layer = vec![0; vertices];
    // In an acyclic graph the longest path has fewer edges than there are vertices, so the rounds below settle.
    for round in 0..vertices {
        let mut changed = false;
        for (from, to) in edges {
            if layer[*to] <= layer[*from] {
                if round + 1 == vertices || layer[*from] + 1 >= vertices {
                    continue;
                }
                layer[*to] = layer[*from] + 1;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    // Layers that a cycle left empty are taken out.
    let mut used: Vec<usize> = layer.clone();
    used.sort_unstable();
    used.dedup();
    layer
        .iter()
        .map(|at| used.partition_point(|known| known < at))
        .collect()
}

fn order(layer: &[usize], routes: &[Vec<usize>]) -> Vec<f64> {
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); layer.len()];
    for pair in routes.iter().flat_map(|route| route.windows(2)) {
        if let [a, b] = pair {
            neighbours[*a].push(*b);
            neighbours[*b].push(*a);
        }
    }
    let mut rows: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (node, at) in layer.iter().enumerate() {
        rows.entry(*at).or_default().push(node);
    }
    let mut slot = vec![0.0; layer.len()];
    let settle = |row: &[usize], slot: &mut Vec<f64>| {
        let middle = (row.len() as f64 - 1.0) / 2.0;
        for (at, node) in row.iter().enumerate() {
            slot[*node] = at as f64 - middle;
        }
    };
    for row in rows.values() {
        settle(row, &mut slot);
    }
    let numbers: Vec<usize> = rows.keys().copied().collect();
    for sweep in 0..SWEEPS {
        let forward = sweep % 2 == 0;
        let walk: Vec<usize> = if forward {
            numbers.clone()
        } else {
            numbers.iter().rev().copied().collect()
        };
        for at in walk {
            let Some(row) = rows.get_mut(&at) else {
                continue;
            };
            let middle = |node: usize| {
                let before: Vec<f64> = neighbours[node]
                    .iter()
                    .filter(|other| (layer[**other] < at) == forward)
                    .map(|other| slot[*other])
                    .collect();
                if before.is_empty() {
                    slot[node]
                } else {
                    before.iter().sum::<f64>() / before.len() as f64
                }
            };
            let mut keyed: Vec<(f64, usize)> =
                row.iter().map(|node| (middle(*node), *node)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            *row = keyed.into_iter().map(|(_, node)| node).collect();
            settle(row, &mut slot);
        }
    }
    slot
}

/// A curve through the points, from the edge of the first box to the edge of the last.
fn curve(points: &[(f64, f64)], reach: (f64, f64), sideways: bool) -> String {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return String::new();
    };
    let forward = if sideways {
        last.0 >= first.0
    } else {
        last.1 >= first.1
    };
    let sign = if forward { 1.0 } else { -1.0 };
    let mut points = points.to_vec();
    let length = points.len();
    if sideways {
        points[0].0 += sign * reach.0;
        points[length - 1].0 -= sign * (reach.1 + 2.0);
    } else {
        points[0].1 += sign * RADIUS;
        points[length - 1].1 -= sign * (RADIUS + 2.0);
    }
    let mut path = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        if index == 0 {
            let _ = write!(path, "M{x:.0} {y:.0}");
            continue;
        }
        let (before_x, before_y) = points[index - 1];
        if sideways {
            let bend = (x - before_x) / 2.0;
            let _ = write!(
                path,
                "C{:.0} {before_y:.0} {:.0} {y:.0} {x:.0} {y:.0}",
                before_x + bend,
                x - bend
            );
        } else {
            let bend = (y - before_y) / 2.0;
            let _ = write!(
                path,
                "C{before_x:.0} {:.0} {x:.0} {:.0} {x:.0} {y:.0}",
                before_y + bend,
                y - bend
            );
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::language::Languages;

    fn draw(vertices: usize, edges: &[(usize, usize)]) -> String {
        let languages = Languages::load(&BTreeMap::new()).unwrap();
        let labels: Vec<String> = (0..vertices).map(|vertex| vertex.to_string()).collect();
        let values = vec![Some(0); vertices];
        svg(languages.of("en"), 1, &labels, edges, &values, true)
    }

    #[test]
    fn edges_run_along_the_layers() {
        let edges = [(0, 1), (0, 2), (1, 3), (1, 4), (2, 3), (2, 4), (0, 4)];
        let layout = Layout::of(5, &edges);
        for (from, to) in edges {
            assert!(layout.layer[from] < layout.layer[to]);
        }
        assert_eq!(
            layout.routes[6].len(),
            3,
            "a long edge stops in the layer between"
        );
        let svg = draw(5, &edges);
        assert_eq!(svg.matches("class=\"edge\"").count(), 7);
        assert!(svg.contains("From 0 (value 0) to 1, 2, 4"), "{svg}");
    }

    #[test]
    fn cycles_loops_and_strangers_are_drawn_or_left_out() {
        assert_eq!(
            draw(2, &[(0, 1), (1, 0), (0, 0), (0, 9)])
                .matches("class=\"edge\"")
                .count(),
            2
        );
        assert!(draw(0, &[]).contains("graph-told"));
        assert!(draw(500, &[]).contains("graph-told"));
    }

    #[test]
    fn two_vertices_never_share_a_place() {
        let edges: Vec<(usize, usize)> = (0..40)
            .flat_map(|v| [(v, (v * 7 + 3) % 41), (v, v + 1)])
            .filter(|(a, b)| a < b)
            .collect();
        let layout = Layout::of(41, &edges);
        let mut places: Vec<String> = (0..layout.layer.len())
            .map(|node| format!("{:?}", layout.place(node)))
            .collect();
        places.sort();
        let all = places.len();
        places.dedup();
        assert_eq!(places.len(), all);
    }
}
