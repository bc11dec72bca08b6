//! Who is called: a function of the program, an intrinsic, something external, or assembly?

use super::builtins::Builtin;
use super::fold::{Lowered, unsupported};
use super::function::Body;
use super::link::SymbolRef;
use super::names::readable;
use super::statics::Target;
use crate::tree::instruction::{Argument, Call, Callee as TreeCallee};
use crate::tree::{Constant, Definition, Operand as TreeOperand, SymbolId, TypeId, ValueId};
use base::Address;
use program::{Callee, FunctionId, Instruction, Operand, Register, Terminator};

impl Body<'_, '_> {
    pub(super) fn call(&mut self, result: Option<ValueId>, call: &Call) -> Lowered<()> {
        match call.callee {
            TreeCallee::Assembly { is_intel: true, .. } => {
                unsupported("inline asm in Intel's syntax")
            }
            TreeCallee::Assembly { template, constraints, is_intel: false } => {
                self.assembly(result, template, constraints, call)
            }
            TreeCallee::Operand(TreeOperand::Constant(constant)) => {
                match self.scope.module.constants.get(constant) {
                    Constant::Symbol(symbol) => self.call_symbol(result, *symbol, call),
                    _ => {
                        let callee = self.operand(TreeOperand::Constant(constant))?;
                        self.call_address(result, callee, call)
                    }
                }
            }
            TreeCallee::Operand(operand) => {
                let callee = self.operand(operand)?;
                self.call_address(result, callee, call)
            }
        }
    }

    fn call_symbol(
        &mut self,
        result: Option<ValueId>,
        symbol: SymbolId,
        call: &Call,
    ) -> Lowered<()> {
        let module = self.scope.index;
        let world = self.scope.world;
        match world.statics.get(world.links, SymbolRef { module, symbol }) {
            Some(Target::External { .. }) => {
                let name = self.scope.symbol_name(symbol);
                match name.strip_prefix("llvm.") {
                    Some(intrinsic) => self.intrinsic(result, intrinsic, call),
                    None => self.call_external(result, name, call),
                }
            }
            Some(
                Target::Address(_)
                | Target::ThreadLocal(_)
                | Target::Alias(_)
                | Target::Unsupported { .. },
            )
            | None => {
                let callee = Operand::Constant(self.scope.address(symbol, 0)?);
                self.announce(self.scope.symbol_name(symbol), call);
                self.call_address(result, callee, call)
            }
        }
    }

    fn call_external(&mut self, result: Option<ValueId>, name: &str, call: &Call) -> Lowered<()> {
        let arguments = self.arguments(call)?;
        let wanted = result.is_some_and(|result| self.used.contains(&result));
        match self.builtin(name, &arguments, wanted)? {
            Builtin::Unknown if self.is_narrow() && name.starts_with("__cxa_") => {
                unsupported("exceptions of C++ where pointers have four bytes")
            }
            Builtin::Unknown => unsupported(format!("external function `{}`", readable(name))),
            Builtin::Nothing => Ok(()),
            Builtin::Result(value) => {
                if let Some(result) = result {
                    let value = self.result_of(name, value, wanted)?;
                    let width = self.width(call.result)?;
                    let target = self.register(result)?;
                    self.assign(target, value, width);
                }
                Ok(())
            }
        }
    }

    /// The scalars of all arguments.
    fn arguments(&mut self, call: &Call) -> Lowered<Vec<Operand>> {
        self.values_of(&call.arguments)
    }

    fn values_of(&mut self, arguments: &[Argument]) -> Lowered<Vec<Operand>> {
        let mut values = Vec::new();
        for argument in arguments {
            values.extend(self.settled_leaves(argument.value)?);
        }
        Ok(values)
    }

    /// Whether a function of the modules has a body and takes variable arguments.
    fn takes_variable_arguments(&self, function: FunctionId) -> bool {
        let world = self.scope.world;
        let index = function.index().checked_sub(self.output.first_function);
        let Some(source) = index.map(|index| world.statics.functions[index]) else {
            return false;
        };
        let home = world.scope(source.symbol.module);
        match home.module.symbol(source.symbol.symbol).definition {
            Definition::Function(id) => source.body.is_some() && home.module.function(id).variadic,
            _ => false,
        }
    }

    fn call_address(
        &mut self,
        result: Option<ValueId>,
        callee: Operand,
        call: &Call,
    ) -> Lowered<()> {
        let targets = match result {
            Some(result) => self.registers(result)?,
            None => Vec::new(),
        };
        let known = match callee {
            Operand::Constant(address) => self.output.program.function_at(Address(address)),
            Operand::Register(_) | Operand::Undefined => None,
        };
        // Whether the callee takes variable arguments, or may do so.
        let fixed = match known {
            Some(function) => call.fixed.filter(|_| self.takes_variable_arguments(function)),
            None => call.fixed,
        };
        let mut arguments = match fixed {
            Some(fixed) if fixed <= call.arguments.len() => {
                let (first, rest) = call.arguments.split_at(fixed);
                let mut arguments = self.values_of(first)?;
                arguments.push(self.variable_arguments(rest)?);
                arguments
            }
            _ => self.arguments(call)?,
        };
        let callee = match known {
            Some(function) => {
                self.adapt(function, &mut arguments, targets.len())?;
                Callee::Direct(function)
            }
            None => Callee::Indirect(callee),
        };
        let library = known.filter(|known| known.index() < self.output.first_function);
        let is_library = library.is_some();
        let results = targets.clone();
        match library {
            Some(library) => self.call_of_library(library, targets, arguments)?,
            None => self.emit(Instruction::Call { targets, callee, arguments }),
        }
        if let (Some(library), [target], Some(result)) = (library, &results[..], result) {
            let name = self.output.program.function(library).name.clone();
            let wanted = self.used.contains(&result);
            let value = self.result_of(&name, (*target).into(), wanted)?;
            if value != (*target).into() {
                self.emit(Instruction::Assign { target: *target, value });
            }
        }
        if is_library && self.is_narrow() {
            self.shorten(call.result, &results)?;
        }
        Ok(())
    }

    /// Cuts results to their width: the runtime returns a `long` or a `size_t` as 64 bits.
    fn shorten(&mut self, of: TypeId, results: &[Register]) -> Lowered<()> {
        for (target, leaf) in results.iter().zip(self.scope.leaves(of)?) {
            if leaf.width < 64 {
                let (to, target, value) = (leaf.width, *target, (*target).into());
                self.emit(Instruction::Truncate { to, target, value });
            }
        }
        Ok(())
    }

    /// Drops arguments that a function does not take; complains if it takes more than there are, or
    /// returns another number of values than are wanted.
    fn adapt(
        &self,
        function: FunctionId,
        arguments: &mut Vec<Operand>,
        wanted: usize,
    ) -> Lowered<()> {
        let world = self.scope.world;
        let Some(index) = function.index().checked_sub(self.output.first_function) else {
            let library = self.output.program.function(function);
            if arguments.len() < library.parameters as usize {
                return unsupported(format!("call of `{}` with too few arguments", library.name));
            }
            let results = library.blocks.iter().filter_map(|block| match &block.terminator {
                Terminator::Return { values } => Some(values.len()),
                _ => None,
            });
            if results.min().is_some_and(|results| wanted > results) {
                return unsupported(format!("call of `{}` for a result it has not", library.name));
            }
            arguments.truncate(library.parameters as usize);
            return Ok(());
        };
        let source = world.statics.functions[index];
        let home = world.scope(source.symbol.module);
        let name = home.symbol_name(source.symbol.symbol);
        let Definition::Function(id) = home.module.symbol(source.symbol.symbol).definition else {
            unreachable!("only functions get ids of functions");
        };
        let tree = home.module.function(id);
        let mut parameters = 0;
        for parameter in &tree.parameters {
            parameters += home.leaves(parameter.parameter_type)?.len();
        }
        if source.symbol == world.main && parameters > 0 {
            // The first call of it gets its arguments in another way.
            return unsupported("a call of `main` by the program itself");
        }
        // Where variable arguments are is one more.
        if tree.variadic && source.body.is_some() {
            parameters += 1;
        }
        if arguments.len() < parameters {
            return unsupported(format!("call of `{name}` with too few arguments"));
        }
        arguments.truncate(parameters);
        if wanted > 0 && home.leaves(tree.result)?.len() != wanted {
            return unsupported(format!("call of `{name}` for a result of another type"));
        }
        Ok(())
    }

    /// The body of an external function whose address is taken.
    pub(super) fn stub(&mut self) {
        let block = program::Block::new("stub", Terminator::Unreachable);
        self.function.blocks.push(block);
        let name = self.function.name.clone();
        if let Err(super::Unsupported(what)) = self.stub_body(&name) {
            self.emit(Instruction::Unsupported { what });
        }
    }

    fn stub_body(&mut self, name: &str) -> Lowered<()> {
        for parameter in &self.tree.parameters {
            for _ in self.scope.leaves(parameter.parameter_type)? {
                self.function.add_register("");
            }
        }
        self.function.parameters = self.function.registers.len() as u32;
        let arguments: Vec<Operand> =
            (0..self.function.parameters).map(|index| Register(index).into()).collect();
        let values = match self.builtin(name, &arguments, true)? {
            Builtin::Unknown => {
                return unsupported(format!("external function `{}`", readable(name)));
            }
            Builtin::Nothing => Vec::new(),
            Builtin::Result(value) => vec![self.result_of(name, value, true)?],
        };
        self.terminate(Terminator::Return { values });
        Ok(())
    }
}
