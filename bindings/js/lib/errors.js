// What goes wrong: one class for each kind.

/** An error of the engine. `kind` is one of `syntax`, `exception`, `conversion`, `limit`, `saved`, `usage`, `internal`. */
export class FerrotapeError extends Error {
  constructor(message, record = {}, options) {
    super(message, options);
    this.name = new.target.name;
    /** The error for people: the place with its line, notes, the script's stack. */
    this.report = record.report ?? message;
    const told = record.json === undefined ? undefined : JSON.parse(record.json);
    this.place = told?.place ?? undefined;
    this.notes = told?.notes ?? [];
    this.frames = told?.stack ?? [];
    Object.defineProperty(this, "told", { value: told, enumerable: false });
  }

  /** Everything known about the error as data: what to give to a model. */
  toJSON() {
    return this.told ?? { kind: this.kind, message: this.message };
  }
}

/** A script has thrown: `thrown` is the value. `cause` is the exception of the host that the script let through, or the thrown one's. */
export class ScriptError extends FerrotapeError {
  kind = "exception";
}

/** The source text does not parse. */
export class ScriptSyntaxError extends FerrotapeError {
  kind = "syntax";
}

/** A value cannot cross; `path` leads to the part that cannot. */
export class ConversionError extends FerrotapeError {
  kind = "conversion";
  constructor(message, path = "", record, options) {
    super(path && record === undefined ? `${path}: ${message}` : message, record, options);
    this.path = path;
  }
}

/** A limit has ended the script: `limit` is `fuel`, `time`, `memory`, `source` or `cancelled`. */
export class LimitError extends FerrotapeError {
  kind = "limit";
  constructor(message, limit, record, options) {
    super(message, record, options);
    this.limit = limit;
  }
}

/** Saved bytes are not right: `problem` is `notSaved`, `otherVersion`, `otherGoal`, `damaged`, `tooLarge` or `other`. */
export class SavedError extends FerrotapeError {
  kind = "saved";
  constructor(message, problem, record) {
    super(message, record);
    this.problem = problem;
  }
}

/** The package was not used as it can be. */
export class UsageError extends FerrotapeError {
  kind = "usage";
}

/** The engine has failed. It is lost, and so are those that share its instance. */
export class InternalError extends FerrotapeError {
  kind = "internal";
}

/** Returns the record of a script that was cancelled. Its clock was set to the end of time, so the engine tells of a deadline. */
export function cancelledRecord(record) {
  const message = "the script was cancelled";
  const told = JSON.parse(record.json);
  const lines = told.notes.map((note) => `  = ${note.message}`);
  const report = record.report.split("\n").filter((line) => !lines.includes(line)).join("\n").replace(record.message, message);
  return { ...record, limit: "cancelled", message, report, json: JSON.stringify({ ...told, limit: "Interrupted", message, notes: [] }) };
}

/** Returns the error for a record of the engine. */
export function errorOf(record, thrown, hasThrown, cause) {
  const { kind, message } = record;
  const options = cause === undefined ? undefined : { cause };
  switch (kind) {
    case "syntax":
      return new ScriptSyntaxError(message, record, options);
    case "conversion":
      return new ConversionError(message, record.path, record, options);
    case "limit":
      return new LimitError(message, record.limit, record, options);
    case "saved":
      return new SavedError(message, record.problem, record);
    case "usage":
      return new UsageError(message, record, options);
    default: {
      const error = new ScriptError(message, record, options);
      error.thrown = thrown;
      if (!hasThrown) delete error.thrown;
      return error;
    }
  }
}
