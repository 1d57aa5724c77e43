// The extension `prikup.env.native`.
#include "plays.hpp"

NB_MODULE(native, module) {
    namespace nb = nanobind;
    using namespace prikup::env;
    nb::set_leak_warnings(false);  // OpenSpiel keeps games and their writers alive until the process ends
    nb::class_<Writer>(module, "Writer")
        .def(nb::init<nb::handle, Rows, Masks>(), nb::arg("layout"), nb::arg("rows"), nb::arg("masks"))
        .def("__call__", &Writer::operator(), nb::arg("at"), nb::arg("view"), nb::arg("legal"));
    nb::class_<Moments>(module, "Moments")
        .def(nb::init<const Writer&>(), nb::arg("writer"))
        .def("keep", &Moments::keep, nb::arg("view").none(), nb::arg("legal").none(), nb::arg("whole_hand"))
        .def("only_cards", &Moments::only_cards, nb::arg("moment"), nb::arg("public"), nb::arg("players"),
             nb::arg("stops"), nb::arg("stops_at"))
        .def("follow", &Moments::follow, nb::arg("moment"), nb::arg("action"), nb::arg("after"), nb::arg("said"),
             nb::arg("changes"), nb::arg("stock").none())
        .def("forget", &Moments::forget, nb::arg("moment"), nb::arg("action"));
    nb::class_<Plays>(module, "Plays")
        .def(nb::init<Writer&, const Moments&, Actors, int>(), nb::arg("writer"), nb::arg("moments"), nb::arg("actors"),
             nb::arg("tricks"), nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
        .def("show", &Plays::show, nb::arg("at"), nb::arg("view"), nb::arg("legal"), nb::arg("actor"))
        .def("begin", &Plays::begin, nb::arg("at"), nb::arg("state"), nb::arg("players"), nb::arg("stops"),
             nb::arg("stops_at"))
        .def("enter", &Plays::enter, nb::arg("at"), nb::arg("moment"), nb::arg("state"))
        .def("allow", &Plays::allow, nb::arg("at"), nb::arg("legal"))
        .def("left", &Plays::left, nb::arg("actions"))
        .def("step", nb::overload_cast<const Actions&>(&Plays::step), nb::arg("actions"))
        .def("so_far", &Plays::so_far, nb::arg("at"));
}
