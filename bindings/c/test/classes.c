/* The tests of classes: objects of C that scripts make and use, their ends, and wrong uses. */
#include "check.h"

#include <pthread.h>

struct account { double balance; int is_savings; };

static int living, finalized;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct account *opened(double balance) {
  struct account *account = calloc(1, sizeof *account);
  CHECK(account != NULL);
  account->balance = balance;
  pthread_mutex_lock(&lock);
  living++;
  pthread_mutex_unlock(&lock);
  return account;
}

static void closes(void *object) {
  pthread_mutex_lock(&lock);
  living--;
  finalized++;
  pthread_mutex_unlock(&lock);
  free(object);
}

static ft_status makes(void *data, ft_engine engine, const ft_value *arguments, size_t count, void **object) {
  double balance = 0;
  (*(int *)data)++;
  if (count > 0 && ft_to_number(engine, arguments[0], &balance) != FT_OK) return ft_throw(engine, ft_text("TypeError"), ft_text("a number"));
  if (balance == -1) return FT_OK; /* no object */
  *object = opened(balance);
  return FT_OK;
}

static ft_status deposits(void *object, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  double amount;
  if (count != 1 || ft_to_number(engine, arguments[0], &amount) != FT_OK) return ft_throw(engine, ft_text("TypeError"), ft_text("an amount"));
  ((struct account *)object)->balance += amount;
  return ft_number(engine, ((struct account *)object)->balance, result);
}

static ft_status balance(void *object, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  (void)arguments;
  CHECK(count == 0);
  return ft_number(engine, ((struct account *)object)->balance, result);
}

static ft_status set_balance(void *object, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  (void)result;
  CHECK(count == 1);
  return ft_to_number(engine, arguments[0], &((struct account *)object)->balance);
}

static const ft_class account;

static ft_status merges(void *data, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  double sum = 0;
  size_t index;
  (void)data;
  for (index = 0; index < count; index++) {
    void *one;
    ft_status status = ft_to_object(engine, arguments[index], &account, &one);
    if (status != FT_OK) return ft_throw(engine, ft_text("TypeError"), ft_text("accounts, please"));
    sum += ((struct account *)one)->balance;
  }
  return ft_new_object(engine, &account, opened(sum), result);
}

/* Calls its argument, in which the object may be used again. */
static ft_status with(void *object, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  ft_value self;
  CHECK(count == 1);
  OK(ft_new_object(engine, &account, object, &self));
  return ft_call(engine, arguments[0], self, &self, 1, result);
}

static const ft_member account_members[] = {
  {FT_METHOD, "deposit", deposits}, {FT_GETTER, "balance", balance}, {FT_SETTER, "balance", set_balance},
  {FT_METHOD, "with", with},        {FT_STATIC, "merged", merges},   {FT_GETTER, "total", balance},
};
static const ft_class account = {sizeof(ft_class), "bank.Account", NULL, makes, closes, account_members, 6};

static ft_status interest(void *object, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  (void)arguments;
  (void)count;
  return ft_number(engine, ((struct account *)object)->balance * 0.5, result);
}

static const ft_member savings_members[] = {{FT_METHOD, "interest", interest}};
static const ft_class savings = {sizeof(ft_class), "bank.Savings", &account, makes, closes, savings_members, 1};
/* Scripts see nothing of its objects. */
static const ft_class token = {sizeof(ft_class), NULL, NULL, NULL, closes, NULL, 0};
static const ft_class other_token = {sizeof(ft_class), NULL, NULL, NULL, NULL, NULL, 0};

static int made;

static ft_engine with_classes(void) {
  ft_engine engine = engine_of(20000);
  OK(ft_define_class(engine, &account, &made, NULL));
  OK(ft_define_class(engine, &savings, &made, NULL));
  return engine;
}

static int throws(ft_engine engine, const char *source, const char *part) {
  ft_slice message;
  char text[400];
  ft_status status = ft_eval(engine, ft_text(source), ft_text("test.js"), NULL);
  if (status != FT_THREW) return fprintf(stderr, "%s: status %d\n", source, (int)status), 0;
  OK(ft_error_message(engine, &message));
  snprintf(text, sizeof text, "%.*s", (int)message.length, (const char *)message.bytes);
  if (strstr(text, part) == NULL) fprintf(stderr, "%s: %s\n", source, text);
  return strstr(text, part) != NULL;
}

static void scripts_make_and_use_objects(void) {
  ft_engine engine = with_classes();
  CHECK(number(engine, "var a = new bank.Account(40); a.deposit(2); a.balance") == 42);
  CHECK(number(engine, "a.balance = 7; a.total + a.balance") == 14);
  CHECK(number(engine, "bank.Account.merged(a, new bank.Account(3), new bank.Savings(4)).balance") == 14);
  CHECK(number(engine, "a.with((self) => self === a ? self.with(() => self.deposit(1)) : 0)") == 8);
  CHECK(number(engine, "a.with(function () { return this.balance })") == 8);
  CHECK(number(engine, "var s = new bank.Savings(10); s.deposit(2); s.interest()") == 6);
  CHECK(number(engine, "s instanceof bank.Account && s instanceof bank.Savings && !(a instanceof bank.Savings) ? 1 : 0") == 1);
  CHECK(number(engine, "class Mine extends bank.Account { get twice() { return 2 * this.balance } }; new Mine(4).twice") == 8);
  CHECK(gives_text(engine, eval(engine, "[bank.Account.name, a.deposit.name, Object.keys(a).length].join()"), "Account,deposit,0"));
  CHECK(throws(engine, "bank.Account(1)", "new"));
  CHECK(throws(engine, "new bank.Account({})", "a number"));
  CHECK(throws(engine, "new bank.Account(-1)", "gives no object"));
  CHECK(throws(engine, "bank.Account.merged({})", "accounts, please"));
  CHECK(throws(engine, "'use strict'; a.total = 1", "total"));
  /* Brands: what is no such object, and what only looks like one. */
  CHECK(throws(engine, "a.deposit.call({}, 1)", "is not an instance of bank.Account"));
  CHECK(throws(engine, "a.deposit.call(new Proxy(a, {}), 1)", "is not an instance of bank.Account"));
  CHECK(throws(engine, "Object.create(a).balance", "is not an instance of bank.Account"));
  CHECK(throws(engine, "Object.create(bank.Account.prototype).balance", "is not an instance of bank.Account"));
  CHECK(throws(engine, "s.interest.call(a)", "the object is not an instance of bank.Savings"));
  CHECK(throws(engine, "Object.setPrototypeOf(a, bank.Savings.prototype); a.interest()", "the object is not an instance of bank.Savings"));
  /* Nothing is made where the prototype is not to be had. */
  made = 0;
  CHECK(throws(engine, "var n = 0; Reflect.construct(bank.Account, [1], new Proxy(function () {}, { get() { if (n++) throw new Error('none'); return {} } }))", "none"));
  CHECK(made == 0);
  OK(ft_engine_free(engine));
  CHECK(living == 0);
}

static void objects_come_from_the_host_and_back(void) {
  ft_engine engine = with_classes(), other = with_classes(), plain = engine_of(0);
  struct account *one = opened(5), *two = opened(6), *secret = opened(7), *third = opened(8);
  ft_value first, same, second, hidden, global, value;
  ft_kind kind;
  void *found;
  OK(ft_global(engine, &global));
  OK(ft_new_object(engine, &account, one, &first));
  OK(ft_new_object(engine, &account, one, &same));
  OK(ft_new_object(engine, &savings, two, &second));
  OK(ft_new_object(engine, &token, secret, &hidden));
  OK(ft_set(engine, global, ft_text("first"), first));
  OK(ft_set(engine, global, ft_text("same"), same));
  OK(ft_set(engine, global, ft_text("second"), second));
  OK(ft_set(engine, global, ft_text("hidden"), hidden));
  CHECK(number(engine, "first === same && first instanceof bank.Account && second instanceof bank.Savings ? first.balance + second.balance : 0") == 11);
  CHECK(gives_text(engine, eval(engine, "typeof hidden + Reflect.ownKeys(hidden).length + ('balance' in hidden)"), "object0false"));
  OK(ft_kind_of(engine, hidden, &kind));
  CHECK(kind == FT_OBJECT);
  OK(ft_to_object(engine, eval(engine, "first"), &account, &found));
  CHECK(found == one);
  /* An object of a class that extends it is one as well, and not the other way. */
  OK(ft_to_object(engine, second, &account, &found));
  CHECK(found == two);
  CHECK(ft_to_object(engine, first, &savings, &found) == FT_BAD_KIND);
  OK(ft_to_object(engine, eval(engine, "hidden"), &token, &found));
  CHECK(found == secret);
  CHECK(ft_to_object(engine, hidden, &other_token, &found) == FT_BAD_KIND);
  CHECK(ft_to_object(engine, hidden, &account, &found) == FT_BAD_KIND);
  CHECK(ft_to_object(engine, first, NULL, &found) == FT_BAD_KIND);
  CHECK(ft_to_object(engine, eval(engine, "new Map"), &account, &found) == FT_BAD_KIND);
  CHECK(ft_to_object(engine, eval(engine, "1"), &account, &found) == FT_BAD_KIND);
  memset(&value, 0, sizeof value);
  CHECK(ft_to_object(engine, value, &account, &found) == FT_BAD_KIND);
  CHECK(ft_to_object(other, first, &account, &found) == FT_BAD_HANDLE);
  CHECK(ft_to_object(engine, first, &account, NULL) == FT_NULL);
  /* Handles that were made up: the number of an object is none. */
  value = first;
  value.id = (uint64_t)1 << 52;
  CHECK(ft_to_object(engine, value, &account, &found) == FT_BAD_HANDLE);
  CHECK(ft_set(engine, global, ft_text("forged"), value) == FT_BAD_HANDLE);
  value.id = UINT64_MAX;
  CHECK(ft_set(engine, global, ft_text("forged"), value) == FT_BAD_HANDLE);
  OK(ft_value_free(engine, same));
  CHECK(ft_to_object(engine, same, &account, &found) == FT_BAD_HANDLE);
  /* Wrong uses. A pointer that is an object already stays one. */
  CHECK(ft_new_object(engine, &savings, one, &value) == FT_USAGE);
  CHECK(ft_new_object(engine, &token, one, &value) == FT_USAGE);
  CHECK(ft_new_object(engine, &account, NULL, &value) == FT_NULL);
  CHECK(ft_new_object(engine, NULL, third, &value) == FT_NULL);
  CHECK(ft_new_object(engine, &account, third, NULL) == FT_NULL);
  CHECK(ft_new_object(plain, &account, third, &value) == FT_USAGE);
  finalized = 0;
  /* Scripts cannot take its prototype away. */
  eval(other, "bank.Account = undefined; delete globalThis.bank");
  OK(ft_new_object(other, &account, third, &value));
  CHECK(finalized == 0);
  OK(ft_engine_free(engine));
  CHECK(ft_to_object(engine, first, &account, &found) == FT_BAD_HANDLE);
  OK(ft_engine_free(other));
  OK(ft_engine_free(plain));
  CHECK(living == 0);
}

static void objects_end_once(void) {
  ft_engine engine = with_classes(), fork;
  ft_value kept;
  void *found;
  int round;
  finalized = 0;
  OK(ft_keep(engine, eval(engine, "globalThis.last = new bank.Account(1); new bank.Account(2)"), &kept));
  for (round = 0; round < 200 && finalized <= 5000; round++) {
    /* Also in one long run. */
    eval(engine, "for (let i = 0; i < 500; i++) { new bank.Account(i); new Array(2000).fill(i) }");
  }
  CHECK(finalized > 5000);
  OK(ft_to_object(engine, kept, &account, &found));
  CHECK(((struct account *)found)->balance == 2 && number(engine, "last.balance") == 1);
  OK(ft_fork(engine, &fork));
  OK(ft_engine_free(engine));
  CHECK(number(fork, "last.deposit(1)") == 2);
  CHECK(living >= 1);
  OK(ft_engine_free(fork));
  CHECK(living == 0);
}

/* A script that calls members on what they are not for, ever again, leaves nothing with the host. */
static void wrong_objects_take_no_room(void) {
  ft_engine engine = with_classes();
  ft_usage before, after;
  CHECK(number(engine, "0") == 0);
  OK(ft_stats(engine, &before));
  eval(engine,
       "{ const { interest } = bank.Savings.prototype, plain = new bank.Account(1), many = new Array(100).fill({});"
       "for (let i = 0; i < 200; i++) { try { interest.apply(plain, many) } catch {} } }");
  OK(ft_stats(engine, &after));
  CHECK(after.values <= before.values + 5);
  OK(ft_engine_free(engine));
}

static void notes_end(void *object) { *(int *)object = 1; }

/* An object that no script has any more is given again by the operation that would finalize it: it lives on. */
static void objects_that_are_given_again_live(void) {
  ft_engine engine = engine_of(20000);
  ft_class flag;
  ft_value value;
  int ended = 0;
  void *found;
  memset(&flag, 0, sizeof flag);
  flag.size = sizeof flag;
  flag.finalize = notes_end;
  OK(ft_define_class(engine, &account, &made, NULL));
  OK(ft_new_object(engine, &flag, &ended, &value));
  OK(ft_value_free(engine, value));
  /* With these it is time to look for such objects, which the next operation does. */
  eval(engine, "{ const all = []; for (let i = 0; i < 63; i++) { all.push(new bank.Account(i)); new Array(1e5).fill(i) } globalThis.all = all }");
  CHECK(ended == 0);
  OK(ft_new_object(engine, &flag, &ended, &value));
  CHECK(ended == 0 && ft_to_object(engine, value, &flag, &found) == FT_OK && found == &ended);
  /* And it ends later, once. */
  OK(ft_value_free(engine, value));
  OK(ft_engine_free(engine));
  CHECK(ended == 1 && living == 0);
}

static ft_engine running;
static int busy;

static void uses_engine(void *object) {
  ft_value value;
  ft_status status = ft_eval(running, ft_text("1"), ft_text(""), &value);
  static int own;
  (void)object;
  /* Where that fails, the pointer is not finalized, which would free it here. */
  CHECK(ft_new_object(running, &token, &own, &value) == status);
  CHECK(status == FT_BUSY || status == FT_BAD_HANDLE);
  CHECK(ft_engine_free(running) == status);
  busy++;
}

static ft_status numbers(void *data, ft_engine engine, const ft_value *arguments, size_t count, void **object) {
  (void)engine;
  (void)arguments;
  (void)count;
  *object = (char *)data + ++made;
  return FT_OK;
}

static void finalizers_cannot_use_the_engine(void) {
  static char room[4096];
  ft_class thing;
  memset(&thing, 0, sizeof thing);
  thing.size = sizeof thing;
  thing.name = "Thing";
  thing.construct = numbers;
  thing.finalize = uses_engine;
  running = engine_of(20000);
  made = 0;
  OK(ft_define_class(running, &thing, room, NULL));
  while (made < 3000 && busy == 0) eval(running, "for (let i = 0; i < 100; i++) { new Thing(); new Array(20000).fill(i) }");
  CHECK(busy > 0 && number(running, "1 + 1") == 2);
  OK(ft_engine_free(running));
  CHECK(busy == made);
}

static void drops(void *data) { (*(int *)data)++; }

static void wrong_classes_are_told(void) {
  ft_engine engine = engine_of(0), second = engine_of(0);
  ft_class wrong;
  ft_member member = {FT_METHOD, "f", deposits};
  ft_buffer saved;
  ft_slice bytes;
  int dropped = 0;
  CHECK(ft_define_class(engine, &savings, &dropped, drops) == FT_USAGE && dropped == 1);
  CHECK(ft_define_class(engine, NULL, &dropped, drops) == FT_NULL && dropped == 2);
  CHECK(ft_define_class(engine, &token, &dropped, drops) == FT_USAGE && dropped == 3);
  wrong = account;
  wrong.members = NULL;
  CHECK(ft_define_class(engine, &wrong, &dropped, drops) == FT_NULL && dropped == 4);
  wrong.members = &member;
  wrong.member_count = 1;
  member.kind = (ft_member_kind)9;
  CHECK(ft_define_class(engine, &wrong, &dropped, drops) == FT_USAGE && dropped == 5);
  member.kind = FT_METHOD;
  member.function = NULL;
  CHECK(ft_define_class(engine, &wrong, &dropped, drops) == FT_NULL && dropped == 6);
  member.function = deposits;
  member.name = NULL;
  CHECK(ft_define_class(engine, &wrong, &dropped, drops) == FT_NULL && dropped == 7);
  member.name = "f";
  wrong.name = "x.y";
  eval(engine, "Object.defineProperty(globalThis, 'x', { set() {} , get() { throw new Error('no x') } }); 1");
  CHECK(ft_define_class(engine, &wrong, &dropped, drops) == FT_THREW && dropped == 8);
  wrong.size = 1;
  CHECK(ft_define_class(engine, &wrong, &dropped, drops) == FT_USAGE && dropped == 9);
  /* One without a constructor, and with members that are named like others. */
  wrong.size = sizeof wrong;
  wrong.name = "Odd";
  wrong.construct = NULL;
  member.name = "__proto__";
  OK(ft_define_class(engine, &wrong, &dropped, drops));
  CHECK(throws(engine, "new Odd()", "cannot be constructed"));
  CHECK(number(engine, "typeof Object.getOwnPropertyDescriptor(Odd.prototype, '__proto__').value === 'function' ? 1 : 0") == 1);
  /* Objects are in no bytes; classes are, by their names. */
  OK(ft_define_class(engine, &account, &made, NULL));
  OK(ft_define_class(second, &account, &made, NULL));
  eval(engine, "delete globalThis.x; var a = new bank.Account(1)");
  CHECK(ft_save(engine, &saved) != FT_OK);
  OK(ft_engine_free(engine));
  CHECK(dropped == 10 && living == 0);
  engine = engine_of(0);
  OK(ft_define_class(engine, &account, &made, NULL));
  eval(engine, "var make = () => new bank.Account(7)");
  OK(ft_save(engine, &saved));
  bytes.bytes = saved.bytes;
  bytes.length = saved.length;
  OK(ft_restore(second, bytes, 0));
  OK(ft_buffer_free(&saved));
  CHECK(number(second, "make().deposit(1)") == 8);
  OK(ft_engine_free(engine));
  OK(ft_engine_free(second));
  CHECK(living == 0);
}

static void *deposits_often(void *data) {
  ft_engine engine = *(ft_engine *)data;
  int round;
  for (round = 0; round < 20; round++) eval(engine, "for (let i = 0; i < 300; i++) new bank.Account(i).deposit(1)");
  OK(ft_engine_free(engine));
  return NULL;
}

/* Forks share their objects, and run on threads of their own. */
static void forks_run_at_once(void) {
  ft_engine engine = with_classes(), forks[3];
  pthread_t threads[3];
  int index;
  eval(engine, "globalThis.shared = new bank.Account(5)");
  for (index = 0; index < 3; index++) OK(ft_fork(engine, &forks[index]));
  for (index = 0; index < 3; index++) CHECK(pthread_create(&threads[index], NULL, deposits_often, &forks[index]) == 0);
  for (index = 0; index < 3; index++) pthread_join(threads[index], NULL);
  CHECK(number(engine, "shared.balance") == 5);
  OK(ft_engine_free(engine));
  CHECK(living == 0);
}

int main(void) {
  scripts_make_and_use_objects();
  objects_come_from_the_host_and_back();
  objects_end_once();
  objects_that_are_given_again_live();
  wrong_objects_take_no_room();
  finalizers_cannot_use_the_engine();
  wrong_classes_are_told();
  forks_run_at_once();
  printf("%d checks of classes\n", checks);
  return 0;
}
