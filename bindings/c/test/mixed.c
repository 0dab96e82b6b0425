/* Operations at random, with handles that are right, freed, foreign and made up, also within functions, handlers and logs. Whatever
 * they give, nothing reads or frees what is gone, and each object ends once: valgrind and AddressSanitizer see it. */
#include "check.h"

enum { VALUES = 64, ENGINES = 3, DEEPEST = 3 };
static ft_value values[VALUES];
static ft_engine engines[ENGINES];
static int depth;
static uint64_t dice = 88172645463325252u;

static unsigned below(unsigned most) {
  dice ^= dice << 13;
  dice ^= dice >> 7;
  dice ^= dice << 17;
  return (unsigned)(dice % most);
}

static void step(void);

static void steps(unsigned count) {
  if (depth == DEEPEST) return;
  for (depth++; count > 0; count--) step();
  depth--;
}

static ft_status makes(void *data, ft_engine engine, const ft_value *arguments, size_t count, void **object) {
  (void)data;
  (void)engine;
  (void)arguments;
  (void)count;
  if (below(9) == 0) return FT_THREW;
  *object = calloc(1, 16);
  return FT_OK;
}

static ft_status uses(void *object, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  (void)engine;
  ((char *)object)[0]++;
  if (count > 0) values[below(VALUES)] = arguments[0];
  steps(2);
  *result = values[below(VALUES)];
  return below(5) ? FT_OK : (ft_status)below(14);
}

static ft_status handles(void *data, ft_engine engine, uint64_t call, const ft_value *arguments, size_t count, ft_value *result) {
  (void)data;
  (void)engine;
  (void)call;
  if (count > 0) values[below(VALUES)] = arguments[0];
  steps(1);
  *result = values[below(VALUES)];
  return below(3) ? FT_OK : (ft_status)below(14);
}

static void logs(void *data, const ft_call_event *event) {
  (void)data;
  (void)event;
  steps(1);
}

static const ft_member members[] = {{FT_METHOD, "m", uses}, {FT_GETTER, "g", uses}, {FT_SETTER, "g", uses}};
static const ft_class base = {sizeof(ft_class), "A", NULL, makes, free, members, 3};
static const ft_class derived = {sizeof(ft_class), "B", &base, makes, free, members, 1};
static const ft_class opaque = {sizeof(ft_class), NULL, NULL, NULL, free, NULL, 0};

static const char *const sources[] = {
  "new A().m(1)", "var a = new A(); a.g = a", "new B().m(new A())", "a", "[1, 2, a]", "h(1)", "globalThis.x = () => new A()", "x",
  "({ get y() { return new B().m() } })", "throw a", "for (let i = 0; i < 200; i++) { new A(); new Array(3000).fill(i) }",
  "Promise.reject(a)", "h(a)", "Symbol('s')"};
static const char program[] = "try { await h(1) } catch {} h(2); new A().m(); return await h(new A())";

static ft_value some_value(void) {
  ft_value value = values[below(VALUES)];
  if (below(20) == 0) value.id ^= (uint64_t)1 << below(64);
  if (below(20) == 0) value.engine = engines[below(ENGINES)].id;
  return value;
}

static ft_engine made(void) {
  ft_options options;
  ft_call_options call;
  ft_engine engine;
  memset(&options, 0, sizeof options);
  memset(&call, 0, sizeof call);
  options.size = sizeof options;
  options.fuel = 200000;
  options.time_ms = FT_UNLIMITED;
  call.size = sizeof call;
  call.keyed = below(2);
  call.handler = handles;
  OK(ft_engine_new(&options, &engine));
  OK(ft_define_class(engine, &base, NULL, NULL));
  OK(ft_define_class(engine, &derived, NULL, NULL));
  OK(ft_define_call(engine, ft_text("h"), &call));
  OK(ft_on_call(engine, logs, NULL, NULL));
  return engine;
}

/* Saves an engine, and restores it into any, perhaps with a bit that is wrong. */
static void goes_as_bytes(ft_engine engine) {
  ft_buffer saved;
  ft_slice bytes;
  if (ft_save(engine, &saved) != FT_OK) return;
  bytes.bytes = saved.bytes;
  bytes.length = saved.length;
  if (below(2)) saved.bytes[below((unsigned)saved.length)] ^= (uint8_t)(1 << below(8));
  ft_restore(engines[below(ENGINES)], bytes, below(2));
  OK(ft_buffer_free(&saved));
}

static void forks(unsigned place) {
  ft_engine fork;
  if (ft_fork(engines[place], &fork) != FT_OK) return;
  if (ft_engine_free(engines[place]) == FT_OK) engines[place] = fork;
  else ft_engine_free(fork);
}

static void gives_object(ft_engine engine, ft_value *result) {
  const ft_class *const classes[] = {&base, &derived, &opaque};
  void *object = calloc(1, 16);
  if (ft_new_object(engine, classes[below(3)], object, result) != FT_OK) free(object);
}

static void step(void) {
  ft_engine engine = engines[below(ENGINES)];
  ft_value result = {0, 0};
  ft_slice slice;
  ft_buffer buffer;
  void *object;
  size_t count;
  uint32_t number;
  double timer;
  switch (below(30)) {
    case 0: ft_get(engine, some_value(), ft_text("m"), &result); break;
    case 1: ft_call(engine, some_value(), some_value(), values, below(3), &result); break;
    case 2: ft_construct(engine, some_value(), values, below(3), &result); break;
    case 3: ft_value_free(engine, some_value()); break;
    case 4: ft_keep(engine, some_value(), &result); break;
    case 5: gives_object(engine, &result); break;
    case 6: if (ft_to_object(engine, some_value(), &base, &object) == FT_OK) ((char *)object)[1]++; break;
    case 7: if (ft_to_object(engine, some_value(), &opaque, &object) == FT_OK) ((char *)object)[1]++; break;
    case 8: ft_scope_open(engine, &number); break;
    case 9: ft_scope_close(engine, below(5)); break;
    case 10: ft_start(engine, FT_BODY, ft_text(program), ft_text("")); break;
    case 11: ft_finish(engine, &result, &timer); break;
    case 12: ft_answer(engine, below(6), some_value()); break;
    case 13: ft_fail(engine, below(6), ft_text("Error"), ft_text("no")); break;
    case 14: ft_call_stack(engine, below(6), &count); break;
    case 15: ft_stack_at(engine, below(4), &slice, &slice, &number, &number); break;
    case 16: ft_call_key(engine, below(6), ft_text("run"), &slice); break;
    case 17: goes_as_bytes(engine); break;
    case 18: ft_inspect(engine, some_value(), &slice); break;
    case 19: ft_keys(engine, some_value(), &result); break;
    case 20: ft_set_value(engine, some_value(), some_value(), some_value()); break;
    case 21: ft_get_value(engine, some_value(), some_value(), &result); break;
    case 22: ft_error_value(engine, &result); break;
    case 23: ft_abort(engine, ft_text("enough")); break;
    case 24: if (ft_read_wire(engine, some_value(), &buffer) == FT_OK) OK(ft_buffer_free(&buffer)); break;
    case 25: if (below(8) == 0) forks(below(ENGINES)); break;
    default: ft_eval(engine, ft_text(sources[below(sizeof sources / sizeof *sources)]), ft_text("a.js"), &result); break;
  }
  if (result.id != 0) values[below(VALUES)] = result;
}

int main(int count, char **arguments) {
  int round, rounds = count > 1 ? atoi(arguments[1]) : 20000;
  unsigned place;
  for (place = 0; place < ENGINES; place++) engines[place] = made();
  for (round = 0; round < rounds; round++) {
    step();
    place = below(ENGINES);
    if (round % 2000 == 1999 && ft_engine_free(engines[place]) == FT_OK) engines[place] = made();
  }
  for (place = 0; place < ENGINES; place++) OK(ft_engine_free(engines[place]));
  printf("%d operations\n", rounds);
  return 0;
}
