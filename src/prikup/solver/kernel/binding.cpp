// The module prikup.solver.native: the best kernel that this processor can run, chosen at import.
#include <nanobind/nanobind.h>

#include <cstdlib>
#include <cstring>

#include "solve.hpp"

namespace nb = nanobind;
using namespace nb::literals;

NB_MODULE(native, module) {
    auto extract = prikup::plain::extract;
    module.attr("kernel") = "plain";
#ifdef PRIKUP_BMI2
    const char* wanted = std::getenv("PRIKUP_KERNEL");  // "plain" is for the tests
    if (__builtin_cpu_supports("bmi2") && !(wanted && std::strcmp(wanted, "plain") == 0)) {
        extract = prikup::bmi2::extract;
        module.attr("kernel") = "bmi2";
    }
#endif
    module.def("extract", extract, "bits"_a, "mask"_a);
}
