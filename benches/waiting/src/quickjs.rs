//! QuickJS-ng by way of rquickjs: a program waits, and cannot be written down.

use rquickjs::{Context, Ctx, Function, Promise, Runtime};

use crate::Peer;

const SMALL: &str = include_str!("../programs/small.js");
const LARGE: &str = include_str!("../programs/large.js");

pub struct QuickJs {
    text: String,
}

impl QuickJs {
    pub fn new(is_large: bool) -> Self {
        QuickJs { text: format!("(async () => {{ {} }})()", if is_large { LARGE } else { SMALL }) }
    }
}

/// The script's promise for a call, which somebody resolves later.
fn search<'js>(ctx: Ctx<'js>, _words: String, _most: f64) -> rquickjs::Result<Promise<'js>> {
    let (promise, resolve, _) = ctx.promise()?;
    ctx.globals().set("answer", resolve)?;
    Ok(promise)
}

impl Peer for QuickJs {
    type Run = (Context, Runtime);

    fn start(&self) -> Self::Run {
        let runtime = Runtime::new().expect("a runtime");
        let context = Context::full(&runtime).expect("a context");
        context.with(|ctx| {
            ctx.globals().set("search", Function::new(ctx.clone(), search).expect("a function")).expect("set");
            let waiting: Promise = ctx.eval(self.text.as_str()).expect("a promise");
            while ctx.execute_pending_job() {}
            assert!(waiting.result::<String>().is_none());
        });
        (context, runtime)
    }

    fn save(&self, _: &mut Self::Run) -> Option<Vec<u8>> {
        None
    }

    fn finish(&self, _: &[u8]) -> String {
        String::new()
    }
}
