#include <ferrotape.h>
#include <stdio.h>

int main(void) {
  ft_engine engine;
  ft_value sum;
  double number;
  if (ft_engine_new(NULL, &engine) != FT_OK) return 1;
  if (ft_eval(engine, ft_text("20 + 22"), ft_text("sum.js"), &sum) == FT_OK && ft_to_number(engine, sum, &number) == FT_OK)
    printf("%g\n", number);
  return ft_engine_free(engine);
}
