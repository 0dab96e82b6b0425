/* The tests of calls: keys, places, limits, handlers. And of what engines tell of themselves and of objects. */
#include "check.h"

#include <math.h>

static ft_slice slice_of(ft_buffer buffer) {
  ft_slice slice = {buffer.bytes, buffer.length};
  return slice;
}

static void copy(ft_slice slice, char *text, size_t room) { snprintf(text, room, "%.*s", (int)slice.length, (const char *)slice.bytes); }

static int says(ft_engine engine, const char *part) {
  ft_slice message;
  char text[400];
  OK(ft_error_message(engine, &message));
  copy(message, text, sizeof text);
  if (strstr(text, part) == NULL) fprintf(stderr, "it says: %s\n", text);
  return strstr(text, part) != NULL;
}

static ft_call_options options_of(ft_handler handler, void *data) {
  ft_call_options options;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.handler = handler;
  options.data = data;
  return options;
}

static ft_engine ready(void) {
  ft_engine engine = engine_of(0);
  ft_call_options pay = options_of(NULL, NULL), ask = options_of(NULL, NULL);
  pay.keyed = 1;
  ask.blocking = 1;
  OK(ft_define_call(engine, ft_text("pay"), &pay));
  OK(ft_define_call(engine, ft_text("ask"), &ask));
  return engine;
}

static void calls_have_keys_places_and_limits(void) {
  ft_engine engine = ready(), again = ready();
  ft_buffer saved;
  ft_slice slice, source, function;
  ft_value value;
  char key[40], other[40];
  uint32_t line, column;
  size_t count;
  OK(ft_start(engine, FT_BODY, ft_text("const paid = pay(5);\nfunction both() { return ask() + ask() }\nreturn both()"), ft_text("job.js")));
  CHECK(ft_advance(engine, 0, 0, &value, NULL) == FT_WAITING);
  OK(ft_call_key(engine, 0, ft_text("order 12"), &slice));
  copy(slice, key, sizeof key);
  CHECK(strlen(key) == 32 && strspn(key, "0123456789abcdef") == 32);
  OK(ft_call_key(engine, 0, ft_text("order 13"), &slice));
  copy(slice, other, sizeof other);
  CHECK(strcmp(key, other) != 0);
  OK(ft_call_key(engine, 1, ft_text("order 12"), &slice));
  CHECK(slice.length == 0 && slice.bytes == NULL);
  OK(ft_call_place(engine, 1, &source, &line, &column));
  CHECK(is_text(source, "job.js") && line == 2 && column == 26);
  OK(ft_call_place(engine, 1, NULL, NULL, NULL));
  OK(ft_call_stack(engine, 1, &count));
  CHECK(count == 2);
  OK(ft_stack_at(engine, 0, &function, &source, &line, &column));
  CHECK(is_text(function, "both") && is_text(source, "job.js") && line == 2);
  OK(ft_stack_at(engine, 1, NULL, NULL, &line, NULL));
  CHECK(line == 3);
  CHECK(ft_stack_at(engine, 2, NULL, NULL, &line, NULL) == FT_USAGE);
  CHECK(ft_call_key(engine, 7, ft_text("order 12"), &slice) == FT_USAGE);
  CHECK(says(engine, "no call with the id 7 waits"));
  CHECK(ft_call_place(engine, 7, &source, &line, &column) == FT_USAGE);
  CHECK(ft_call_stack(engine, 7, &count) == FT_USAGE && ft_call_stack(engine, 1, NULL) == FT_NULL);
  CHECK(ft_call_key(engine, 0, ft_text("order 12"), NULL) == FT_NULL);
  OK(ft_limit_program(engine, 0, 5));
  OK(ft_save(engine, &saved));
  OK(ft_restore(again, slice_of(saved), 1));
  OK(ft_buffer_free(&saved));
  OK(ft_call_key(again, 0, ft_text("order 12"), &slice));
  CHECK(is_text(slice, key));
  OK(ft_utf8(again, ft_text("long"), &value));
  CHECK(ft_answer(again, 1, value) != FT_OK && says(again, "may have 5 bytes"));
  OK(ft_utf8(again, ft_text("a"), &value));
  OK(ft_answer(again, 1, value));
  CHECK(ft_advance(again, 0, 0, &value, NULL) == FT_WAITING);
  OK(ft_abort(again, ft_text("")));
  CHECK(ft_limit_program(again, 5, 0) == FT_USAGE);
  OK(ft_engine_free(engine));
  OK(ft_engine_free(again));
  engine = engine_of(FT_UNLIMITED);
  OK(ft_start(engine, FT_BODY, ft_text("for (;;);"), ft_text("")));
  OK(ft_limit_program(engine, 20, 0));
  CHECK(ft_advance(engine, 0, 0, &value, NULL) == FT_LIMIT);
  OK(ft_engine_free(engine));
}

static void calls_are_limited_and_refused(void) {
  ft_engine engine = engine_of(0);
  ft_call_options once = options_of(NULL, NULL), never = options_of(NULL, NULL), small;
  once.times = 1;
  never.refused = ft_text("this plan may only read");
  OK(ft_define_call(engine, ft_text("once"), &once));
  OK(ft_define_call(engine, ft_text("never"), &never));
  OK(ft_define_call(engine, ft_text("plain"), NULL));
  memset(&small, 0xFF, sizeof small);
  small.size = sizeof(size_t);
  OK(ft_define_call(engine, ft_text("small"), &small));
  small.size = 1;
  CHECK(ft_define_call(engine, ft_text("small"), &small) == FT_USAGE);
  CHECK(ft_eval(engine, ft_text("once(); once()"), ft_text(""), NULL) == FT_THREW && says(engine, "may be called once"));
  CHECK(ft_eval(engine, ft_text("never()"), ft_text(""), NULL) == FT_THREW && says(engine, "this plan may only read"));
  CHECK(number(engine, "plain(), small(), 1") == 1);
  OK(ft_engine_free(engine));
}

struct seen {
  int count, drops;
  char keys[8][40];
};

static void drops(void *data) { ((struct seen *)data)->drops++; }

static ft_status pays(void *data, ft_engine engine, uint64_t call, const ft_value *arguments, size_t count, ft_value *result) {
  struct seen *seen = data;
  ft_slice key;
  OK(ft_call_key(engine, call, ft_text("order 12"), &key));
  copy(key, seen->keys[seen->count++], sizeof seen->keys[0]);
  CHECK(count == 2 && gives_text(engine, arguments[0], "Ada"));
  *result = arguments[1];
  return FT_OK;
}

static ft_status fails(void *data, ft_engine engine, uint64_t call, const ft_value *arguments, size_t count, ft_value *result) {
  (void)data;
  (void)call;
  (void)arguments;
  (void)count;
  (void)result;
  return ft_throw(engine, ft_text("RangeError"), ft_text("no money"));
}

static ft_status later(void *data, ft_engine engine, uint64_t call, const ft_value *arguments, size_t count, ft_value *result) {
  (void)engine;
  (void)arguments;
  (void)count;
  (void)result;
  *(uint64_t *)data = call;
  return FT_WAITING;
}

static ft_status foreign(void *data, ft_engine engine, uint64_t call, const ft_value *arguments, size_t count, ft_value *result) {
  (void)engine;
  (void)call;
  (void)arguments;
  (void)count;
  *result = eval(*(ft_engine *)data, "({})");
  return FT_OK;
}

/* It may use the engine as it likes: answers the call itself, and runs scripts. */
static ft_status itself(void *data, ft_engine engine, uint64_t call, const ft_value *arguments, size_t count, ft_value *result) {
  (void)data;
  (void)count;
  (void)result;
  CHECK(number(engine, "20 + 22") == 42);
  OK(ft_answer(engine, call, arguments[0]));
  return FT_OK;
}

static ft_status aborts(void *data, ft_engine engine, uint64_t call, const ft_value *arguments, size_t count, ft_value *result) {
  (void)data;
  (void)call;
  (void)arguments;
  (void)count;
  (void)result;
  return ft_abort(engine, ft_text("enough"));
}

static ft_status frees(void *data, ft_engine engine, uint64_t call, const ft_value *arguments, size_t count, ft_value *result) {
  (void)data;
  (void)call;
  (void)arguments;
  (void)count;
  (void)result;
  return ft_engine_free(engine);
}

/* It answers itself, or another call, and says that somebody answers later. */
static ft_status answers(void *data, ft_engine engine, uint64_t call, const ft_value *arguments, size_t count, ft_value *result) {
  (void)data;
  (void)result;
  CHECK(count == 1);
  OK(ft_answer(engine, (uint64_t)(number_of(engine, arguments[0]) + (double)call), arguments[0]));
  return FT_WAITING;
}

static void defined(ft_engine engine, const char *name, ft_handler handler, void *data, int keyed) {
  ft_call_options options = options_of(handler, data);
  options.keyed = (uint32_t)keyed;
  OK(ft_define_call(engine, ft_text(name), &options));
}

static void handlers_answer_calls(void) {
  struct seen seen;
  ft_engine engine = engine_of(0), fork, restored = engine_of(0);
  ft_call_options pay;
  ft_buffer saved;
  ft_value value;
  uint64_t waiting = 99, first;
  double timer;
  int each;
  memset(&seen, 0, sizeof seen);
  pay = options_of(pays, &seen);
  pay.keyed = 1;
  pay.drop = drops;
  OK(ft_define_call(engine, ft_text("pay"), &pay));
  OK(ft_define_call(restored, ft_text("pay"), &pay));
  /* Who is restored has the same functions. */
  for (each = 0; each < 2; each++) {
    ft_engine one_of_both = each == 0 ? engine : restored;
    defined(one_of_both, "fail", fails, NULL, 0);
    defined(one_of_both, "later", later, &waiting, 0);
    defined(one_of_both, "foreign", foreign, &restored, 0);
    defined(one_of_both, "itself", itself, NULL, 0);
    OK(ft_define_call(one_of_both, ft_text("wait"), NULL));
  }

  OK(ft_start(engine, FT_BODY, ft_text("await wait(); return await pay('Ada', 5) + await pay('Ada', 6)"), ft_text("job.js")));
  CHECK(ft_finish(engine, &value, &timer) == FT_WAITING && isinf(timer) && seen.count == 0);
  OK(ft_answer(engine, 0, eval(engine, "1")));
  CHECK(ft_advance(engine, 0, 0, &value, NULL) == FT_WAITING);
  OK(ft_fork(engine, &fork));
  OK(ft_save(engine, &saved));
  OK(ft_finish(engine, &value, NULL));
  CHECK(number_of(engine, value) == 11 && seen.count == 2);
  OK(ft_finish(fork, &value, NULL));
  CHECK(number_of(fork, value) == 11 && seen.count == 4);
  OK(ft_restore(restored, slice_of(saved), 1));
  OK(ft_buffer_free(&saved));
  OK(ft_finish(restored, NULL, NULL));
  CHECK(seen.count == 6 && strlen(seen.keys[0]) == 32 && strcmp(seen.keys[0], seen.keys[1]) != 0);
  /* The one that has waited is one call in all of them; what the fork calls later is its own. */
  CHECK(strcmp(seen.keys[2], seen.keys[0]) == 0 && strcmp(seen.keys[3], seen.keys[1]) != 0);
  CHECK(strcmp(seen.keys[4], seen.keys[0]) == 0 && strcmp(seen.keys[5], seen.keys[1]) == 0);

  OK(ft_start(engine, FT_BODY, ft_text("try { await fail() } catch (e) { return `${e}` }"), ft_text("")));
  OK(ft_finish(engine, &value, NULL));
  CHECK(gives_text(engine, value, "RangeError: no money"));
  OK(ft_start(engine, FT_BODY, ft_text("try { await foreign() } catch (e) { return `${e}` }"), ft_text("")));
  OK(ft_finish(engine, &value, NULL));
  CHECK(gives_text(engine, value, "TypeError: the host's function gives a value of another engine"));
  OK(ft_start(engine, FT_BODY, ft_text("return await itself(7)"), ft_text("")));
  OK(ft_finish(engine, &value, NULL));
  CHECK(number_of(engine, value) == 7);
  OK(ft_start(engine, FT_BODY, ft_text("const one = later(); return await pay('Ada', 2) + await one"), ft_text("")));
  CHECK(ft_finish(engine, &value, NULL) == FT_WAITING && waiting != 99);
  first = waiting;
  waiting = 99;
  CHECK(ft_finish(engine, &value, NULL) == FT_WAITING && waiting == 99);
  OK(ft_answer(engine, first, eval(engine, "40")));
  OK(ft_finish(engine, &value, NULL));
  CHECK(number_of(engine, value) == 42);
  OK(ft_start(engine, FT_BODY, ft_text("await new Promise((done) => setTimeout(done, 1e6))"), ft_text("")));
  CHECK(ft_finish(engine, &value, &timer) == FT_WAITING && timer > 9e5 && timer <= 1e6);
  OK(ft_abort(engine, ft_text("")));
  CHECK(ft_finish(engine, &value, &timer) == FT_USAGE && says(engine, "no program runs"));
  /* Another handler takes its place, and none. */
  defined(engine, "pay", fails, NULL, 0);
  OK(ft_start(engine, FT_BODY, ft_text("await pay()"), ft_text("")));
  CHECK(ft_finish(engine, &value, NULL) == FT_THREW && says(engine, "no money"));
  OK(ft_define_call(engine, ft_text("pay"), NULL));
  OK(ft_start(engine, FT_BODY, ft_text("await pay()"), ft_text("")));
  CHECK(ft_finish(engine, &value, NULL) == FT_WAITING);
  OK(ft_abort(engine, ft_text("")));
  defined(engine, "abort", aborts, NULL, 0);
  OK(ft_start(engine, FT_BODY, ft_text("await abort()"), ft_text("")));
  CHECK(ft_finish(engine, &value, NULL) == FT_USAGE && number(engine, "1 + 1") == 2);
  defined(engine, "free", frees, NULL, 0);
  OK(ft_start(engine, FT_BODY, ft_text("await free()"), ft_text("")));
  CHECK(ft_finish(engine, &value, NULL) == FT_BAD_HANDLE && ft_engine_free(engine) == FT_BAD_HANDLE);
  CHECK(seen.drops == 0);
  OK(ft_engine_free(fork));
  CHECK(seen.drops == 1);
  OK(ft_engine_free(restored));
  CHECK(seen.drops == 2);
  /* Data are dropped where they cannot be given. */
  CHECK(ft_define_call(engine, ft_text("pay"), &pay) == FT_BAD_HANDLE && seen.drops == 3);
}

static void handlers_answer_other_calls(void) {
  ft_engine engine = engine_of(0);
  ft_value value;
  defined(engine, "answers", answers, NULL, 0);
  OK(ft_define_call(engine, ft_text("plain"), NULL));
  OK(ft_start(engine, FT_BODY, ft_text("return 2 + await answers(0)"), ft_text("")));
  OK(ft_finish(engine, &value, NULL));
  CHECK(number_of(engine, value) == 2);
  /* The program has gone on, and waits for the other one. */
  OK(ft_start(engine, FT_BODY, ft_text("globalThis.seen = await Promise.race([plain(), answers(-1)]); return 2"), ft_text("")));
  CHECK(ft_finish(engine, &value, NULL) == FT_WAITING && number(engine, "seen") == -1);
  OK(ft_answer(engine, 2, eval(engine, "1")));
  OK(ft_finish(engine, &value, NULL));
  CHECK(number_of(engine, value) == 2);
  OK(ft_engine_free(engine));
}

struct logged { ft_engine engine; int count, drops; char ends[6][48]; ft_call_event last; };

static void logs(void *data, const ft_call_event *event) {
  struct logged *logged = data;
  CHECK(logged->count < 6);
  snprintf(logged->ends[logged->count++], 48, "%.*s %.*s", (int)event->name.length, (const char *)event->name.bytes, (int)event->end.length, (const char *)event->end.bytes);
  logged->last = *event;
  CHECK(ft_eval(logged->engine, ft_text("1"), ft_text(""), NULL) == FT_BUSY);
}

static void ends_log(void *data) { ((struct logged *)data)->drops++; }

static void each_call_that_is_over_is_told_of(void) {
  struct logged logged;
  ft_call_options never = options_of(NULL, NULL);
  ft_engine engine = engine_of(0);
  memset(&logged, 0, sizeof logged);
  logged.engine = engine;
  never.refused = ft_text("read only");
  OK(ft_define_call(engine, ft_text("never"), &never));
  defined(engine, "itself", itself, NULL, 0);
  CHECK(ft_on_call(engine, NULL, &logged, ends_log) == FT_NULL && logged.drops == 1);
  OK(ft_on_call(engine, logs, &logged, ends_log));
  OK(ft_start(engine, FT_BODY, ft_text("try { never() } catch {} return await itself('words')"), ft_text("")));
  OK(ft_finish(engine, NULL, NULL));
  CHECK(strcmp(logged.ends[0], "never denied") == 0 && strcmp(logged.ends[1], "itself answered") == 0);
  CHECK(logged.count == 2 && logged.last.id == 0 && logged.last.answer_bytes > 5 && logged.last.argument_bytes > 6);
  CHECK(logged.last.fuel > 0 && logged.last.fuel != FT_UNKNOWN && logged.last.waited >= 0);
  OK(ft_engine_free(engine));
  CHECK(logged.drops == 2);
}

static ft_status fetches(void *data, ft_slice name, ft_slice *source) {
  if (is_text(name, "now.js")) {
    *source = ft_text("export const now = 40");
    return FT_OK;
  }
  (*(int *)data)++;
  return FT_WAITING;
}

static ft_status provides(void *data, ft_engine engine, uint64_t call, const ft_value *arguments, size_t count, ft_value *result) {
  (void)data;
  (void)call;
  (void)arguments;
  (void)count;
  (void)result;
  OK(ft_provide(engine, ft_text("given.js"), ft_text("export const given = 5")));
  return FT_WAITING;
}

static ft_status gives_back(void *data, ft_engine engine, uint64_t call, const ft_value *arguments, size_t count, ft_value *result) {
  (void)data;
  (void)engine;
  (void)call;
  CHECK(count == 1);
  *result = arguments[0];
  return FT_OK;
}

static void modules_come_later(void) {
  ft_engine engine = engine_of(0);
  ft_value value;
  ft_call_options ask = options_of(gives_back, NULL);
  int fetched = 0;
  CHECK(ft_provide(engine, ft_text("later.js"), ft_text("")) == FT_USAGE);
  CHECK(ft_modules_later(engine, NULL, NULL, NULL) == FT_NULL);
  OK(ft_modules_later(engine, fetches, &fetched, NULL));
  OK(ft_start(engine, FT_MODULE, ft_text("import { now } from './now.js'; import { later } from './later.js'; globalThis.sum = now + later"), ft_text("main.js")));
  CHECK(ft_finish(engine, &value, NULL) == FT_WAITING && fetched == 1);
  OK(ft_provide(engine, ft_text("later.js"), ft_text("export const later = 2")));
  OK(ft_finish(engine, NULL, NULL));
  CHECK(number(engine, "sum") == 42);
  OK(ft_start(engine, FT_BODY, ft_text("await import('none.js')"), ft_text("second.js")));
  CHECK(ft_finish(engine, &value, NULL) == FT_WAITING && fetched == 2);
  OK(ft_provide_error(engine, ft_text("none.js"), ft_text("it was not to be had")));
  CHECK(ft_finish(engine, &value, NULL) == FT_THREW && says(engine, "it was not to be had"));
  /* A handler may give them, too: then the program goes on. */
  defined(engine, "provide", provides, NULL, 0);
  OK(ft_start(engine, FT_BODY, ft_text("provide(); globalThis.given = (await import('given.js')).given"), ft_text("fourth.js")));
  CHECK(ft_finish(engine, &value, NULL) == FT_WAITING && number(engine, "given") == 5);
  OK(ft_abort(engine, ft_text("")));
  /* The body of a module waits for a call. */
  ask.blocking = 1;
  OK(ft_define_call(engine, ft_text("ask"), &ask));
  OK(ft_start(engine, FT_MODULE, ft_text("import { now } from './now.js'; globalThis.asked = now + ask(2)"), ft_text("fifth.js")));
  OK(ft_finish(engine, NULL, NULL));
  CHECK(number(engine, "asked") == 42);
  /* Where nothing comes later. */
  OK(ft_modules(engine, fetches, &fetched, NULL));
  CHECK(ft_start(engine, FT_MODULE, ft_text("import './x.js'"), ft_text("third.js")) != FT_OK || ft_finish(engine, NULL, NULL) != FT_OK);
  OK(ft_engine_free(engine));
}

static ft_status one(void *data, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  (void)data;
  (void)arguments;
  (void)count;
  return ft_number(engine, 1, result);
}

static ft_status gives_new_ones(void *data, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  (void)arguments;
  (void)count;
  return ft_new_function(engine, ft_text("one"), one, data, ends_log, result);
}

static void scripts_have_no_functions_without_end(void) {
  struct logged logged;
  ft_engine engine = engine_of(60000);
  memset(&logged, 0, sizeof logged);
  OK(ft_define(engine, ft_text("make"), gives_new_ones, &logged, NULL));
  CHECK(number(engine, "make()()") == 1);
  CHECK(ft_eval(engine, ft_text("for (;;) make()"), ft_text(""), NULL) == FT_THREW && says(engine, "100000 functions"));
  CHECK(number(engine, "1 + 1") == 2);
  OK(ft_engine_free(engine));
  CHECK(logged.drops == 100000);
}

static void engines_and_objects_tell_of_themselves(void) {
  ft_hint hints[] = {{"lookup", "call search(words)"}};
  ft_options options;
  ft_engine engine;
  ft_value object, keys, key, value;
  ft_usage used;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.hints = hints;
  options.hint_count = 1;
  OK(ft_engine_new(&options, &engine));
  CHECK(ft_eval(engine, ft_text("lookup('x')"), ft_text(""), NULL) == FT_THREW);
  {
    ft_slice report;
    char text[600];
    OK(ft_error_report(engine, &report));
    copy(report, text, sizeof text);
    CHECK(strstr(text, "call search(words)") != NULL);
    CHECK(ft_eval(engine, ft_text("console.log(1)"), ft_text(""), NULL) == FT_THREW);
    OK(ft_error_report(engine, &report));
    copy(report, text, sizeof text);
    CHECK(strstr(text, "ft_set_console") != NULL);
  }
  object = eval(engine, "var s = Symbol('s'); var o = { b: 1, a: 2, 7: 3, [s]: 4 }; o");
  OK(ft_keys(engine, object, &keys));
  OK(ft_get(engine, keys, ft_text("length"), &value));
  CHECK(number_of(engine, value) == 3);
  OK(ft_get_index(engine, keys, 1, &value));
  CHECK(gives_text(engine, value, "b"));
  key = eval(engine, "s");
  OK(ft_get_value(engine, object, key, &value));
  CHECK(number_of(engine, value) == 4);
  OK(ft_set_value(engine, object, key, eval(engine, "5")));
  CHECK(number(engine, "o[s]") == 5);
  OK(ft_get_value(engine, object, eval(engine, "7"), &value));
  CHECK(number_of(engine, value) == 3);
  CHECK(ft_get_value(engine, object, object, &value) != FT_OK);
  CHECK(ft_keys(engine, key, &value) != FT_OK && ft_keys(engine, object, NULL) == FT_NULL);
  OK(ft_stats(engine, &used));
  CHECK(used.bytes > 1000 && used.peak_bytes >= used.bytes && used.values > 5);
  CHECK(ft_stats(engine, NULL) == FT_NULL);
  eval(engine, "Promise.reject(new RangeError('lost')); 1");
  OK(ft_unhandled(engine, &value));
  OK(ft_get_index(engine, value, 0, &value));
  {
    ft_slice utf8;
    char text[400];
    OK(ft_to_utf8(engine, value, &utf8, NULL));
    copy(utf8, text, sizeof text);
    CHECK(strstr(text, "RangeError: lost") != NULL);
  }
  OK(ft_engine_free(engine));
}

int main(int count, char **arguments) {
  (void)arguments;
  calls_have_keys_places_and_limits();
  calls_are_limited_and_refused();
  handlers_answer_calls();
  handlers_answer_other_calls();
  each_call_that_is_over_is_told_of();
  modules_come_later();
  /* Not where each of them is watched. */
  if (count == 1) scripts_have_no_functions_without_end();
  engines_and_objects_tell_of_themselves();
  printf("%d checks of calls\n", checks);
  return 0;
}
