//! The code of scripts and modules, for people and tools.

use ferrotape_bytecode::debug::DebugTables;
use ferrotape_bytecode::{Code, Unit};
use ferrotape_syntax::Goal;

use crate::script_text::ScriptText;
use crate::{Engine, Error};

impl Engine {
    /// Returns the listing of a script's code. Functions with calls in tail position say whether these replace their frame
    /// in this engine ([`Builder::tail_calls`](crate::Builder::tail_calls)).
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// assert!(engine.disassemble("a.js", "a + 1")?.contains("GetGlobal"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::check`] does.
    pub fn disassemble(&mut self, name: &str, text: impl ScriptText) -> Result<String, Error> {
        let unit = self.compile(name, text, Goal::Script)?;
        Ok(self.listing(name, &unit))
    }

    /// Returns the listing of a module's code.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// assert!(engine.disassemble_module("a.mjs", "export default 6 * 7")?.contains("Return"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::check`] does.
    pub fn disassemble_module(&mut self, name: &str, text: impl ScriptText) -> Result<String, Error> {
        let unit = self.compile(name, text, Goal::Module)?;
        Ok(self.listing(name, &unit))
    }

    fn listing(&self, name: &str, unit: &Unit) -> String {
        let (tables, tail_calls) = (self.statements(name, unit), self.vm.options.tail_calls);
        ferrotape_bytecode::disassemble_with(unit, tables.as_ref(), |is_strict| tail_calls.are_made(is_strict))
    }

    /// Returns where the statements of stack code begin. Register code has the places of its instructions.
    fn statements(&self, name: &str, unit: &Unit) -> Option<DebugTables> {
        let is_stack_code = matches!(unit.functions.first()?.code, Code::Stack(_));
        let language = self.vm.options.languages.of(name);
        is_stack_code.then(|| ferrotape_compiler::debug_tables(unit, language, self.vm.native_stack())).flatten()
    }

    /// Returns the code of a script or module as JSON, for tools. It lists each function with its variables, and each
    /// instruction with its operands and source position. It says what an instruction reads and writes, and whether
    /// it may throw.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let json = engine.code_as_json("a.js", "function half(n) { return n / 2 }", false)?;
    /// assert!(json.contains(r#"{"name": "n", "register": 1}"#) && json.contains(r#""name": "DivideInt""#));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::check`] does.
    pub fn code_as_json(&mut self, name: &str, text: impl ScriptText, is_module: bool) -> Result<String, Error> {
        let mut unit = self.compile(name, text, if is_module { Goal::Module } else { Goal::Script })?;
        let language = self.vm.options.languages.of(name);
        ferrotape_compiler::name_variables(&mut unit, language, self.vm.native_stack());
        let tables = self.statements(name, &unit);
        Ok(ferrotape_bytecode::code_as_json(&unit, tables.as_ref()))
    }
}
