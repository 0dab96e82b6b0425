function f() { null.x }
try { f() } catch (e) { print(e.name, e.message, e.stack) }
try { throw new AggregateError([1], 'm', { cause: 2 }) } catch (e) { print(e.errors, e.cause) }
undeclared;
