/* Ferrotape for C and C++: JavaScript and TypeScript that you do not trust, within limits.
 *
 * Handles are checked: one that is stale, freed, or of another engine is FT_BAD_HANDLE, and never another thing. What this library
 * cannot check is yours: pointers must lead to what they say, for so many bytes as they say.
 *
 * Each function gives a status. FT_THREW, FT_SYNTAX, FT_LIMIT, FT_SAVED and FT_USAGE come with an error (ft_error_report and its
 * like), until the next error; only FT_USAGE of an index, a scope, a size or a kind that there is not has none. Results are written where
 * the status is FT_OK. Texts are UTF-8, with a length and without a zero at their end.
 *
 * Threads: an engine is used by one thread at a time, any thread; another one that comes meanwhile gets FT_BUSY. Only
 * ft_engine_cancel may be called at any time. A function of yours that a script calls may use its engine until it returns, on the
 * same thread. An engine that moves between threads calls your functions, and frees their data, on those threads.
 */
#ifndef FERROTAPE_H
#define FERROTAPE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  FT_OK = 0,
  FT_THREW = 1,      /* a script has thrown */
  FT_LIMIT = 2,      /* a limit, or ft_engine_cancel, has ended it; the engine stays usable */
  FT_PAUSED = 3,     /* the slice of a program is used up */
  FT_WAITING = 4,    /* a program waits for answers, or timers */
  FT_BAD_HANDLE = 5, /* a handle that was freed, or is of another engine */
  FT_BAD_KIND = 6,   /* a value, or bytes, of another kind */
  FT_BUSY = 7,       /* the engine is in use */
  FT_SAVED = 8,      /* saved bytes are not right */
  FT_SYNTAX = 9,     /* source text that does not parse */
  FT_NULL = 10,      /* a pointer is null */
  FT_INTERNAL = 11,  /* a bug of the library: free the engine */
  FT_USAGE = 12      /* not possible now, or not with such arguments */
} ft_status;

typedef enum {
  FT_UNDEFINED = 0,
  FT_NULL_VALUE = 1,
  FT_BOOLEAN = 2,
  FT_NUMBER = 3,
  FT_BIGINT = 4,
  FT_STRING = 5,
  FT_SYMBOL = 6,
  FT_ARRAY = 7,
  FT_BYTES = 8, /* an ArrayBuffer, or a view of one */
  FT_DATE = 9,
  FT_ERROR = 10,
  FT_FUNCTION = 11,
  FT_PROMISE = 12,
  FT_OBJECT = 13 /* any other object */
} ft_kind;

typedef struct { uint64_t id; } ft_engine;
/* A value of an engine. All zero is undefined, and belongs to every engine. */
typedef struct { uint64_t engine, id; } ft_value;
/* Bytes of someone else. Those that this library gives live until the next operation with that engine. */
typedef struct { const uint8_t *bytes; size_t length; } ft_slice;
/* Bytes that ft_buffer_free frees. */
typedef struct { uint8_t *bytes; size_t length, capacity; } ft_buffer;

/* Options of an engine. Set all to zero, then `size` to sizeof(ft_options). Zero is the default: a second, 64 MB, no other limit.
 * FT_UNLIMITED takes a limit away. Limits but memory count anew for each operation. */
typedef struct {
  size_t size;
  uint64_t fuel;
  uint64_t memory;
  uint64_t time_ms;
  uint64_t depth;       /* values on the script's stack */
  uint64_t stack;       /* bytes of native stack that a thread has for it */
  uint64_t source;      /* bytes of a source text */
  uint64_t seed;        /* of Math.random, below 2^53: more is FT_USAGE */
  uint32_t typescript;  /* all sources are TypeScript; else their names say so */
  const char *time_zone;
  const struct ft_hint *hints; /* what errors say of globals that scripts look for in vain */
  size_t hint_count;
} ft_options;
typedef struct ft_hint { const char *global, *hint; } ft_hint;
#define FT_UNLIMITED UINT64_MAX

/* A function for scripts. Its arguments, and all values that it makes, are freed when it returns: see ft_keep. To throw, it returns
 * ft_throw(…). Any status but FT_OK is an exception for the script: that of the operation which gave it, if there was one. */
typedef ft_status (*ft_function)(void *data, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result);
/* Answers a call of ft_define_call, while ft_finish runs the program: it may use the engine, and the call by its number (ft_call_key).
 * The script gets its result as that of an ft_function. FT_WAITING: the answer comes later, by ft_answer or ft_fail. */
typedef ft_status (*ft_handler)(void *data, ft_engine engine, uint64_t call, const ft_value *arguments, size_t count, ft_value *result);
/* Makes an object of a class: `object` gets its pointer. */
typedef ft_status (*ft_constructor)(void *data, ft_engine engine, const ft_value *arguments, size_t count, void **object);
/* Gives the text of a module by its name, which is relative to nothing. The text lives until the function returns. */
typedef ft_status (*ft_loader)(void *data, ft_slice name, ft_slice *source);
/* Gets each message of `console`: its level (debug, log, info, warn, error) and its text. */
typedef void (*ft_console)(void *data, ft_slice level, ft_slice text);
/* Ends the data of a function, once: when the last engine that has it is freed, or before the call that gives it fails. */
typedef void (*ft_drop)(void *data);

/* A class of your objects. Its address is what it is known by, so it stays where it is as long as engines have it. Set all to zero,
 * then `size` to sizeof(ft_class). */
typedef enum {
  FT_METHOD = 1, /* `data` of its function is the pointer of the object */
  FT_GETTER = 2, /* the same, without arguments */
  FT_SETTER = 3, /* the same, with the new value */
  FT_STATIC = 4  /* `data` of its function is that of the class */
} ft_member_kind;
typedef struct { ft_member_kind kind; const char *name; ft_function function; } ft_member;
typedef struct ft_class {
  size_t size;
  const char *name;               /* with dots: in objects. NULL: scripts see nothing of its objects, and it is not defined */
  const struct ft_class *extends; /* its members get pointers of this class as well */
  ft_constructor construct;       /* NULL: scripts get such objects only from you */
  ft_drop finalize;               /* ends an object, once: see ft_new_object */
  const ft_member *members;
  size_t member_count;
} ft_class;

/* Options of a call that is answered later. Set all to zero, then `size` to sizeof(ft_call_options). */
typedef struct {
  size_t size;
  uint32_t blocking; /* the script just waits, without `await` */
  uint32_t keyed;    /* each call has a key: ft_call_key. Its arguments are copied when it is made, and must be data */
  uint64_t times;    /* the most calls in all, and the most that wait at once; 0: no limit */
  uint64_t at_once;
  ft_slice refused;  /* why scripts may not call it; empty: they may */
  ft_handler handler; /* who answers it in ft_finish; NULL: it waits for ft_answer */
  void *data;        /* of the handler */
  ft_drop drop;
} ft_call_options;

/* A call that is over, or that a policy has not let begin. Its slices live until the function returns. */
#define FT_UNKNOWN UINT64_MAX
typedef struct {
  uint64_t id;             /* FT_UNKNOWN where it did not begin */
  ft_slice name;
  ft_slice end;            /* answered, failed, refused, denied (by a policy), forgotten (the program has ended before) */
  ft_slice reason;         /* why it was refused, or denied */
  uint64_t fuel;           /* units of work that the program had spent before */
  uint64_t argument_bytes; /* of data, in the format of values; FT_UNKNOWN for what is more than data */
  uint64_t answer_bytes;
  double waited;           /* milliseconds from the call to its end, in all processes; NaN where it is not known */
} ft_call_event;
typedef void (*ft_call_log)(void *data, const ft_call_event *event);

/* Use of an engine: units of fuel, bytes now and at most, and values that you have. */
typedef struct { uint64_t fuel, bytes, peak_bytes, values; } ft_usage;

static inline ft_slice ft_text(const char *text) {
  ft_slice slice;
  slice.bytes = (const uint8_t *)text;
  slice.length = text ? strlen(text) : 0;
  return slice;
}

uint32_t ft_version(void);

/* Engines. */
ft_status ft_engine_new(const ft_options *options, ft_engine *engine); /* NULL: all defaults */
ft_status ft_engine_free(ft_engine engine);                            /* with all its values */
ft_status ft_engine_cancel(ft_engine engine);                          /* ends what runs in it; its forks go on */
ft_status ft_fork(ft_engine engine, ft_engine *fork);                  /* a copy, with the program that waits in it */
ft_status ft_save(ft_engine engine, ft_buffer *saved);
ft_status ft_restore(ft_engine engine, ft_slice saved, uint32_t with_program);
ft_status ft_buffer_free(ft_buffer *buffer);
ft_status ft_stats(ft_engine engine, ft_usage *usage);
ft_status ft_unhandled(ft_engine engine, ft_value *array); /* reports of rejections that nobody has handled, each once */

/* Scripts. `result` may be NULL. An empty name is script.js. */
ft_status ft_eval(ft_engine engine, ft_slice source, ft_slice name, ft_value *result);
ft_status ft_call(ft_engine engine, ft_value function, ft_value self, const ft_value *arguments, size_t count, ft_value *result);
ft_status ft_construct(ft_engine engine, ft_value function, const ft_value *arguments, size_t count, ft_value *result);

/* Functions of yours. A name with dots makes objects: tools.search. */
ft_status ft_define(ft_engine engine, ft_slice name, ft_function function, void *data, ft_drop drop);
ft_status ft_new_function(ft_engine engine, ft_slice name, ft_function function, void *data, ft_drop drop, ft_value *result);
ft_status ft_throw(ft_engine engine, ft_slice name, ft_slice message); /* gives FT_THREW, to be returned */
ft_status ft_throw_value(ft_engine engine, ft_value value);
ft_status ft_modules(ft_engine engine, ft_loader load, void *data, ft_drop drop);
/* As ft_modules, for programs (ft_start): a loader that gives FT_WAITING gives the text later, or says why there is none. It does so
 * to the engine that runs: a fork asks for its own modules. */
ft_status ft_modules_later(ft_engine engine, ft_loader load, void *data, ft_drop drop);
ft_status ft_provide(ft_engine engine, ft_slice name, ft_slice source);
ft_status ft_provide_error(ft_engine engine, ft_slice name, ft_slice message);
ft_status ft_set_console(ft_engine engine, ft_console tell, void *data, ft_drop drop);

/* Objects of yours. A class gives scripts a constructor with the members of its objects; `data` is that of the constructor and of
 * static members. An object has one pointer, and a pointer one object, also in forks, as long as a script or a value of yours has it.
 * Then `finalize` gets the pointer: at some later operation, or when the last engine that has it is freed. It must not use the engine,
 * which is FT_BUSY or gone. Where ft_new_object fails, the pointer stays yours.
 * Members that are called on anything else are a TypeError of the script. Objects are not in saved bytes: ft_save fails. */
ft_status ft_define_class(ft_engine engine, const ft_class *type, void *data, ft_drop drop);
ft_status ft_new_object(ft_engine engine, const ft_class *type, void *object, ft_value *result);
ft_status ft_to_object(ft_engine engine, ft_value value, const ft_class *type, void **object); /* FT_BAD_KIND: of no such class */

/* Objects. */
ft_status ft_global(ft_engine engine, ft_value *result);
ft_status ft_get(ft_engine engine, ft_value object, ft_slice key, ft_value *result);
ft_status ft_set(ft_engine engine, ft_value object, ft_slice key, ft_value value);
ft_status ft_get_index(ft_engine engine, ft_value object, uint32_t index, ft_value *result);
ft_status ft_set_index(ft_engine engine, ft_value object, uint32_t index, ft_value value);
ft_status ft_get_value(ft_engine engine, ft_value object, ft_value key, ft_value *result); /* a string, a number or a symbol */
ft_status ft_set_value(ft_engine engine, ft_value object, ft_value key, ft_value value);
ft_status ft_keys(ft_engine engine, ft_value object, ft_value *array); /* its own enumerable ones */

/* Values are read by the function of their kind; another kind is FT_BAD_KIND, and nothing is converted. */
ft_status ft_kind_of(ft_engine engine, ft_value value, ft_kind *kind);
ft_status ft_to_boolean(ft_engine engine, ft_value value, uint32_t *boolean);
ft_status ft_to_number(ft_engine engine, ft_value value, double *number);
ft_status ft_to_bigint(ft_engine engine, ft_value value, int64_t *number); /* FT_BAD_KIND beyond 64 bits */
ft_status ft_to_utf8(ft_engine engine, ft_value value, ft_slice *utf8, uint32_t *lossy); /* lone surrogates are lost */
ft_status ft_to_utf16(ft_engine engine, ft_value value, const uint16_t **units, size_t *length);
ft_status ft_to_date(ft_engine engine, ft_value value, double *milliseconds); /* NaN for an invalid date */
ft_status ft_to_bytes(ft_engine engine, ft_value value, ft_slice *bytes);
ft_status ft_inspect(ft_engine engine, ft_value value, ft_slice *utf8); /* any value, for people */
ft_status ft_promise_state(ft_engine engine, ft_value promise, uint32_t *state, ft_value *result); /* 0 waits, 1 fulfilled, 2 rejected */

/* Values are made. */
ft_status ft_undefined(ft_engine engine, ft_value *result);
ft_status ft_null(ft_engine engine, ft_value *result);
ft_status ft_boolean(ft_engine engine, uint32_t boolean, ft_value *result);
ft_status ft_number(ft_engine engine, double number, ft_value *result);
ft_status ft_bigint(ft_engine engine, int64_t number, ft_value *result);
ft_status ft_utf8(ft_engine engine, ft_slice utf8, ft_value *result);
ft_status ft_utf16(ft_engine engine, const uint16_t *units, size_t length, ft_value *result);
ft_status ft_date(ft_engine engine, double milliseconds, ft_value *result);
ft_status ft_bytes(ft_engine engine, ft_slice bytes, ft_value *result); /* an ArrayBuffer with a copy */
ft_status ft_array(ft_engine engine, ft_value *result);
ft_status ft_object(ft_engine engine, ft_value *result);

/* Whole values as bytes: the format of crates/ferrotape/src/wire.rs, in which other languages read them. They may
 * name values, functions and objects of the engine by numbers: write none that come from someone whom you do not trust. */
ft_status ft_read_wire(ft_engine engine, ft_value value, ft_buffer *wire);
ft_status ft_write_wire(ft_engine engine, ft_slice wire, ft_value *result);

/* Values live until they are freed, or the scope ends in which they were made. */
ft_status ft_value_free(ft_engine engine, ft_value value);
ft_status ft_scope_open(ft_engine engine, uint32_t *scope);
ft_status ft_scope_close(ft_engine engine, uint32_t scope);
ft_status ft_keep(ft_engine engine, ft_value value, ft_value *result); /* another handle, which belongs to no scope */

/* The last error of an engine. FT_USAGE where there was none. */
ft_status ft_error_report(ft_engine engine, ft_slice *utf8); /* for people: place, line, notes, stack */
ft_status ft_error_json(ft_engine engine, ft_slice *utf8);   /* the same as data */
ft_status ft_error_kind(ft_engine engine, ft_slice *utf8);   /* syntax, exception, conversion, limit, saved, usage */
ft_status ft_error_name(ft_engine engine, ft_slice *utf8);
ft_status ft_error_message(ft_engine engine, ft_slice *utf8); /* its name and message */
ft_status ft_error_path(ft_engine engine, ft_slice *utf8);   /* to the part of a value that cannot cross */
ft_status ft_error_limit(ft_engine engine, ft_slice *utf8);  /* fuel, time, memory, source, cancelled */
ft_status ft_error_place(ft_engine engine, ft_slice *source, uint32_t *line, uint32_t *column);
ft_status ft_error_value(ft_engine engine, ft_value *result); /* the thrown value; it can be taken once */

/* Programs go on in slices. A call of a function of ft_define_call waits until it is answered, perhaps in another process. */
#define FT_BODY 0   /* return and await at the top */
#define FT_SCRIPT 1
#define FT_MODULE 2
ft_status ft_define_call(ft_engine engine, ft_slice name, const ft_call_options *options); /* NULL: a promise, without a handler */
ft_status ft_start(ft_engine engine, uint32_t goal, ft_slice source, ft_slice name);
ft_status ft_on_call(ft_engine engine, ft_call_log tell, void *data, ft_drop drop); /* `tell` cannot use the engine; forks tell it too */
/* 0: no slice. FT_OK is the end, with the result; FT_WAITING gives the milliseconds until a timer is due, or infinity. */
ft_status ft_advance(ft_engine engine, uint64_t fuel, uint64_t milliseconds, ft_value *result, double *timer);
/* Runs the program without slices; handlers answer their calls. FT_WAITING: it waits for other calls, for late answers or for timers. */
ft_status ft_finish(ft_engine engine, ft_value *result, double *timer);
/* Limits the program in all: milliseconds of its slices, bytes of its answers. Both go with its bytes. 0: as before. */
ft_status ft_limit_program(ft_engine engine, uint64_t milliseconds, uint64_t answers);
ft_status ft_calls(ft_engine engine, uint32_t only_new, size_t *count); /* then ft_call_at, until the next ft_calls */
ft_status ft_call_at(ft_engine engine, size_t index, uint64_t *id, ft_slice *name, uint32_t *blocking);
ft_status ft_call_arguments(ft_engine engine, uint64_t id, ft_value *array);
/* The idempotency key of a call in the run of that name: the same in each process that finds it. Empty without ft_call_options.keyed. */
ft_status ft_call_key(ft_engine engine, uint64_t id, ft_slice run, ft_slice *key);
/* Place of a call. And its stack: the functions that ran when it was made, the innermost first, and the async ones that waited for
 * them. ft_stack_at gives them until the next ft_call_stack. Built-in functions have the line 0. */
ft_status ft_call_place(ft_engine engine, uint64_t id, ft_slice *source, uint32_t *line, uint32_t *column);
ft_status ft_call_stack(ft_engine engine, uint64_t id, size_t *count);
ft_status ft_stack_at(ft_engine engine, size_t index, ft_slice *function, ft_slice *source, uint32_t *line, uint32_t *column);
ft_status ft_answer(ft_engine engine, uint64_t id, ft_value value);
ft_status ft_fail(ft_engine engine, uint64_t id, ft_slice name, ft_slice message);
ft_status ft_abort(ft_engine engine, ft_slice reason);

#ifdef __cplusplus
}
#endif
#endif
