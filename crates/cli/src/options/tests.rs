use super::*;

fn parsed(line: &[&str]) -> Result<Options, String> {
    parse(lexopt::Parser::from_args(line), false).map_err(|wrong| wrong.message)
}

fn options(line: &[&str]) -> Options {
    parsed(line).unwrap_or_else(|message| panic!("{line:?}: {message}"))
}

fn file(name: &str) -> Vec<Input> {
    vec![Input::File(name.into())]
}

#[test]
fn what_follows_the_file_belongs_to_the_script() {
    let found = options(&["--fuel", "5", "a.js", "--fuel", "x", "-e"]);
    assert_eq!(found.limits.fuel, Some(5));
    assert_eq!(found.inputs, file("a.js"));
    assert_eq!(found.script_arguments, ["--fuel", "x", "-e"]);
    assert_eq!(options(&["-e", "1", "two", "--help"]).script_arguments, ["two", "--help"]);
    assert_eq!(options(&["run", "run", "run"]).script_arguments, ["run"]);
}

#[test]
fn inputs_and_modes() {
    assert_eq!(options(&["-"]).inputs, [Input::Stdin]);
    assert_eq!(options(&[]).inputs, [Input::Stdin]);
    assert_eq!(options(&["-e", "-"]).inputs, [Input::Code("-".into())]);
    assert!(options(&["-p", "1"]).prints_value && !options(&["-e", "1"]).prints_value);
    assert!(options(&["-m", "a.js"]).module && options(&["--module", "-"]).module && !options(&["a.mjs"]).module);
    assert_eq!(options(&["--alias", "a=b=c", "x.mjs"]).aliases, [("a".to_owned(), "b=c".into())]);
    assert_eq!((options(&["run", "a.js"]).mode, options(&["-i"]).mode), (Mode::Run, Mode::Interactive));
    assert_eq!(options(&["disasm", "disasm"]).inputs, file("disasm"));
    assert_eq!(options(&["disasm", "-e", "1"]).mode, Mode::Disassemble);
    assert_eq!(options(&["--tail-calls", "never", "a.js"]).tail_calls, Some(TailCalls::Never));
    assert_eq!(options(&["--stats", "check", "a.js"]).mode, Mode::Check);
    assert_eq!(options(&["check", "a.js", "b", "-m", "c"]).inputs.len(), 3);
    assert_eq!(options(&["disasm", "--backend", "stack", "a.js"]).backend, Some(Backend::Stack));
    let trace = options(&["trace", "a.js", "argument"]);
    assert_eq!((trace.mode, trace.backend), (Mode::Trace, Some(Backend::Stack)));
    assert_eq!(options(&["check", "--help"]).topic.as_deref(), Some("check"));
    assert_eq!((options(&["help"]).mode, options(&["-V", "nonsense"]).mode), (Mode::Help, Mode::Version));
    assert_eq!(options(&["completions", "fish"]).topic.as_deref(), Some("fish"));
}

#[test]
fn a_terminal_without_a_program_is_interactive() {
    let on_terminal = |line: &[&str]| parse(lexopt::Parser::from_args(line), true).expect("understood");
    assert_eq!(on_terminal(&[]).mode, Mode::Interactive);
    assert_eq!(on_terminal(&["--memory", "1M"]).mode, Mode::Interactive);
    assert_eq!(on_terminal(&["-"]).inputs, [Input::Stdin]);
}

#[test]
fn limits_have_units_and_older_names() {
    let limits = |line: &[&str]| options(line).limits;
    let megabytes = Some(10 << 20);
    assert_eq!(limits(&["--memory", "10M", "a.js"]).memory, megabytes);
    assert_eq!(limits(&["--memory-limit=10485760", "a.js"]).memory, megabytes);
    assert_eq!(limits(&["--time", "1.5s", "a.js"]).time, Some(Duration::from_millis(1500)));
    assert_eq!(limits(&["--timeout", "50ms", "a.js"]).time, Some(Duration::from_millis(50)));
    assert_eq!(
        limits(&["--fuel=5M", "--depth=1k", "a.js"]),
        Limits { fuel: Some(5_000_000), depth: Some(1000), ..Limits::default() }
    );
}

#[test]
fn wrong_usage_is_refused_in_words() {
    for (line, message) in [
        (&["--fuel", "many", "a.js"][..], "--fuel takes a number like 100000, 100k or 5M, not 'many'"),
        (&["--fuel"], "--fuel takes N"),
        (&["--timezone"], "--timezone takes NAME"),
        (&["--time", "1", "a.js"], "--time takes a time with its unit, like 1s or 1ms, not '1'"),
        (&["--timeout", "-1", "a.js"], "--time takes a time like 250ms, 1.5s or 2m, not '-1'"),
        (&["--backend", "heap", "a.js"], "--backend takes 'register' or 'stack', not 'heap'"),
        (&["--tail-calls", "sloppy", "a.js"], "--tail-calls takes 'strict', 'always' or 'never', not 'sloppy'"),
        (&["--values", "a.js"], "--values means nothing to 'run', only to 'trace'"),
        (&["--watch", "-e", "1"], "--watch takes a FILE, whose folder is watched"),
        (&["--memroy", "1M", "a.js"], "there is no option '--memroy': did you mean '--memory'?"),
        (&["--no-such-option", "a.js"], "there is no option '--no-such-option'"),
        (&["--fro", "1s", "a.js"], "there is no option '--fro': did you mean '--for'?"),
        (&["mcp", "--fro", "1s"], "there is no option '--fro'"),
        (&["-x", "a.js"], "there is no option '-x'"),
        (&["disasm"], "no FILE"),
        (&["disasm", "a.js", "b.js"], "unexpected argument 'b.js'"),
        (&["check", "--fuel", "5", "a.js"], "--fuel means nothing to 'check'"),
        (&["compile", "a.js"], "compile takes a file for the code: -o OUT"),
        (&["completions"], "completions takes one of bash, zsh, fish"),
        (&["completions", "tcsh"], "completions takes one of bash, zsh, fish, not 'tcsh'"),
        (&["--alias", "a", "b.mjs"], "--alias takes NAME=MODULE, not 'a'"),
        (&["-e"], "--eval takes CODE"),
    ] {
        assert_eq!(parsed(line), Err(message.to_owned()), "{line:?}");
    }
}

#[test]
fn each_option_is_found_by_each_of_its_names() {
    for row in table::OPTIONS {
        let names = row.aliases.iter().chain([&row.long]);
        assert!(
            names.into_iter().all(|name| table::long(name).is_some_and(|found| found.long == row.long)),
            "{}",
            row.long
        );
        assert!(row.short.is_none_or(|letter| table::short(letter).is_some_and(|found| found.long == row.long)));
        assert!(!row.modes.is_empty());
    }
}

#[test]
fn help_is_there_for_all_and_for_each() {
    let all = help(None).expect("help");
    for row in table::OPTIONS {
        assert!(all.contains(&row.name()), "{}", row.long);
    }
    for row in modes::MODES {
        let help = help(Some(row.word)).expect("help");
        assert!(help.contains(row.usage[0].0) && help.contains(row.examples[0].0), "{help}");
        assert!(usage(row.mode).contains("usage: ferrotape "));
    }
    assert_eq!(help(Some("chekc")), Err("there is no command 'chekc': did you mean 'check'?".to_owned()));
    for line in all.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
}
