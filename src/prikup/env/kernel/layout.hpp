// Layouts of observation rows, and the encoding of Python values by them. Tests compare the results with those of the
// structs in `prikup.env.observation_layout`.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace prikup::env {

namespace nb = nanobind;

// A field of a Python struct: its descriptor (an attribute of the type) and the getter that reads it.
struct Field {
    nb::object descriptor;
    descrgetfunc read;
};

// The kinds of layouts. An `index` encodes values 0, 1, 2 …, a `code` any other small set of values. `maybe` is an
// optional value, `several` a tuple of variable length, `together` a tuple of fixed length and `fields` a struct.
enum class Kind { index, code, number, card_set, maybe, several, together, fields };

struct Layout {
    Kind kind;
    int width = 1;
    int memories = 0;              // number of remembered values: its own, then those of its parts
    long most = 0;                 // index: number of values; several: maximum length
    nb::object codes{};            // index and code: number of each value
    std::vector<int> places{};     // card_set: column by card, -1 if not in the pack
    std::vector<nb::str> names{};  // fields: their names
    mutable nb::object type{};     // fields: the type of the last value written, and below its fields
    mutable std::vector<Field> fields{};
    std::vector<Layout> of{};
};

inline Layout code(nb::object codes) {
    Layout made{Kind::index};
    for (auto [value, number] : nb::borrow<nb::dict>(codes)) {
        long code = nb::cast<long>(number);
        made.most = std::max(made.most, code);
        bool plain = value.is_none() ? code == 0
                                     : PyLong_Check(value.ptr()) && PyLong_AsLong(value.ptr()) + 1 == code;
        if (!plain) made.kind = Kind::code;
    }
    made.codes = std::move(codes);
    return made;
}

inline Layout card_set(const nb::dict& places) {
    Layout made{Kind::card_set, static_cast<int>(places.size())};
    made.places.assign(64, -1);
    for (auto [card, place] : places) made.places.at(nb::cast<std::size_t>(card)) = nb::cast<int>(place);
    return made;
}

// Converts a struct of `prikup.env.observation_layout` to a native layout.
inline Layout compiled(nb::handle given) {
    auto name = nb::cast<std::string>(given.type().attr("__name__"));
    if (name == "CodeColumn") return code(given.attr("codes"));
    if (name == "NumberColumn") return {Kind::number};
    if (name == "CardSet") return card_set(nb::cast<nb::dict>(given.attr("places")));
    if (name == "OptionalColumns" || name == "RepeatedColumns") {
        Layout made{name == "OptionalColumns" ? Kind::maybe : Kind::several, nb::cast<int>(given.attr("width"))};
        if (made.kind == Kind::several) made.most = nb::cast<long>(given.attr("most"));
        made.of.push_back(compiled(given.attr("of")));
        made.memories = 1 + made.of[0].memories * static_cast<int>(std::max(made.most, 1L));
        return made;
    }
    Layout made{name == "StructColumns" ? Kind::fields : Kind::together, 0};
    for (nb::handle each : given.attr("of")) {
        if (made.kind == Kind::fields) made.names.push_back(nb::cast<nb::str>(each[0]));
        made.of.push_back(compiled(made.kind == Kind::fields ? nb::object(each[1]) : nb::borrow(each)));
        made.width += made.of.back().width;
        made.memories += made.of.back().memories;
    }
    ++made.memories;
    return made;
}

[[noreturn]] inline void fail(PyObject* error, const char* format, PyObject* value, long number = 0) {
    if (!PyErr_Occurred()) PyErr_Format(error, format, value, number);
    throw nb::python_error();
}

inline long whole(PyObject* value) {
    long number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred()) throw nb::python_error();
    return number;
}

// Looks up the fields of a type once, so that no value needs a lookup by name.
inline void learn(const Layout& layout, nb::handle type) {
    layout.type.reset();
    layout.fields.clear();
    for (const nb::str& name : layout.names) {
        nb::object found = type.attr(name);
        auto* read = reinterpret_cast<descrgetfunc>(PyType_GetSlot(Py_TYPE(found.ptr()), Py_tp_descr_get));
        if (!read) fail(PyExc_TypeError, "%R is not a field", name.ptr());
        layout.fields.push_back({std::move(found), read});
    }
    layout.type = nb::borrow(type);
}

using Memory = nb::object;

inline void forget(Memory* memories, int count) {
    for (int i = 0; i < count; ++i) memories[i].reset();
}

// Clears the columns of a layout and forgets the values remembered for them.
inline void clear(const Layout& layout, std::int32_t* row, Memory* memories) {
    std::fill_n(row, layout.width, 0);
    forget(memories, layout.memories);
}

// Writes a value into its columns. Composite values are immutable: if the object is the one written last, its columns
// are still right and nothing is done. That is so for most of a deal's tricks, announcements and sheet lines.
inline void write(const Layout& layout, PyObject* value, std::int32_t* row, Memory* memories) {
    if (layout.memories) {
        if (memories->ptr() == value) return;
        memories->reset();  // no value is remembered until all of it is written
    }
    auto* parts = memories + 1;
    switch (layout.kind) {
        case Kind::index: {
            if (value == Py_None) {
                *row = 0;
                return;
            }
            long number = whole(value);
            if (number < 0 || number >= layout.most) fail(PyExc_KeyError, "%R", value);
            *row = static_cast<std::int32_t>(number + 1);
            return;
        }
        case Kind::code: {
            PyObject* number = PyDict_GetItemWithError(layout.codes.ptr(), value);
            if (!number) fail(PyExc_KeyError, "%R", value);
            *row = static_cast<std::int32_t>(whole(number));
            return;
        }
        case Kind::number: {
            long number = whole(value);
            if (number != static_cast<std::int32_t>(number))
                fail(PyExc_OverflowError, "There is no room for %R", value);
            *row = static_cast<std::int32_t>(number);
            return;
        }
        case Kind::card_set: {
            auto cards = PyLong_AsUnsignedLongLong(value);
            if (PyErr_Occurred()) throw nb::python_error();
            std::fill_n(row, layout.width, 0);
            for (; cards; cards &= cards - 1) {
                int place = layout.places[static_cast<std::size_t>(__builtin_ctzll(cards))];
                if (place < 0) fail(PyExc_KeyError, "%R", value);
                row[place] = 1;
            }
            return;
        }
        case Kind::maybe:
            if (value == Py_None) {
                clear(layout, row, memories);
            } else {
                *row = 1;
                write(layout.of[0], value, row + 1, parts);
            }
            break;
        case Kind::several: {
            const Layout& each = layout.of[0];
            auto count = PyTuple_Size(value);
            if (count < 0) throw nb::python_error();
            if (count > layout.most)
                fail(PyExc_OverflowError, "There is no room for %R: %ld are the most", value, layout.most);
            auto before = *row;
            *row++ = static_cast<std::int32_t>(count);
            for (Py_ssize_t i = 0; i < count; ++i, row += each.width, parts += each.memories)
                write(each, PyTuple_GetItem(value, i), row, parts);
            for (auto i = count; i < before; ++i, row += each.width, parts += each.memories) clear(each, row, parts);
            break;
        }
        case Kind::together:
            if (PyTuple_Size(value) != static_cast<Py_ssize_t>(layout.of.size()))
                fail(PyExc_ValueError, "%R has not %ld values", value, static_cast<long>(layout.of.size()));
            for (std::size_t i = 0; i < layout.of.size(); ++i) {
                write(layout.of[i], PyTuple_GetItem(value, static_cast<Py_ssize_t>(i)), row, parts);
                row += layout.of[i].width, parts += layout.of[i].memories;
            }
            break;
        case Kind::fields:
            if (auto type = nb::handle(value).type(); !layout.type.is(type)) learn(layout, type);
            for (std::size_t i = 0; i < layout.of.size(); ++i) {
                const Field& given = layout.fields[i];
                auto field = nb::steal(given.read(given.descriptor.ptr(), value, layout.type.ptr()));
                if (!field.is_valid()) throw nb::python_error();
                write(layout.of[i], field.ptr(), row, parts);
                row += layout.of[i].width, parts += layout.of[i].memories;
            }
            break;
    }
    *memories = nb::borrow(value);
}

// A part of a layout, with the number of its first column.
struct Part {
    int at;
    const Layout* layout;
};

// Finds a part by its path of field names, such as {"public", "tricks", "past"}.
inline Part part(const Layout& whole, std::initializer_list<const char*> names) {
    Part found{0, &whole};
    for (const char* name : names) {
        if (found.layout->kind == Kind::maybe) found = {found.at + 1, &found.layout->of[0]};
        const Layout& fields = *found.layout;
        std::size_t i = 0;
        for (; i < fields.names.size() && std::string(fields.names[i].c_str()) != name; ++i)
            found.at += fields.of[i].width;
        if (i == fields.names.size()) throw nb::value_error("a layout without a part that every game has");
        found.layout = &fields.of[i];
    }
    return found;
}

}  // namespace prikup::env
