//! The modes of the command, and the words for them.

/// A mode of the command.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    #[default]
    Run,
    /// Prompt that evaluates the lines that the user types.
    Interactive,
    Test,
    Check,
    Bench,
    Compile,
    Disassemble,
    Trace,
    Step,
    Debug,
    Dap,
    Mcp,
    Completions,
    Manual,
    Help,
    Version,
}

/// Description of a mode.
pub struct Row {
    pub mode: Mode,
    /// Word that selects the mode.
    pub word: &'static str,
    /// Arguments after `ferrotape`, each with a short description.
    pub usage: &'static [(&'static str, &'static str)],
    /// Text of the mode's help below the usage.
    pub text: &'static str,
    /// Examples, each with a description.
    pub examples: &'static [(&'static str, &'static str)],
    /// Words that may follow the mode's word, for completions.
    pub takes: Takes,
}

/// Kind of a word in a command line.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Takes {
    Nothing,
    Files,
    Folders,
    Words(&'static [&'static str]),
    /// Words of [`MODES`].
    Commands,
    /// Words that cannot be listed.
    Anything,
}

pub const SHELLS: &[&str] = &["bash", "zsh", "fish"];

/// All modes, in the order of the help.
pub const MODES: &[Row] = &[
    Row {
        mode: Mode::Run,
        word: "run",
        usage: &[
            ("[run] [OPTIONS] FILE [ARGS...]", "runs a file; - is standard input"),
            ("[OPTIONS] -e CODE [ARGS...]", "runs CODE"),
            ("[OPTIONS] -p CODE [ARGS...]", "runs CODE and prints its value"),
        ],
        text: "Runs a program until nothing is left to do: no job and no timer. Options stand before FILE or CODE; what \
               follows belongs to the program, which finds it in scriptArgs and process.argv. Without FILE, what is piped \
               to the command is run; on a terminal without a pipe, ferrotape is interactive.\n\n\
               A program reaches nothing outside of itself but what an option allows it. print and console.log write to \
               standard output, console.error and console.warn to standard error.",
        examples: &[
            ("ferrotape --time 1s --memory 64M untrusted.js", "a program that nobody knows"),
            ("ferrotape -p '[3, 1, 2].toSorted()'", "the value of an expression"),
            ("ferrotape --commonjs server/build.js --minify", "a program with packages of npm, and its argument"),
            ("ferrotape --allow-read=data --allow-write=out report.mjs", "files of one folder, and results in another"),
            ("echo 'print(6 * 7)' | ferrotape", "a program from a pipe"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Interactive,
        word: "repl",
        usage: &[("[OPTIONS] -i [FILE]", "answers what is typed; so without FILE on a terminal")],
        text: "Reads expressions and statements, runs them, and shows their values; a FILE runs first. .help tells what else it \
               understands. Without --time and --memory an entry may take 30 seconds, and all of them 512 MB.",
        examples: &[("ferrotape -i", "begins"), ("ferrotape -i shapes.js", "with what a file declares")],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Test,
        word: "test",
        usage: &[("test [OPTIONS] FILE|FOLDER...", "runs files with tests, as node:test has them")],
        text: "Runs files that import test, describe, hooks and assert from 'node:test' and 'node:assert', or use test, it, \
               describe, before, after, beforeEach and afterEach as globals. Of a folder it takes the files that are called \
               *.test.*, *-test.*, *_test.*, test-*.* or test.*, and all in folders called test, with the endings of programs. Each file has \
               an engine of its own, with the limits and permissions of the command, and require() with packages. Tests run \
               one after the other. The exit code is 1 where one has failed, 2 where none ran.",
        examples: &[
            ("ferrotape test --time 10s src", "all tests below a folder"),
            ("ferrotape test --test-reporter tap --coverage a.test.ts", "for a program that reads TAP, with coverage"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Check,
        word: "check",
        usage: &[("check [OPTIONS] FILE|FOLDER...", "reads and compiles files, runs nothing")],
        text: "Tells what is wrong with the texts of files, and of all files that end with .js, .mjs, .cjs, .ts, .mts or .cts below folders \
               (but not in folders called node_modules, or whose names begin with a dot). A file is read as a module where \
               its name ends with .mjs or .mts, the package.json that is next above it says \"type\": \"module\", --module is \
               given, or, where none of these says anything, it is one by what is in it. On a terminal a bar shows how far it is.",
        examples: &[
            ("ferrotape check src tests", "all programs of two folders"),
            ("ferrotape check --module -e 'await 1'", "a text"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Bench,
        word: "bench",
        usage: &[("bench [OPTIONS] FILE|-e CODE", "measures how long a program takes, again and again")],
        text: "Compiles the text once, as the body of a function, and calls that for some seconds: in samples of as many calls \
               as take some milliseconds, with the jobs and timers that they leave. Prints the median time of a call with its \
               95 % confidence interval, the quartiles and the range of the samples, the fuel of a call, and how long a call \
               takes that does nothing. It says so where the samples differ much, or later calls take another time than \
               earlier ones. Names that are declared at the top of the text are new in each call; what is to stay goes \
               into --setup.",
        examples: &[
            ("ferrotape bench --setup 'a = [3, 1, 2]' -e 'a.toSorted()'", "an expression"),
            ("ferrotape bench --for 10s fib.js", "a program, for ten seconds"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Compile,
        word: "compile",
        usage: &[(
            "compile [OPTIONS] FILE -o OUT",
            "writes the code of a program to a file, which is run like its source",
        )],
        text: "Compiles a script or a module to the file OUT. ferrotape OUT runs it, without reading and compiling the text; \
               imports are found beside the source. The code is for this version of ferrotape, and is verified when it is \
               read: whatever is in the file, it runs as safely as a text, or is refused.",
        examples: &[
            ("ferrotape compile app.js -o app.ft && ferrotape app.ft", "compiles once, and runs"),
            ("ferrotape compile --strip app.js -o app.ft", "without the text: errors show no lines"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Disassemble,
        word: "disasm",
        usage: &[("disasm [OPTIONS] FILE|-e CODE", "prints the code of every function")],
        text: "Prints the instructions that a text is compiled to, for either machine.",
        examples: &[
            ("ferrotape disasm --backend stack -e 'a.b + 1'", "code of the stack machine"),
            ("ferrotape disasm --json a.js", "the same for programs"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Trace,
        word: "trace",
        usage: &[("trace [OPTIONS] FILE|-e CODE [ARGS...]", "runs a program and prints each step")],
        text: "Prints each instruction before it is taken, those of called functions further to the right: of the stack machine, or \
               of the register machine if --backend names it.",
        examples: &[
            ("ferrotape trace -e 'try { throw 9 } catch { }'", "a few steps"),
            ("ferrotape trace --values --only f --backend register a.js", "what f does to its variables"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Step,
        word: "step",
        usage: &[("step [OPTIONS] FILE|-e CODE [ARGS...]", "runs a program, then shows its steps, forwards and back")],
        text: "Runs the program to its end, and shows its first step: the source text, the instruction, and what it finds: the \
               registers with the names of their variables, open records and catchers, or the value stack, blocks, C, L and E. Commands come from \
               standard input: next, back, over, out, line, find, goto, first, last, quit; help tells them. 20,000 steps \
               are kept; for others the program runs again, silently.",
        examples: &[
            ("ferrotape step --backend stack -e 'try { throw 9 } catch { }'", "asks for commands"),
            ("printf 'line 3\\nnext\\nback\\n' | ferrotape step a.js", "commands of a script"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Debug,
        word: "debug",
        usage: &[("debug [OPTIONS] FILE|-e CODE [ARGS...]", "runs a program that stops where one wants")],
        text: "Stops at the first statement, and reads commands from standard input: break, continue, step, next, out, where, \
               locals, print, list, quit and others, which help tells. Where a file has a source map, places are those of \
               the original. At the end of the input the program runs to its end. A stop takes no time and no fuel.",
        examples: &[
            ("ferrotape debug app.ts", "asks for commands"),
            ("printf 'break 12\\ncontinue\\nprint total\\n' | ferrotape debug sum.js", "commands of a script"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Dap,
        word: "dap",
        usage: &[("dap [OPTIONS]", "speaks the Debug Adapter Protocol on standard input and output")],
        text: "Is the debugger of an editor, which starts it and gives it the program: launch takes program, args and \
               stopOnEntry. Options before hold for the program.",
        examples: &[("ferrotape dap --allow-read=data", "as the command of a debug adapter")],
        takes: Takes::Nothing,
    },
    Row {
        mode: Mode::Mcp,
        word: "mcp",
        usage: &[("mcp [OPTIONS]", "lets language models run TypeScript: a server of the Model Context Protocol")],
        text: "Speaks the Model Context Protocol on standard input and output, for the client that starts it. The tool run takes the body of \
               an async TypeScript function and JSON for it, and gives what it returns, what it prints and its errors; check \
               only compiles. Programs reach nothing but what options allow. Without --time and --memory each may take 10 seconds \
               and 256 MB.",
        examples: &[
            ("ferrotape mcp", "computes, and reaches nothing"),
            ("ferrotape mcp --time 5s --allow-read=/home/ann/data", "reads files of one folder"),
        ],
        takes: Takes::Nothing,
    },
    Row {
        mode: Mode::Completions,
        word: "completions",
        usage: &[("completions bash|zsh|fish", "prints what makes a shell complete ferrotape's options")],
        text: "Prints a script for a shell.",
        examples: &[
            ("source <(ferrotape completions bash)", "for this shell; in ~/.bashrc for all"),
            ("ferrotape completions fish > ~/.config/fish/completions/ferrotape.fish", "for fish"),
            ("ferrotape completions zsh > ~/.zfunc/_ferrotape", "for zsh, where fpath has ~/.zfunc"),
        ],
        takes: Takes::Words(SHELLS),
    },
    Row {
        mode: Mode::Manual,
        word: "manual",
        usage: &[("manual", "prints the manual page")],
        text: "Prints the manual page in the language of man.",
        examples: &[("ferrotape manual | man -l -", "reads it")],
        takes: Takes::Nothing,
    },
    Row {
        mode: Mode::Help,
        word: "help",
        usage: &[("help [COMMAND]", "says more of one of these")],
        text: "Says what the options of a command are.",
        examples: &[("ferrotape help check", "of check")],
        takes: Takes::Commands,
    },
];

/// All modes that have a word.
pub const ALL: [Mode; MODES.len()] = {
    let mut modes = [Mode::Run; MODES.len()];
    let mut index = 0;
    while index < modes.len() {
        modes[index] = MODES[index].mode;
        index += 1;
    }
    modes
};

/// Returns the mode for a word.
pub fn named(word: &str) -> Option<Mode> {
    MODES.iter().find(|row| row.word == word).map(|row| row.mode)
}

pub fn row(mode: Mode) -> &'static Row {
    MODES.iter().find(|row| row.mode == mode).unwrap_or(&MODES[0])
}
