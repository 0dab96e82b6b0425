//! The heap as a file that Chrome DevTools open: `.heapsnapshot`.

use std::fmt::Write;

use ferrotape_budget::Termination;
use ferrotape_runtime::heap::retention::{EdgeKind, Graph, NodeKind};
use ferrotape_runtime::{Completion, Vm};

use crate::profile::quoted;

/// Fields of a node and an edge, with the kinds that there are.
const META: &str = "{\"node_fields\":[\"type\",\"name\",\"id\",\"self_size\",\"edge_count\",\"trace_node_id\",\"detachedness\"],\
\"node_types\":[[\"hidden\",\"array\",\"string\",\"object\",\"code\",\"closure\",\"regexp\",\"number\",\"native\",\"synthetic\",\
\"concatenated string\",\"sliced string\",\"symbol\",\"bigint\",\"object shape\"],\"string\",\"number\",\"number\",\"number\",\
\"number\",\"number\"],\"edge_fields\":[\"type\",\"name_or_index\",\"to_node\"],\
\"edge_types\":[[\"context\",\"element\",\"property\",\"internal\",\"hidden\",\"shortcut\",\"weak\"],\"string_or_number\",\"node\"],\
\"trace_function_info_fields\":[],\"trace_node_fields\":[],\"sample_fields\":[],\"location_fields\":[]}";
/// Number of the fields of a node: edges name the place of its first one.
const NODE_FIELDS: u64 = 7;
/// Bytes of a node and an edge as text, about.
const NODE_TEXT: usize = 40;
const EDGE_TEXT: usize = 24;

/// Makes the file. The text is on loan.
pub(super) fn snapshot(vm: &mut Vm) -> Completion<String> {
    let graph = vm.heap_graph()?;
    let names: usize = graph.strings.iter().map(|text| 2 * text.len() + 4).sum();
    let bytes = names + graph.nodes.len() * NODE_TEXT + graph.edges.len() * EDGE_TEXT + META.len();
    vm.heap.lend(2 * bytes)?;
    let mut json = String::with_capacity(bytes);
    let (nodes, edges) = (graph.nodes.len(), graph.edges.len());
    let _ = write!(
        json,
        "{{\"snapshot\":{{\"meta\":{META},\"node_count\":{nodes},\"edge_count\":{edges},\"trace_function_count\":0}},\n\"nodes\":["
    );
    rows(vm, &mut json, &graph)?;
    json += "],\n\"trace_function_infos\":[],\"trace_tree\":[],\"samples\":[],\"locations\":[],\n\"strings\":[";
    for (index, text) in graph.strings.iter().enumerate() {
        vm.work(1 + text.len() as u64 / 16)?;
        json += if index > 0 { ",\n" } else { "" };
        json += &quoted(text);
    }
    Ok(json + "]}\n")
}

/// Nodes, and edges behind them.
fn rows(vm: &mut Vm, json: &mut String, graph: &Graph) -> Result<(), Termination> {
    for (index, node) in graph.nodes.iter().enumerate() {
        vm.heap.work(1)?;
        let kind = match node.kind {
            NodeKind::Variables => 0,
            NodeKind::String => 2,
            NodeKind::Object => 3,
            NodeKind::Code => 4,
            NodeKind::Function => 5,
            NodeKind::Pattern => 6,
            NodeKind::Root => 9,
            NodeKind::Shape => 14,
        };
        let comma = if index > 0 { ",\n" } else { "" };
        let _ = write!(json, "{comma}{kind},{},{},{},{},0,0", node.name, 2 * index + 1, node.bytes, node.edges);
    }
    *json += "],\n\"edges\":[";
    for (index, edge) in graph.edges.iter().enumerate() {
        vm.heap.work(1)?;
        let kind = match edge.kind {
            EdgeKind::Variable => 0,
            EdgeKind::Element => 1,
            EdgeKind::Property => 2,
            EdgeKind::Internal => 3,
        };
        let comma = if index > 0 { ",\n" } else { "" };
        let _ = write!(json, "{comma}{kind},{},{}", edge.name, u64::from(edge.to) * NODE_FIELDS);
    }
    Ok(())
}
