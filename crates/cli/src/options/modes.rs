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
            ("[run] [OPTIONS] FILE [ARGS...]", "run a file; - is standard input"),
            ("[OPTIONS] -e CODE [ARGS...]", "run CODE"),
            ("[OPTIONS] -p CODE [ARGS...]", "run CODE and print its value"),
        ],
        text: "Runs a program until nothing is left to do: no job and no timer. Options come before FILE or CODE; the \
               rest is passed to the program, in scriptArgs and process.argv. Without FILE, the program is read from \
               standard input; on a terminal, the prompt starts.\n\n\
               A program can reach nothing outside of itself unless an option allows it. print and console.log write to \
               standard output, console.error and console.warn to standard error.",
        examples: &[
            ("ferrotape --time 1s --memory 64M untrusted.js", "a program that nobody has read"),
            ("ferrotape -p '[3, 1, 2].toSorted()'", "the value of an expression"),
            ("ferrotape --commonjs server/build.js --minify", "a program that uses npm packages, with an argument"),
            ("ferrotape --allow-read=data --allow-write=out report.mjs", "reads one folder, and writes another"),
            ("echo 'print(6 * 7)' | ferrotape", "a program from a pipe"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Interactive,
        word: "repl",
        usage: &[("[OPTIONS] -i [FILE]", "start the prompt; the default on a terminal")],
        text: "Reads expressions and statements, runs them, and shows their values. A FILE runs first. .help lists the \
               prompt's own commands. Without --time and --memory, an entry can take 30 seconds, and all entries together 512 MB.",
        examples: &[
            ("ferrotape -i", "starts the prompt"),
            ("ferrotape -i shapes.js", "starts it with the declarations of a file"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Test,
        word: "test",
        usage: &[("test [OPTIONS] FILE|FOLDER...", "run test files, written for node:test")],
        text: "Runs files that import test, describe, hooks and assert from 'node:test' and 'node:assert', or use test, it, \
               describe, before, after, beforeEach and afterEach as globals. In a folder, it runs the program files named \
               *.test.*, *-test.*, *_test.*, test-*.* or test.*, and all program files in folders named test. Each file gets \
               its own engine, with the limits and permissions of the command, and with require() and packages. Tests run \
               one after the other. The exit code is 1 if a test failed, and 2 if none ran.",
        examples: &[
            ("ferrotape test --time 10s src", "all tests below a folder"),
            ("ferrotape test --test-reporter tap --coverage a.test.ts", "prints TAP, and records coverage"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Check,
        word: "check",
        usage: &[("check [OPTIONS] FILE|FOLDER...", "parse and compile files without running them")],
        text: "Reports the errors of source files. In folders, it checks all .js, .mjs, .cjs, .ts, .mts and .cts files, \
               except in node_modules and in folders whose name begins with a dot. A file is a module if \
               its name ends with .mjs or .mts, if the nearest package.json says \"type\": \"module\", or if --module is \
               given. If none of these decides, its syntax does. On a terminal, a bar shows the progress.",
        examples: &[
            ("ferrotape check src tests", "checks all programs in two folders"),
            ("ferrotape check --module -e 'await 1'", "checks source text"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Bench,
        word: "bench",
        usage: &[("bench [OPTIONS] FILE|-e CODE", "measure how long a program takes")],
        text: "Compiles the text once, as the body of a function, and calls that function for some seconds. A sample is as many calls \
               as take a few milliseconds, with the jobs and timers that they leave. Prints the median time of a call with its \
               95 % confidence interval, the quartiles and the range of the samples, the fuel of a call, and the time of an \
               empty call. It warns if the samples differ much, or if later calls are slower or faster than \
               earlier ones. Names declared at the top of the text are new in each call; put what is to stay \
               into --setup.",
        examples: &[
            ("ferrotape bench --setup 'a = [3, 1, 2]' -e 'a.toSorted()'", "measures an expression"),
            ("ferrotape bench --for 10s fib.js", "measures a program for ten seconds"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Compile,
        word: "compile",
        usage: &[("compile [OPTIONS] FILE -o OUT", "compile a program to a file that runs like its source")],
        text: "Compiles a script or a module to the file OUT. `ferrotape OUT` runs it without parsing and compiling; \
               imports are still resolved beside the source. The code is for this version of ferrotape, and is verified when it is \
               loaded: whatever the file contains, it runs as safely as source text, or is refused.",
        examples: &[
            ("ferrotape compile app.js -o app.ft && ferrotape app.ft", "compiles once, and runs"),
            ("ferrotape compile --strip app.js -o app.ft", "without the source text: errors show no lines"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Disassemble,
        word: "disasm",
        usage: &[("disasm [OPTIONS] FILE|-e CODE", "print the code of every function")],
        text: "Prints the instructions that a program is compiled to, for either machine.",
        examples: &[
            ("ferrotape disasm --backend stack -e 'a.b + 1'", "prints code for the stack machine"),
            ("ferrotape disasm --json a.js", "prints it for other programs to read"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Trace,
        word: "trace",
        usage: &[("trace [OPTIONS] FILE|-e CODE [ARGS...]", "run a program and print each step")],
        text: "Prints each instruction before it runs; those of called functions are indented. The machine is the stack machine, \
               unless --backend names the register machine. With --values, a step begins with its function and line; on the stack \
               machine this is the line in L, which moves only before what may throw.",
        examples: &[
            ("ferrotape trace -e 'try { throw 9 } catch { }'", "prints a few steps"),
            ("ferrotape trace --values --only f --backend register a.js", "shows what f does to its variables"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Step,
        word: "step",
        usage: &[(
            "step [OPTIONS] FILE|-e CODE [ARGS...]",
            "run a program, then walk through its steps, forwards and back",
        )],
        text: "Runs the program to its end, and shows its first step: the source text, the instruction, and the state before it. On the register machine this is the \
               registers with the names of their variables, open records and catchers; on the stack machine, the value stack, blocks, C, L and E. Commands come from \
               standard input: next, back, over, out, line, find, goto, first, last, quit; help explains them. 20,000 steps \
               are kept; to show others, the program runs again, silently.",
        examples: &[
            ("ferrotape step --backend stack -e 'try { throw 9 } catch { }'", "reads commands from the terminal"),
            ("printf 'line 3\\nnext\\nback\\n' | ferrotape step a.js", "reads commands from a pipe"),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Debug,
        word: "debug",
        usage: &[("debug [OPTIONS] FILE|-e CODE [ARGS...]", "debug a program in the terminal")],
        text: "Stops at the first statement, and reads commands from standard input: break, continue, step, next, out, where, \
               locals, print, watch, restart, list, quit and others, which help explains. With --back it goes back too. If a file \
               has a source map, places are those of the original. When the input ends, the program runs to its end. Time and fuel stand still while it is stopped.",
        examples: &[
            ("ferrotape debug app.ts", "reads commands from the terminal"),
            ("printf 'break 12\\ncontinue\\nprint total\\n' | ferrotape debug sum.js", "reads commands from a pipe"),
            (
                "printf 'break 12\\nc\\nback\\nlocals\\n' | ferrotape debug --back sum.js",
                "looks at the state before line 12",
            ),
        ],
        takes: Takes::Files,
    },
    Row {
        mode: Mode::Dap,
        word: "dap",
        usage: &[("dap [OPTIONS]", "serve the Debug Adapter Protocol on standard input and output")],
        text: "Works as the debugger of an editor. The editor starts it and sends the program: `launch` takes program, args, \
               cwd, env, stopOnEntry, noDebug and back. Options on the command line apply to the program.",
        examples: &[("ferrotape dap --allow-read=data", "the command to set as a debug adapter")],
        takes: Takes::Nothing,
    },
    Row {
        mode: Mode::Mcp,
        word: "mcp",
        usage: &[("mcp [OPTIONS]", "serve the Model Context Protocol: language models run TypeScript")],
        text: "Speaks the Model Context Protocol on standard input and output, for the client that starts it. The tool `run` takes the body of \
               an async TypeScript function and JSON for it, and returns its result, its output and its errors. The tool `check` \
               only compiles. Programs can reach nothing unless options allow it. Without --time and --memory, each can take 10 seconds \
               and 256 MB.",
        examples: &[
            ("ferrotape mcp", "programs compute, and reach nothing"),
            ("ferrotape mcp --time 5s --allow-read=/home/ann/data", "programs can read one folder"),
        ],
        takes: Takes::Nothing,
    },
    Row {
        mode: Mode::Completions,
        word: "completions",
        usage: &[("completions bash|zsh|fish", "print a completion script for a shell")],
        text: "Prints a script that lets a shell complete commands and options.",
        examples: &[
            ("source <(ferrotape completions bash)", "for this shell; put it into ~/.bashrc for all"),
            ("ferrotape completions fish > ~/.config/fish/completions/ferrotape.fish", "for fish"),
            ("ferrotape completions zsh > ~/.zfunc/_ferrotape", "for zsh, if fpath contains ~/.zfunc"),
        ],
        takes: Takes::Words(SHELLS),
    },
    Row {
        mode: Mode::Manual,
        word: "manual",
        usage: &[("manual", "print the manual page")],
        text: "Prints the manual page, as input for man.",
        examples: &[("ferrotape manual | man -l -", "shows it")],
        takes: Takes::Nothing,
    },
    Row {
        mode: Mode::Help,
        word: "help",
        usage: &[("help [COMMAND]", "print the help of a command")],
        text: "Explains a command and its options.",
        examples: &[("ferrotape help check", "explains check")],
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
