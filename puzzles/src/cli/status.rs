//! `quadrille status`: how far the parts of a search are.

use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::console::Console;
use super::exit;
use super::forecast::{percent, time_in_words};
use super::open::Failure;
use crate::protocol::VERSION;

use crate::campaign::{Folder, Status};
use crate::solve::thousands;

/// Show the progress of a search in parts
#[derive(Args, Debug)]
#[command(after_help = "Example: quadrille status plan")]
pub(super) struct StatusArguments {
    /// The folder with the parts and their results
    #[arg(value_name = "DIR")]
    folder: String,

    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// A part whose checkpoint is older than this is named.
const SILENT: Duration = Duration::from_secs(120);

pub(super) fn run(arguments: &StatusArguments, console: &mut Console) -> Result<u8, Failure> {
    let folder = Folder::read(&arguments.folder)
        .map_err(|reasons| Failure::bad_input(reasons.join("\n")))?;
    let status = folder.status();
    if arguments.json {
        console.print_json(&document(&status));
    } else {
        console.print(&in_words(&status));
    }
    Ok(exit::GOOD)
}

fn in_words(status: &Status) -> String {
    let open = status.parts - status.done - status.started.len();
    let mut text = format!(
        "parts: {} of {} done, {} begun, {} not begun\n",
        thousands(status.done as u64),
        thousands(status.parts as u64),
        thousands(status.started.len() as u64),
        thousands(open as u64),
    );
    let found = match status.best {
        Some(best) if status.done < status.parts => format!("best value so far: {best}"),
        _ => format!("solutions so far: {}", thousands(status.found)),
    };
    text.push_str(&format!(
        "{found} in {} nodes\nspace searched: {}\nworking time spent: {}\n",
        thousands(status.nodes),
        percent(status.share),
        time_in_words(status.spent),
    ));
    text.push_str(&match status.left {
        _ if status.done == status.parts => "nothing is left: `quadrille merge`\n".to_owned(),
        None => "time left: not known before three parts are done\n".to_owned(),
        Some(left) => format!(
            "working time left: about {} ({} to {}, nine times in ten)\n",
            time_in_words(left.likely),
            time_in_words(left.range.0),
            time_in_words(left.range.1),
        ),
    });
    let mut silent: Vec<_> = status.started.iter().collect();
    silent.sort_by_key(|part| std::cmp::Reverse(part.silent));
    for part in silent.iter().filter(|part| part.silent >= SILENT) {
        text.push_str(&format!(
            "silent for {}: {}, {} of it searched\n",
            time_in_words(part.silent),
            part.part,
            percent(part.share),
        ));
    }
    text
}

fn document(status: &Status) -> serde_json::Value {
    let begun = status.started.iter().map(|part| {
        json!({
            "part": part.part,
            "silent": part.silent.as_secs_f64(),
            "share": part.share,
        })
    });
    json!({
        "version": VERSION,
        "type": "status",
        "parts": status.parts,
        "done": status.done,
        "begun": begun.collect::<Vec<_>>(),
        "solutions": status.found,
        "best": status.best,
        "nodes": status.nodes,
        "share": status.share,
        "spent": status.spent.as_secs_f64(),
        "left": status.left.map(|left| json!({
            "likely": left.likely.as_secs_f64(),
            "low": left.range.0.as_secs_f64(),
            "high": left.range.1.as_secs_f64(),
        })),
    })
}
