/* What the tests share. */
#ifndef CHECK_H
#define CHECK_H
#include <ferrotape.h>
#include <stdio.h>
#include <stdlib.h>

static int checks;

#define CHECK(what)                                                     \
  do {                                                                  \
    checks++;                                                           \
    if (!(what)) {                                                      \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #what); \
      exit(1);                                                          \
    }                                                                   \
  } while (0)
#define OK(call) CHECK((call) == FT_OK)

static inline ft_engine engine_of(uint64_t time_ms) {
  ft_options options;
  ft_engine engine;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.time_ms = time_ms;
  OK(ft_engine_new(&options, &engine));
  return engine;
}

static inline ft_value eval(ft_engine engine, const char *source) {
  ft_value value;
  ft_slice report;
  if (ft_eval(engine, ft_text(source), ft_text("test.js"), &value) != FT_OK) {
    OK(ft_error_report(engine, &report));
    fprintf(stderr, "%s\n%.*s\n", source, (int)report.length, (const char *)report.bytes);
    exit(1);
  }
  return value;
}

static inline double number_of(ft_engine engine, ft_value value) {
  double number;
  OK(ft_to_number(engine, value, &number));
  return number;
}

static inline double number(ft_engine engine, const char *source) { return number_of(engine, eval(engine, source)); }

static inline int is_text(ft_slice slice, const char *text) {
  return slice.length == strlen(text) && memcmp(slice.bytes, text, slice.length) == 0;
}

static inline int gives_text(ft_engine engine, ft_value value, const char *text) {
  ft_slice utf8;
  OK(ft_to_utf8(engine, value, &utf8, NULL));
  return is_text(utf8, text);
}
#endif
