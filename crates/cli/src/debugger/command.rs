//! Commands of the debugger, as they are typed.

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    Break { source: Option<String>, line: u32, column: u32, condition: Option<String> },
    Delete(u32),
    Breakpoints,
    Continue,
    Step,
    Next,
    Out,
    Await,
    Restart,
    Back,
    BackIn,
    BackRun,
    Watch(String),
    Where,
    Frame(usize),
    Locals,
    Print(String),
    List,
    Catch(Catch),
    Quit,
    Help,
}

/// Exceptions at which code stops.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Catch {
    All,
    Uncaught,
    Off,
}

pub const HELP: &str = "\
break [FILE:]LINE[:COLUMN] [if TEXT]   stops there, if TEXT is true   b
breakpoints                            lists breakpoints and watches
delete NUMBER                          removes one
continue                               to the next breakpoint         c
step, next, out                        into calls, over them, out     s, n, o
await                                  over an `await` of this function
restart                                restarts the selected function
watch NAME|OBJECT.NAME|OBJECT[TEXT]    stops when that has changed
back, rstep, rcontinue                 back over calls, into them, to the previous breakpoint: with --back
where                                  the running functions          bt
frame NUMBER                           selects another one            f
locals                                 names and values
print TEXT                             evaluates TEXT here            p
list                                   the surrounding lines          l
catch all|uncaught|off                 stops at exceptions
quit                                   ends the program               q
An empty line repeats the last command.
";

/// Reads a command. The error says what is wrong.
pub fn parse(line: &str) -> Result<Command, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let number = |what: &str| rest.parse().map_err(|_| format!("{word} takes {what}"));
    let command = match word {
        "break" | "b" => return parse_break(rest),
        "delete" => Command::Delete(number("the number of a breakpoint or a watch")?),
        "frame" | "f" => Command::Frame(number("the number of a function in `where`")? as usize),
        "watch" | "w" if rest.is_empty() => return Err("watch takes a variable or a property".to_owned()),
        "watch" | "w" => Command::Watch(rest.to_owned()),
        "print" | "p" if rest.is_empty() => return Err("print takes an expression".to_owned()),
        "print" | "p" => Command::Print(rest.to_owned()),
        "catch" => Command::Catch(match rest {
            "all" => Catch::All,
            "uncaught" => Catch::Uncaught,
            "off" => Catch::Off,
            _ => return Err("catch takes all, uncaught or off".to_owned()),
        }),
        _ if !rest.is_empty() => return Err(unknown(line)),
        "breakpoints" => Command::Breakpoints,
        "continue" | "c" => Command::Continue,
        "step" | "s" => Command::Step,
        "next" | "n" => Command::Next,
        "out" | "o" => Command::Out,
        "await" => Command::Await,
        "restart" => Command::Restart,
        "back" => Command::Back,
        "rstep" => Command::BackIn,
        "rcontinue" | "rc" => Command::BackRun,
        "where" | "bt" => Command::Where,
        "locals" => Command::Locals,
        "list" | "l" => Command::List,
        "quit" | "q" => Command::Quit,
        "help" | "h" => Command::Help,
        _ => return Err(unknown(word)),
    };
    Ok(command)
}

fn unknown(text: &str) -> String {
    format!("there is no command '{text}': see help")
}

/// Parses `[FILE:]LINE[:COLUMN] [if TEXT]`. Only the last two numbers are places, as a file's name may have colons.
fn parse_break(rest: &str) -> Result<Command, String> {
    let wrong = || "break takes [FILE:]LINE[:COLUMN] [if TEXT]".to_owned();
    let (place, condition) = match rest.split_once(" if ") {
        Some((place, condition)) => (place.trim(), Some(condition.trim().to_owned())),
        None => (rest, None),
    };
    let parts: Vec<&str> = place.split(':').collect();
    let trailing = parts.iter().rev().take_while(|part| part.parse::<u32>().is_ok()).count().min(2);
    let name = parts[..parts.len() - trailing].join(":");
    let mut numbers = parts[parts.len() - trailing..].iter().filter_map(|part| part.parse().ok());
    let line = numbers.next().filter(|&line: &u32| line > 0).ok_or_else(wrong)?;
    let source = Some(name).filter(|name| !name.is_empty());
    Ok(Command::Break { source, line, column: numbers.next().unwrap_or(0), condition })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(source: Option<&str>, line: u32, column: u32, condition: Option<&str>) -> Result<Command, String> {
        Ok(Command::Break { source: source.map(str::to_owned), line, column, condition: condition.map(str::to_owned) })
    }

    #[test]
    fn places_are_read() {
        assert_eq!(parse("break 3"), place(None, 3, 0, None));
        assert_eq!(parse(" b a.js:3 "), place(Some("a.js"), 3, 0, None));
        assert_eq!(parse("b C:/x/a.ts:3:5 if a > 1"), place(Some("C:/x/a.ts"), 3, 5, Some("a > 1")));
        assert!(parse("break").is_err() && parse("break a.js").is_err() && parse("b 0").is_err());
    }

    #[test]
    fn what_is_no_command_is_said() {
        assert_eq!(parse("p 1 + 1"), Ok(Command::Print("1 + 1".to_owned())));
        assert!(parse("hop").unwrap_err().contains("hop") && parse("next 3").is_err() && parse("").is_err());
    }
}
