//! Both generators' knowledge of the current function and of its unit.

use ferrotape_budget::{Budget, NativeStack, Termination, order};
use ferrotape_bytecode::PositionTable;
use ferrotape_bytecode::debug::FunctionDebug;
use ferrotape_syntax::scope::BindingId;
#[cfg(feature = "stack-machine")]
use ferrotape_syntax::scope::BindingKind;
use ferrotape_syntax::tree::{
    Class, ClassId, ClassMember, ExpressionId, ExpressionKind, Function, FunctionId, FunctionKind, LogicalOperator,
    Property, TemplateElement, TemplateId, Tree,
};
use ferrotape_text::{Interner, Name, Span, Text};

use super::debug::DebugNotes;
use super::implicit::AllSurroundings;
use super::names::{BYTES_PER_NAME, InferredNames, KnownNames, NameMarks, anonymous};
use super::{Compiled, Stop};
use crate::CompileOptions;
use crate::control_flow::{Label, Targets};
use crate::meter::{account, filled, push};
use crate::spine::Spine;

/// Chains that are sorted in a tick: they are mostly in order.
const CHAINS_PER_TICK: u32 = 1 << 10;

/// State shared by the functions of a unit.
pub(crate) struct Session {
    pub names: Interner,
    pub marks: NameMarks,
    pub known: KnownNames,
    pub inferred_names: InferredNames,
    /// The binding that each function's declaration initialises, by function.
    pub declared_as: Vec<Option<BindingId>>,
    /// Surroundings of direct evals.
    pub surroundings: AllSurroundings,
    /// Code index of each label, in the function being compiled.
    pub labels: Vec<u32>,
    /// The left spines of chains being compiled, innermost last.
    pub spine: Spine,
    /// Bound on recursion over nested syntax.
    pub stack: NativeStack,
    /// See [`CompileOptions::names_variables`].
    pub names_variables: bool,
    /// Tables for debuggers of the functions finished so far, if they are asked for.
    pub debug: Option<Vec<FunctionDebug>>,
    /// Bytes charged for what outlives the function being compiled.
    pub kept: usize,
}

impl Session {
    /// Makes the session of a tree whose names have been moved out.
    pub fn new(
        tree: &Tree,
        mut names: Interner,
        options: &CompileOptions,
        budget: &mut Budget,
    ) -> Result<Self, Termination> {
        let known = KnownNames::new(&mut names);
        Ok(Session {
            marks: NameMarks::new(&names, budget)?,
            known,
            inferred_names: InferredNames::new(tree, budget)?,
            declared_as: filled(None, tree.functions.len(), budget)?,
            names,
            surroundings: AllSurroundings::new(filled(None, tree.functions.len(), budget)?, &options.around),
            labels: Vec::new(),
            spine: Spine::default(),
            stack: options.stack,
            names_variables: options.names_variables,
            debug: None,
            kept: 0,
        })
    }
}

/// State of a function's generation that is equal for both machines.
pub(crate) struct Core<'t> {
    pub tree: &'t Tree,
    pub budget: &'t mut Budget,
    pub session: &'t mut Session,
    pub id: FunctionId,
    pub function: &'t Function,
    /// Position that errors of the next instruction point at.
    pub position: u32,
    /// Enclosing statements that can be left, innermost last.
    pub targets: Targets,
    /// True if values of statements must be kept, as in script and eval code.
    pub keeps_completion: bool,
    /// Parts of classes in sloppy code: see
    /// [`FunctionTemplate::strict_parts`](ferrotape_bytecode::FunctionTemplate::strict_parts).
    pub strict_parts: Vec<Span>,
    /// Position of each call that has an entry in [`FunctionTemplate::chains`](ferrotape_bytecode::FunctionTemplate::chains),
    /// and the start of its chain.
    pub chains: Vec<(u32, u32)>,
    /// True if the code belongs to a class, its heritage or a computed key.
    pub in_class: bool,
    /// Strings of the tagged template literals, cooked and raw.
    pub templates: Vec<(Vec<Option<Name>>, Vec<Name>)>,
    /// Notes for debuggers.
    pub notes: Option<Box<DebugNotes>>,
    /// Bytes that code and tables have grown by and that the budget has not been charged yet.
    pub grown: usize,
}

impl<'t> Core<'t> {
    /// Begins a function. Labels and spine are the session's, which the functions use one after the other.
    pub fn new(tree: &'t Tree, session: &'t mut Session, budget: &'t mut Budget, id: FunctionId) -> Self {
        let function = &tree[id];
        session.labels.clear();
        session.spine.clear();
        let grown = session.labels.capacity() * size_of::<u32>() + session.spine.bytes();
        let notes = session.debug.is_some().then(Box::default);
        Core {
            tree,
            budget,
            session,
            id,
            function,
            position: function.span.start,
            targets: Targets::default(),
            keeps_completion: matches!(function.kind, FunctionKind::Script | FunctionKind::Eval),
            strict_parts: Vec::new(),
            chains: Vec::new(),
            in_class: false,
            templates: Vec::new(),
            notes,
            grown,
        }
    }

    /// Visits a node of the tree: charges it and what has been written since the last one, and ends recursion over
    /// nested syntax before the native stack does.
    #[inline(always)]
    pub fn node(&mut self, span: Span) -> Compiled {
        self.work(1)?;
        if self.session.stack.is_exhausted() { Err(Stop::TooDeep(span)) } else { Ok(()) }
    }

    /// Returns whether the code being generated is strict.
    pub fn is_strict(&self) -> bool {
        self.function.strict || self.in_class
    }

    /// Accounts for work on something that is no node by itself.
    #[inline(always)]
    pub fn work(&mut self, amount: u32) -> Compiled {
        if self.grown > 0 {
            account(self.budget, std::mem::take(&mut self.grown));
        }
        Ok(self.budget.work(amount.into())?)
    }

    /// Makes a label without a position.
    pub fn label(&mut self) -> Label {
        self.grown += push(&mut self.session.labels, u32::MAX);
        Label(self.session.labels.len() as u32 - 1)
    }

    /// Binds the label to this index of the code.
    pub fn bind(&mut self, label: Label, index: usize) {
        self.session.labels[label.0 as usize] = index as u32;
    }

    /// Returns the code index of a label for a backward jump; none if the label comes later.
    #[cfg(feature = "stack-machine")]
    pub fn behind(&self, label: Label) -> Option<usize> {
        self.session
            .labels
            .get(label.0 as usize)
            .copied()
            .filter(|&index| index != u32::MAX)
            .map(|index| index as usize)
    }

    /// Calls [`Spine::descend`] on the session's spine.
    pub fn descend(
        &mut self,
        outermost: ExpressionId,
        inner: impl Fn(ExpressionKind) -> Option<ExpressionId>,
    ) -> Compiled<(usize, ExpressionId)> {
        Ok(self.session.spine.descend(self.tree, outermost, inner, self.budget)?)
    }

    /// Calls [`Spine::push_operands`] on the session's spine.
    pub fn push_operands(&mut self, id: ExpressionId, operator: LogicalOperator) -> Compiled<usize> {
        Ok(self.session.spine.push_operands(self.tree, id, operator, self.budget)?)
    }

    /// Interns a string that does not stand in the source like that.
    pub fn intern(&mut self, text: Text) -> Name {
        let (length, count) = (text.bytes(), self.session.names.len());
        let name = self.session.names.intern(text);
        if self.session.names.len() > count {
            self.session.kept += length + BYTES_PER_NAME;
            account(self.budget, length + BYTES_PER_NAME);
        }
        name
    }

    /// Names a literal's property value after the property.
    pub fn name_by_property(&mut self, property: &Property) -> Compiled {
        let Session { inferred_names, names, kept, .. } = &mut *self.session;
        *kept += inferred_names.property(self.tree, names, property, self.budget)?;
        Ok(())
    }

    /// Returns the number of parameter positions, without a rest.
    pub fn position_count(&self) -> u32 {
        let function = self.function;
        let rest = usize::from(self.rest_position().is_some());
        (function.parameters.len() + function.patterns.len() - rest) as u32
    }

    /// Returns the position of the rest parameter, if there is one.
    pub fn rest_position(&self) -> Option<u32> {
        let last = self.tree.list(self.function.patterns).next_back()?;
        let is_rest = matches!(self.tree[last].kind, ExpressionKind::Rest { .. });
        is_rest.then(|| self.function.patterns.len() as u32 - 1)
    }

    /// Returns whether the expression is a function without a name of its own.
    pub fn is_anonymous_function(&self, id: ExpressionId) -> bool {
        matches!(self.tree[id].kind, ExpressionKind::Function { .. }) && anonymous(self.tree, id).is_some()
    }

    /// Returns the class if the expression is one without a name.
    pub fn anonymous_class(&self, id: ExpressionId) -> Option<ClassId> {
        match self.tree[id].kind {
            ExpressionKind::Class { class } if self.tree[class].name.is_none() => Some(class),
            _ => None,
        }
    }

    /// Returns whether the property is a method or an accessor that needs a home object for `super`.
    pub fn needs_home(&self, property: &Property) -> bool {
        let ExpressionKind::Function { function } = self.tree[property.value].kind else { return false };
        let is_method = {
            let kind = self.tree[function].kind;
            matches!(kind, FunctionKind::Method | FunctionKind::Getter | FunctionKind::Setter)
        };
        is_method && self.asks_for_home(function)
    }

    /// Returns whether the function is a derived constructor that is in the source text.
    pub fn is_written_derived_constructor(&self) -> bool {
        let Function { kind, class, .. } = *self.function;
        kind == FunctionKind::DerivedConstructor && class.is_none_or(|class| !self.tree[class].has_implicit_constructor)
    }

    /// Returns the function of a method or accessor.
    pub fn function_of(&self, member: &ClassMember) -> Option<FunctionId> {
        match self.tree[member.value?].kind {
            ExpressionKind::Function { function } => Some(function),
            _ => None,
        }
    }

    /// Returns whether instances of the class may have fields, where its constructor calls `super()`. This is known of
    /// the running constructor only.
    pub fn may_have_fields(&self) -> bool {
        let class = self.function.class.map(|class| &self.tree[class]);
        class.is_none_or(|class| class.constructor != self.id || class.fields.is_some())
    }

    /// Returns the name by which a binding is looked up. Hidden ones get names that no identifier has.
    #[cfg(feature = "stack-machine")]
    pub fn name_of_binding(&mut self, binding: BindingId) -> Name {
        match self.tree[binding].kind {
            BindingKind::Hidden => self.unique_name_of_binding(binding),
            _ => self.tree[binding].name,
        }
    }

    /// Returns a name that no identifier and no other binding has.
    #[cfg(feature = "stack-machine")]
    pub fn unique_name_of_binding(&mut self, binding: BindingId) -> Name {
        self.intern(Text::from_utf8(&format!("%{}", binding.0)))
    }

    /// Returns the place that an error about what a class extends is shown at.
    pub fn start_of_heritage(&self, class: &Class) -> u32 {
        class.heritage.map_or(class.name_span.start, |heritage| self.tree[heritage].span.start)
    }

    /// Returns whether something in the function needs its home object for `super`.
    pub fn asks_for_home(&self, function: FunctionId) -> bool {
        let Function { ref implicit, contains_direct_eval, .. } = self.tree[function];
        implicit.function.is_some() || contains_direct_eval
    }

    /// Adds a tagged template literal. Returns its index in the template. To be called once for each.
    pub fn template_site(&mut self, id: TemplateId) -> Compiled<u32> {
        let template = self.tree[id];
        let mut site = (Vec::new(), Vec::new());
        for quasi in self.tree.list(template.quasis) {
            self.work(1)?;
            let TemplateElement { cooked, raw } = self.tree[quasi];
            self.grown += push(&mut site.0, cooked) + push(&mut site.1, raw);
        }
        self.grown += push(&mut self.templates, site);
        Ok(self.templates.len() as u32 - 1)
    }

    /// Returns the position of the name in `object.name`. It ends where the expression ends.
    pub fn property_position(&self, member: ExpressionId, name: Name) -> u32 {
        let span = self.tree[member].span;
        span.end.saturating_sub(self.session.names.text(name).len() as u32).max(span.start)
    }

    /// Notes where the chain of a call begins that has the position `at`.
    pub fn note_chain(&mut self, call: ExpressionId, at: u32) {
        let start = self.tree[call].span.start;
        if start < at {
            self.grown += push(&mut self.chains, (at, start));
        }
    }

    /// Returns the table of the chains noted. Most calls are compiled in the order of the text.
    pub fn chain_table(&mut self) -> Compiled<PositionTable> {
        self.work(self.chains.len() as u32 / CHAINS_PER_TICK)?;
        order::sort(&mut self.chains);
        Ok(PositionTable::new(self.chains.drain(..)))
    }

    /// Returns the position of a call, or of a tagged template literal, that is not a method's. It is the start of the
    /// call, or the end of the callee if that is a call itself, so that each call in `f()()` has its own position.
    pub fn call_position(&self, call: ExpressionId) -> u32 {
        use ExpressionKind::{Call, ImportCall, New, SuperCall, TaggedTemplate};
        let span = self.tree[call].span;
        let (Call { callee, .. } | TaggedTemplate { tag: callee, .. }) = self.tree[call].kind else {
            return span.start;
        };
        match self.tree[callee].kind {
            Call { .. } | New { .. } | TaggedTemplate { .. } | ImportCall { .. } | SuperCall { .. } => {
                self.tree[callee].span.end
            }
            _ => span.start,
        }
    }
}
