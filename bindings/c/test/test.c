/* The tests of the binding: values by bindings/shared/values.json, handles, functions, limits, programs, threads, wrong uses. */
#include "check.h"

#include <math.h>
#include <pthread.h>
#include <time.h>

static ft_value none(void) {
  ft_value value = {0, 0};
  return value;
}

/* --- values --- */

static char *file(const char *path, size_t *length) {
  FILE *opened = fopen(path, "rb");
  char *bytes;
  CHECK(opened != NULL);
  fseek(opened, 0, SEEK_END);
  *length = (size_t)ftell(opened);
  rewind(opened);
  bytes = malloc(*length);
  CHECK(bytes != NULL && fread(bytes, 1, *length, opened) == *length);
  fclose(opened);
  return bytes;
}

static uint8_t *bytes_of_hex(ft_slice hex, size_t *length) {
  uint8_t *bytes = malloc(hex.length / 2 + 1);
  size_t at;
  CHECK(bytes != NULL);
  *length = hex.length / 2;
  for (at = 0; at < *length; at++) {
    char pair[3] = {(char)hex.bytes[2 * at], (char)hex.bytes[2 * at + 1], 0};
    bytes[at] = (uint8_t)strtoul(pair, NULL, 16);
  }
  return bytes;
}

static void one_value(ft_engine engine, ft_value table, uint32_t index) {
  uint32_t scope;
  ft_value row, source, hex, value, again;
  ft_slice text, wire;
  ft_buffer read;
  uint8_t *bytes;
  size_t length;
  char *wrapped;
  OK(ft_scope_open(engine, &scope));
  OK(ft_get_index(engine, table, index, &row));
  OK(ft_get(engine, row, ft_text("source"), &source));
  OK(ft_get(engine, row, ft_text("bytes"), &hex));
  OK(ft_to_utf8(engine, hex, &text, NULL));
  bytes = bytes_of_hex(text, &length);
  wire.bytes = bytes;
  wire.length = length;
  OK(ft_to_utf8(engine, source, &text, NULL));
  wrapped = malloc(text.length + 3);
  CHECK(wrapped != NULL);
  sprintf(wrapped, "(%.*s)", (int)text.length, (const char *)text.bytes);
  value = eval(engine, wrapped);
  OK(ft_read_wire(engine, value, &read));
  CHECK(read.length == length && memcmp(read.bytes, bytes, length) == 0);
  OK(ft_buffer_free(&read));
  OK(ft_write_wire(engine, wire, &again));
  OK(ft_read_wire(engine, again, &read));
  /* An error that is read has a stack: where it was read. */
  if (strstr(wrapped, "Error(") == NULL) CHECK(read.length == length && memcmp(read.bytes, bytes, length) == 0);
  OK(ft_buffer_free(&read));
  OK(ft_buffer_free(&read));
  free(wrapped);
  free(bytes);
  OK(ft_scope_close(engine, scope));
}

static void values_are_those_of_all_bindings(const char *path) {
  size_t length;
  char *json = file(path, &length);
  ft_engine engine = engine_of(60000);
  ft_slice slice;
  ft_value text, global, table;
  uint32_t index, count;
  slice.bytes = (const uint8_t *)json;
  slice.length = length;
  OK(ft_utf8(engine, slice, &text));
  OK(ft_global(engine, &global));
  OK(ft_set(engine, global, ft_text("json"), text));
  table = eval(engine, "JSON.parse(json)");
  count = (uint32_t)number(engine, "JSON.parse(json).length");
  CHECK(count >= 200);
  for (index = 0; index < count; index++) one_value(engine, table, index);
  free(json);
  OK(ft_engine_free(engine));
}

static void each_kind_is_made_and_read(void) {
  ft_engine engine = engine_of(0);
  const uint16_t lone[2] = {0xD800, 'a'};
  const uint8_t raw[4] = {1, 2, 3, 250};
  const uint16_t *units;
  ft_value value, object;
  ft_kind kind;
  ft_slice slice;
  uint32_t truth, lossy;
  int64_t big;
  double date;
  size_t length;
  OK(ft_number(engine, -0.0, &value));
  CHECK(signbit(number_of(engine, value)));
  CHECK(ft_to_boolean(engine, value, &truth) == FT_BAD_KIND);
  OK(ft_boolean(engine, 7, &value));
  OK(ft_to_boolean(engine, value, &truth));
  CHECK(truth == 1);
  OK(ft_bigint(engine, INT64_MIN, &value));
  OK(ft_to_bigint(engine, value, &big));
  CHECK(big == INT64_MIN);
  OK(ft_bigint(engine, 0, &value));
  OK(ft_to_bigint(engine, value, &big));
  CHECK(big == 0);
  CHECK(ft_to_bigint(engine, eval(engine, "2n ** 63n"), &big) == FT_BAD_KIND);
  CHECK(ft_to_bigint(engine, eval(engine, "2n ** 640n"), &big) == FT_BAD_KIND);
  OK(ft_utf16(engine, lone, 2, &value));
  OK(ft_to_utf16(engine, value, &units, &length));
  CHECK(length == 2 && units[0] == 0xD800 && units[1] == 'a');
  OK(ft_to_utf8(engine, value, &slice, &lossy));
  CHECK(lossy && is_text(slice, "\xEF\xBF\xBD" "a"));
  OK(ft_date(engine, 1.5e12, &value));
  OK(ft_to_date(engine, value, &date));
  CHECK(date == 1.5e12);
  slice.bytes = raw;
  slice.length = sizeof raw;
  OK(ft_bytes(engine, slice, &value));
  OK(ft_to_bytes(engine, value, &slice));
  CHECK(slice.length == 4 && memcmp(slice.bytes, raw, 4) == 0);
  OK(ft_to_bytes(engine, eval(engine, "new Uint16Array([1, 2, 3]).subarray(1)"), &slice));
  CHECK(slice.length == 4 && slice.bytes[0] == 2 && slice.bytes[2] == 3);
  OK(ft_object(engine, &object));
  OK(ft_set(engine, object, ft_text("key"), value));
  OK(ft_get(engine, object, ft_text("missing"), &value));
  OK(ft_kind_of(engine, value, &kind));
  CHECK(kind == FT_UNDEFINED);
  OK(ft_array(engine, &object));
  OK(ft_set_index(engine, object, 2, none()));
  OK(ft_get(engine, object, ft_text("length"), &value));
  CHECK(number_of(engine, value) == 3);
  {
    const struct { const char *source; ft_kind kind; } kinds[] = {
      {"undefined", FT_UNDEFINED}, {"null", FT_NULL_VALUE}, {"true", FT_BOOLEAN}, {"1", FT_NUMBER}, {"1n", FT_BIGINT}, {"''", FT_STRING},
      {"Symbol()", FT_SYMBOL}, {"[]", FT_ARRAY}, {"new DataView(new ArrayBuffer(1))", FT_BYTES}, {"new Date", FT_DATE},
      {"new RangeError", FT_ERROR}, {"() => 1", FT_FUNCTION}, {"new Promise(() => {})", FT_PROMISE}, {"new Map", FT_OBJECT}, {"({})", FT_OBJECT}};
    size_t index;
    for (index = 0; index < sizeof kinds / sizeof *kinds; index++) {
      OK(ft_kind_of(engine, eval(engine, kinds[index].source), &kind));
      CHECK(kind == kinds[index].kind);
    }
  }
  OK(ft_inspect(engine, eval(engine, "({ a: [1, 'b'] })"), &slice));
  CHECK(is_text(slice, "{ a: [ 1, 'b' ] }"));
  OK(ft_promise_state(engine, eval(engine, "Promise.resolve(7)"), &truth, &value));
  CHECK(truth == 1 && number_of(engine, value) == 7);
  OK(ft_engine_free(engine));
}

/* --- functions of the host --- */

struct counted { int calls, drops; };

static void dropped(void *data) { ((struct counted *)data)->drops++; }

/* Calls its first argument with the others, within the run. */
static ft_status apply(void *data, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  ((struct counted *)data)->calls++;
  if (count == 0) return ft_throw(engine, ft_text("TypeError"), ft_text("apply takes a function"));
  return ft_call(engine, arguments[0], none(), arguments + 1, count - 1, result);
}

static ft_status frees(void *data, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  ft_engine fork;
  (void)data;
  (void)arguments;
  (void)count;
  CHECK(ft_engine_free(engine) == FT_BUSY);
  CHECK(ft_fork(engine, &fork) == FT_BUSY);
  CHECK(ft_start(engine, FT_BODY, ft_text("1"), ft_text("")) == FT_USAGE);
  return ft_eval(engine, ft_text("6 * 7"), ft_text("inner.js"), result);
}

static ft_value stored;

static ft_status stores(void *data, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  (void)count;
  (void)result;
  *(ft_value *)data = arguments[0];
  return ft_keep(engine, arguments[0], &stored);
}

static ft_status other_engine(void *data, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  ft_engine other = *(ft_engine *)data;
  (void)arguments;
  (void)count;
  CHECK(number(other, "1 + 1") == 2);
  /* A value of another engine is refused. */
  *result = eval(other, "({})");
  (void)engine;
  return FT_OK;
}

static void functions_go_both_ways(void) {
  struct counted counted = {0, 0};
  ft_engine engine = engine_of(0), other = engine_of(0);
  ft_value scoped, f;
  ft_slice report;
  OK(ft_define(engine, ft_text("host.apply"), apply, &counted, dropped));
  OK(ft_define(engine, ft_text("frees"), frees, NULL, NULL));
  OK(ft_define(engine, ft_text("stores"), stores, &scoped, NULL));
  OK(ft_define(engine, ft_text("other"), other_engine, &other, NULL));
  CHECK(number(engine, "host.apply((a, b) => a + b, 20, 22)") == 42);
  CHECK(number(engine, "let f = (n) => n === 0 ? 0 : 1 + host.apply(f, n - 1); f(5)") == 5);
  CHECK(number(engine, "frees()") == 42);
  CHECK(gives_text(engine, eval(engine, "try { host.apply() } catch (e) { `${e.name}: ${e.message}` }"), "TypeError: apply takes a function"));
  CHECK(number(engine, "try { host.apply(() => { throw { code: 7 } }) } catch (e) { e.code }") == 7);
  CHECK(gives_text(engine, eval(engine, "try { other() } catch (e) { e.message }"), "the host's function gives a value of another engine"));
  CHECK(ft_eval(engine, ft_text("host.apply(() => { null.x })"), ft_text("a.js"), NULL) == FT_THREW);
  OK(ft_error_report(engine, &report));
  CHECK(strstr((const char *)report.bytes, "a.js:1:") != NULL);
  eval(engine, "stores((n) => n + 1)");
  f = stored;
  CHECK(ft_call(engine, scoped, none(), NULL, 0, NULL) == FT_BAD_HANDLE);
  {
    ft_value argument, result;
    OK(ft_number(engine, 5, &argument));
    OK(ft_call(engine, f, none(), &argument, 1, &result));
    CHECK(number_of(engine, result) == 6);
  }
  OK(ft_new_function(engine, ft_text("late"), apply, &counted, dropped, &f));
  OK(ft_engine_free(engine));
  CHECK(counted.drops == 2 && counted.calls >= 9);
  OK(ft_engine_free(other));
}

static ft_status odd(void *data, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  (void)data;
  (void)engine;
  (void)arguments;
  (void)count;
  (void)result;
  return (ft_status)-99;
}

static ft_status ends(void *data, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  (void)engine;
  (void)arguments;
  (void)count;
  (void)result;
  return ft_engine_cancel(*(ft_engine *)data);
}

static void functions_may_be_odd(void) {
  struct counted counted = {0, 0};
  ft_engine engine = engine_of(0), fork;
  ft_options options;
  OK(ft_define(engine, ft_text("odd"), odd, NULL, NULL));
  CHECK(number(engine, "try { odd() } catch (e) { 7 }") == 7);
  /* Data are dropped where they cannot be given. */
  CHECK(ft_define(engine, ft_text("f"), NULL, &counted, dropped) == FT_NULL && counted.drops == 1);
  eval(engine, "Object.defineProperty(globalThis, 'g', { set() { throw 1 } }); 1");
  CHECK(ft_define(engine, ft_text("g.h.i"), apply, &counted, dropped) != FT_OK && counted.drops == 2);
  OK(ft_fork(engine, &fork));
  /* An engine ends alone. */
  OK(ft_define(engine, ft_text("ends_fork"), ends, &fork, NULL));
  OK(ft_define(engine, ft_text("ends"), ends, &engine, NULL));
  CHECK(number(engine, "ends_fork(); for (let i = 0; i < 1e5; i++); 5") == 5);
  CHECK(ft_eval(engine, ft_text("ends(); for (;;);"), ft_text(""), NULL) == FT_LIMIT);
  CHECK(number(fork, "5") == 5);
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.seed = UINT64_MAX;
  OK(ft_engine_free(engine));
  CHECK(ft_engine_new(&options, &engine) == FT_USAGE);
  OK(ft_engine_free(fork));
}

static ft_status library(void *data, ft_slice name, ft_slice *source) {
  (void)data;
  if (is_text(name, "lib/a.js")) *source = ft_text("export { b } from './b.js'");
  else if (is_text(name, "lib/b.js")) *source = ft_text("export const b = 42");
  else return FT_THREW;
  return FT_OK;
}

static void told(void *data, ft_slice level, ft_slice text) {
  snprintf(data, 64, "%.*s: %.*s", (int)level.length, (const char *)level.bytes, (int)text.length, (const char *)text.bytes);
}

static void modules_and_console(void) {
  ft_engine engine = engine_of(0);
  char said[64] = "";
  ft_value result;
  OK(ft_modules(engine, library, NULL, NULL));
  OK(ft_set_console(engine, told, said, NULL));
  OK(ft_start(engine, FT_MODULE, ft_text("import { b } from './lib/a.js'; console.warn('b is', b); globalThis.b = b"), ft_text("main.js")));
  OK(ft_advance(engine, 0, 0, &result, NULL));
  CHECK(number(engine, "b") == 42);
  CHECK(strcmp(said, "warn: b is 42") == 0);
  CHECK(ft_start(engine, FT_MODULE, ft_text("import 'lib/none.js'"), ft_text("second.js")) != FT_OK);
  OK(ft_engine_free(engine));
}

/* --- errors and limits --- */

static void errors_say_where(void) {
  ft_engine engine = engine_of(50);
  ft_slice slice;
  ft_value value;
  uint32_t line, column;
  CHECK(ft_error_report(engine, &slice) == FT_USAGE);
  CHECK(ft_eval(engine, ft_text("let x = ;"), ft_text("s.js"), NULL) == FT_SYNTAX);
  /* Words of a source are no stale handle. */
  CHECK(ft_start(engine, FT_MODULE, ft_text("let a; export { a as 'the handle was released', a as 'the handle was released' }"), ft_text("s.js")) == FT_SYNTAX);
  CHECK(ft_eval(engine, ft_text("\n  throw new RangeError('far')"), ft_text("t.js"), NULL) == FT_THREW);
  OK(ft_error_name(engine, &slice));
  CHECK(is_text(slice, "RangeError"));
  OK(ft_error_place(engine, &slice, &line, &column));
  CHECK(is_text(slice, "t.js") && line == 2 && column > 2);
  OK(ft_error_json(engine, &slice));
  CHECK(slice.length > 2 && slice.bytes[0] == '{');
  OK(ft_error_value(engine, &value));
  OK(ft_get(engine, value, ft_text("message"), &value));
  CHECK(gives_text(engine, value, "far"));
  CHECK(ft_eval(engine, ft_text("for (;;) {}"), ft_text(""), NULL) == FT_LIMIT);
  OK(ft_error_limit(engine, &slice));
  CHECK(is_text(slice, "time"));
  CHECK(number(engine, "1 + 1") == 2);
  OK(ft_engine_free(engine));
}

static void *cancels(void *data) {
  struct timespec pause = {0, 50 * 1000 * 1000};
  nanosleep(&pause, NULL);
  /* Another thread gets no turn, and may cancel. */
  CHECK(ft_eval(*(ft_engine *)data, ft_text("1"), ft_text(""), NULL) == FT_BUSY);
  CHECK(ft_engine_free(*(ft_engine *)data) == FT_BUSY);
  OK(ft_engine_cancel(*(ft_engine *)data));
  return NULL;
}

static void another_thread_cancels(void) {
  ft_engine engine = engine_of(FT_UNLIMITED);
  ft_slice slice;
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, cancels, &engine) == 0);
  CHECK(ft_eval(engine, ft_text("for (;;) {}"), ft_text(""), NULL) == FT_LIMIT);
  pthread_join(thread, NULL);
  OK(ft_error_limit(engine, &slice));
  CHECK(is_text(slice, "cancelled"));
  CHECK(number(engine, "1 + 1") == 2);
  OK(ft_engine_free(engine));
}

/* --- handles and pointers --- */

static void wrong_uses_are_told(void) {
  ft_engine engine = engine_of(0), other = engine_of(0), none_such = {12345};
  ft_value value = eval(engine, "({ a: 1 })"), theirs = eval(other, "({})"), result;
  ft_slice null_slice = {NULL, 3};
  ft_options tiny;
  uint8_t byte = 0xFF;
  ft_slice bad;
  ft_engine made;
  bad.bytes = &byte;
  bad.length = 1;
  CHECK(ft_get(engine, theirs, ft_text("a"), &result) == FT_BAD_HANDLE);
  CHECK(ft_set(engine, value, ft_text("a"), theirs) == FT_BAD_HANDLE);
  CHECK(ft_eval(none_such, ft_text("1"), ft_text(""), NULL) == FT_BAD_HANDLE);
  CHECK(ft_eval(engine, null_slice, ft_text(""), NULL) == FT_NULL);
  CHECK(ft_eval(engine, bad, ft_text(""), NULL) == FT_BAD_KIND);
  CHECK(ft_write_wire(engine, bad, &result) == FT_BAD_KIND);
  CHECK(ft_call(engine, value, none(), NULL, 0, NULL) != FT_OK);
  CHECK(ft_call(engine, value, none(), NULL, 3, NULL) == FT_NULL);
  CHECK(ft_define(engine, ft_text("f"), NULL, NULL, NULL) == FT_NULL);
  CHECK(ft_to_number(engine, value, NULL) != FT_OK);
  CHECK(ft_kind_of(engine, value, NULL) == FT_NULL);
  CHECK(ft_scope_close(engine, 1) == FT_USAGE);
  CHECK(ft_scope_close(engine, 0) == FT_USAGE);
  CHECK(ft_advance(engine, 0, 0, &result, NULL) == FT_USAGE);
  memset(&tiny, 0, sizeof tiny);
  CHECK(ft_engine_new(&tiny, &made) == FT_USAGE);
  tiny.size = offsetof(ft_options, memory);
  OK(ft_engine_new(&tiny, &made));
  OK(ft_engine_free(made));
  tiny.size = sizeof tiny;
  tiny.time_zone = "Nowhere/None";
  CHECK(ft_engine_new(&tiny, &made) != FT_OK);
  OK(ft_value_free(engine, value));
  CHECK(ft_value_free(engine, value) == FT_BAD_HANDLE);
  CHECK(ft_get(engine, value, ft_text("a"), &result) == FT_BAD_HANDLE);
  CHECK(ft_kind_of(engine, value, (ft_kind *)&made) == FT_BAD_HANDLE);
  /* Its place is taken again, and the old handle is stale all the same. */
  eval(engine, "[]");
  CHECK(ft_get(engine, value, ft_text("a"), &result) == FT_BAD_HANDLE);
  OK(ft_engine_free(engine));
  CHECK(ft_engine_free(engine) == FT_BAD_HANDLE);
  CHECK(ft_get(engine, theirs, ft_text("a"), &result) == FT_BAD_HANDLE);
  OK(ft_engine_free(other));
}

static void engines_take_nothing_when_they_are_gone(int count) {
  int index;
  for (index = 0; index < count; index++) {
    ft_engine engine = engine_of(0);
    if (index % 100 == 0) CHECK(number(engine, "1 + 1") == 2);
    OK(ft_engine_free(engine));
  }
}

/* --- programs --- */

static void a_program_waits_as_bytes(void) {
  ft_engine first = engine_of(0), second = engine_of(0), third;
  ft_buffer saved;
  ft_slice slice, name;
  ft_value value, argument;
  uint64_t id;
  size_t count;
  uint32_t blocking;
  double timer;
  ft_call_options approve;
  memset(&approve, 0, sizeof approve);
  approve.size = sizeof approve;
  approve.blocking = 1;
  OK(ft_define_call(first, ft_text("approve"), &approve));
  OK(ft_define_call(second, ft_text("approve"), &approve));
  OK(ft_start(first, FT_BODY, ft_text("const answer = approve('delete'); return answer ? 'gone' : 'kept'"), ft_text("")));
  CHECK(ft_start(first, FT_BODY, ft_text("1"), ft_text("")) == FT_USAGE);
  CHECK(ft_start(second, 7, ft_text("1"), ft_text("")) == FT_USAGE);
  OK(ft_error_message(second, &slice));
  CHECK(is_text(slice, "there is no goal '7': there are body, module, script"));
  CHECK(ft_advance(first, 0, 0, &value, &timer) == FT_WAITING);
  CHECK(isinf(timer));
  OK(ft_save(first, &saved));
  slice.bytes = saved.bytes;
  slice.length = saved.length;
  OK(ft_restore(second, slice, 1));
  OK(ft_fork(second, &third));
  OK(ft_calls(second, 0, &count));
  CHECK(count == 1);
  OK(ft_call_at(second, 0, &id, &name, &blocking));
  CHECK(is_text(name, "approve") && blocking == 1);
  CHECK(ft_call_at(second, 1, &id, &name, NULL) == FT_USAGE);
  OK(ft_call_arguments(second, id, &value));
  OK(ft_get_index(second, value, 0, &value));
  CHECK(gives_text(second, value, "delete"));
  OK(ft_boolean(second, 0, &argument));
  OK(ft_answer(second, id, argument));
  CHECK(ft_answer(second, id, argument) != FT_OK);
  OK(ft_advance(second, 0, 0, &value, &timer));
  CHECK(gives_text(second, value, "kept"));
  OK(ft_fail(third, id, ft_text("RangeError"), ft_text("nobody there")));
  CHECK(ft_advance(third, 0, 0, &value, &timer) == FT_THREW);
  OK(ft_error_message(third, &slice));
  CHECK(is_text(slice, "RangeError: nobody there"));
  slice.bytes = saved.bytes;
  slice.length = saved.length - 1;
  CHECK(ft_restore(second, slice, 1) == FT_SAVED);
  OK(ft_buffer_free(&saved));
  OK(ft_start(second, FT_BODY, ft_text("for (;;) {}"), ft_text("")));
  CHECK(ft_advance(second, 1000, 0, &value, &timer) == FT_PAUSED);
  OK(ft_abort(second, ft_text("enough")));
  OK(ft_engine_free(first));
  OK(ft_engine_free(second));
  OK(ft_engine_free(third));
}

int main(int count, char **arguments) {
  CHECK(count >= 2);
  CHECK(ft_version() == 1);
  values_are_those_of_all_bindings(arguments[1]);
  each_kind_is_made_and_read();
  functions_go_both_ways();
  functions_may_be_odd();
  modules_and_console();
  errors_say_where();
  another_thread_cancels();
  wrong_uses_are_told();
  a_program_waits_as_bytes();
  engines_take_nothing_when_they_are_gone(count > 2 ? atoi(arguments[2]) : 200);
  printf("%d checks\n", checks);
  return 0;
}
