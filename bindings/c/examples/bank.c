/* A class of the host, and a tool that does the work of each call once. */
#include <ferrotape.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { double balance; } account;

static ft_status account_new(void *data, ft_engine engine, const ft_value *arguments, size_t count, void **object) {
  account *made = malloc(sizeof *made);
  (void)data;
  if (made == NULL || count != 1 || ft_to_number(engine, arguments[0], &made->balance) != FT_OK) {
    free(made);
    return ft_throw(engine, ft_text("TypeError"), ft_text("an account begins with a number"));
  }
  *object = made;
  return FT_OK;
}

/* The object comes in place of the function's data. */
static ft_status account_deposit(void *object, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  account *self = object;
  double amount;
  (void)result;
  if (count != 1 || ft_to_number(engine, arguments[0], &amount) != FT_OK) return ft_throw(engine, ft_text("TypeError"), ft_text("how much?"));
  self->balance += amount;
  return FT_OK;
}

static ft_status account_balance(void *object, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  (void)arguments;
  (void)count;
  return ft_number(engine, ((account *)object)->balance, result);
}

static const ft_member members[] = {{FT_METHOD, "deposit", account_deposit}, {FT_GETTER, "balance", account_balance}};
static const ft_class account_class = {sizeof(ft_class), "Account", NULL, account_new, free, members, 2};

/* The bank takes the key, and pays once, however often it is asked. */
static ft_status pay(void *data, ft_engine engine, uint64_t call, const ft_value *arguments, size_t count, ft_value *result) {
  ft_slice key, name;
  char to[32];
  double amount;
  (void)data;
  if (count != 2 || ft_to_number(engine, arguments[1], &amount) != FT_OK || ft_to_utf8(engine, arguments[0], &name, NULL) != FT_OK)
    return ft_throw(engine, ft_text("TypeError"), ft_text("pay(to, amount)"));
  /* Slices live until the next operation. */
  snprintf(to, sizeof to, "%.*s", (int)name.length, (const char *)name.bytes);
  if (ft_call_key(engine, call, ft_text("order 12"), &key) != FT_OK) return FT_THREW;
  printf("pay %s %g, by a key of %d digits\n", to, amount, (int)key.length);
  return ft_boolean(engine, 1, result);
}

int main(void) {
  ft_engine engine;
  ft_value result;
  ft_slice text;
  ft_call_options options;
  if (ft_engine_new(NULL, &engine) != FT_OK) return 1;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.keyed = 1;
  options.handler = pay;
  if (ft_define_class(engine, &account_class, NULL, NULL) != FT_OK) return 1;
  if (ft_define_call(engine, ft_text("pay"), &options) != FT_OK) return 1;
  if (ft_start(engine, FT_BODY,
               ft_text("const account = new Account(40); account.deposit(2);"
                       "return await pay('Ada', account.balance) ? 'paid' : 'refused'"),
               ft_text("job.js")) != FT_OK || ft_finish(engine, &result, NULL) != FT_OK) {
    ft_error_report(engine, &text);
    fprintf(stderr, "%.*s\n", (int)text.length, (const char *)text.bytes);
    return 1;
  }
  if (ft_to_utf8(engine, result, &text, NULL) == FT_OK) printf("%.*s\n", (int)text.length, (const char *)text.bytes);
  return ft_engine_free(engine);
}
