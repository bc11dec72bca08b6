//! From a program to an answer: explores until it is right about everything it believed.
//!
//! An [`Exploration`] is an engine together with the model or machine that it runs with. Each says
//! how to walk through all executions with what is known of a program, and to one of them; running,
//! learning and running again is the same for all.

use crate::config::Config;
use crate::observer::Observer;
use crate::path::Path;
use answer::{Answer, Found, Monitor};
use interp::{Context, Discovery, Knowledge};
use program::Program;
use std::fmt;

/// What an exploration works with.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The program, and what is believed about it.
    pub context: Context<'a>,
    pub config: &'a Config,
    pub monitor: &'a dyn Monitor,
}

impl fmt::Debug for Setting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setting").field("config", self.config).finish_non_exhaustive()
    }
}

/// A way to explore all executions of programs that have a `main` and have been verified.
pub trait Exploration: Send + Sync {
    /// Explores all executions, or finds out that something which was believed is wrong.
    fn walk(
        &self,
        setting: Setting<'_>,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Found, Discovery>;

    /// Explores the one execution that some choices lead to; `None` if there is none.
    fn walk_to(&self, setting: Setting<'_>, choices: &[u32]) -> Option<Found>;

    /// Explores all executions, again and again until nothing contradicts what was believed.
    fn check(
        &self,
        program: &Program,
        config: &Config,
        monitor: &dyn Monitor,
        mut observer: Option<&mut dyn Observer>,
    ) -> Answer {
        let mut knowledge = Knowledge::new(program).with_weak_cas(config.weak_cas);
        let mut restarts = 0;
        loop {
            let context = Context { program, knowledge: &knowledge };
            let setting = Setting { context, config, monitor };
            match self.walk(setting, reborrow(&mut observer)) {
                Ok(mut found) => {
                    found.statistics.restarts = restarts;
                    return Answer::of_search(found);
                }
                Err(discovery) => {
                    let is_new = knowledge.learn(discovery);
                    assert!(is_new, "a discovery teaches something: {discovery:?}");
                    restarts += 1;
                    if let Some(observer) = &mut observer {
                        observer.restarted();
                    }
                }
            }
        }
    }

    /// Explores the one execution that a path leads to; `None` if the path is not one of this
    /// program.
    fn replay(
        &self,
        program: &Program,
        config: &Config,
        monitor: &dyn Monitor,
        path: &Path,
    ) -> Option<Answer> {
        let knowledge = path.knowledge(program, config.weak_cas)?;
        let context = Context { program, knowledge: &knowledge };
        let found = self.walk_to(Setting { context, config, monitor }, &path.choices)?;
        Some(Answer::of_search(found))
    }
}

fn reborrow<'a>(observer: &'a mut Option<&mut dyn Observer>) -> Option<&'a mut dyn Observer> {
    match observer {
        Some(observer) => Some(&mut **observer),
        None => None,
    }
}
