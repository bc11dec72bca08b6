//! Who is called: a function of the program, an intrinsic, something external, or assembly?

use super::builtins::Builtin;
use super::fold::{Lowered, unsupported};
use super::function::Body;
use super::link::SymbolRef;
use super::statics::Target;
use crate::tree::instruction::{Call, Callee as TreeCallee};
use crate::tree::{Constant, Operand as TreeOperand, SymbolId, ValueId};
use base::Address;
use program::{Callee, FunctionId, Instruction, Operand, Register, Terminator};

impl Body<'_, '_> {
    pub(super) fn call(&mut self, result: Option<ValueId>, call: &Call) -> Lowered<()> {
        match call.callee {
            TreeCallee::Assembly { template, constraints } => {
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
            Target::External { .. } => {
                let name = self.scope.symbol_name(symbol);
                match name.strip_prefix("llvm.") {
                    Some(intrinsic) => self.intrinsic(result, intrinsic, call),
                    None => self.call_external(result, name, call),
                }
            }
            Target::Address(_) | Target::Alias(_) | Target::Unsupported { .. } => {
                let callee = Operand::Constant(self.scope.address(symbol, 0)?);
                self.call_address(result, callee, call)
            }
        }
    }

    fn call_external(&mut self, result: Option<ValueId>, name: &str, call: &Call) -> Lowered<()> {
        let arguments = self.arguments(call)?;
        match self.builtin(name, &arguments)? {
            Builtin::Unknown => unsupported(format!("external function `{name}`")),
            Builtin::Nothing => Ok(()),
            Builtin::Result(value) => {
                if let Some(result) = result {
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
        let mut arguments = Vec::new();
        for argument in &call.arguments {
            arguments.extend(self.settled_leaves(argument.value)?);
        }
        Ok(arguments)
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
        let arguments = self.arguments(call)?;
        let known = match callee {
            Operand::Constant(address) => self.output.program.function_at(Address(address)),
            Operand::Register(_) | Operand::Undefined => None,
        };
        let callee = match known {
            Some(function) => {
                self.check_signature(function, arguments.len(), &targets)?;
                Callee::Direct(function)
            }
            None => Callee::Indirect(callee),
        };
        self.emit(Instruction::Call { targets, callee, arguments });
        Ok(())
    }

    /// Whether a function takes so many arguments and returns so many values.
    fn check_signature(
        &self,
        function: FunctionId,
        arguments: usize,
        targets: &[Register],
    ) -> Lowered<()> {
        let program = &self.output.program;
        let statics = &self.scope.world.statics.functions;
        let runtime = program.functions.len() - self.output.added() - statics.len();
        let Some(index) = function.index().checked_sub(runtime) else {
            let definition = program.function(function);
            return match definition.parameters as usize > arguments {
                true => {
                    unsupported(format!("call of `{}` with too few arguments", definition.name))
                }
                false => Ok(()),
            };
        };
        let Some(source) = statics.get(index) else {
            return Ok(());
        };
        let home = self.scope.world.scope(source.symbol.module);
        let Some(tree) = source.body.map(|id| home.module.function(id)) else {
            return Ok(());
        };
        let mut parameters = 0;
        for parameter in &tree.parameters {
            parameters += home.leaves(parameter.parameter_type)?.len();
        }
        let name = home.symbol_name(source.symbol.symbol);
        if arguments < parameters {
            return unsupported(format!("call of `{name}` with too few arguments"));
        }
        if !targets.is_empty() && home.leaves(tree.result)?.len() != targets.len() {
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
        let values = match self.builtin(name, &arguments)? {
            Builtin::Unknown => return unsupported(format!("external function `{name}`")),
            Builtin::Nothing => Vec::new(),
            Builtin::Result(value) => vec![value],
        };
        self.terminate(Terminator::Return { values });
        Ok(())
    }
}
