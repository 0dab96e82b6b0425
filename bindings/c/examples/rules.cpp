// A rule that a customer has written asks the host, within limits.
#include <ferrotape.h>

#include <cstdio>
#include <map>
#include <string>

namespace {

std::string text_of(ft_engine engine, ft_value value) {
  ft_slice utf8 = {nullptr, 0};
  if (ft_to_utf8(engine, value, &utf8, nullptr) != FT_OK) return {};
  return std::string(reinterpret_cast<const char *>(utf8.bytes), utf8.length);
}

ft_status stock(void *data, ft_engine engine, const ft_value *arguments, size_t count, ft_value *result) {
  const auto &stored = *static_cast<std::map<std::string, double> *>(data);
  if (count != 1) return ft_throw(engine, ft_text("TypeError"), ft_text("stock takes the name of a thing"));
  const auto found = stored.find(text_of(engine, arguments[0]));
  return ft_number(engine, found == stored.end() ? 0 : found->second, result);
}

int failed(ft_engine engine) {
  ft_slice report = {nullptr, 0};
  ft_error_report(engine, &report);
  std::fprintf(stderr, "%.*s\n", static_cast<int>(report.length), reinterpret_cast<const char *>(report.bytes));
  return 1;
}

}  // namespace

int main() {
  std::map<std::string, double> stored = {{"nails", 500}, {"hammers", 3}};
  ft_options options = {};
  options.size = sizeof options;
  options.time_ms = 100;
  ft_engine engine;
  if (ft_engine_new(&options, &engine) != FT_OK) return 1;
  if (ft_define(engine, ft_text("stock"), stock, &stored, nullptr) != FT_OK) return failed(engine);

  ft_value ordered;
  const char *rule = "['nails', 'hammers'].filter((thing) => stock(thing) < 10).join()";
  if (ft_eval(engine, ft_text(rule), ft_text("rule.js"), &ordered) != FT_OK) return failed(engine);
  std::printf("order: %s\n", text_of(engine, ordered).c_str());

  const ft_status endless = ft_eval(engine, ft_text("for (;;) {}"), ft_text("endless.js"), nullptr);
  std::printf("endless: %s\n", endless == FT_LIMIT ? "ended" : "?");
  return ft_engine_free(engine);
}
