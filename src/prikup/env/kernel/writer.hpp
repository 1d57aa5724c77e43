// The native writer, which encodes Views into the rows of arrays.
#pragma once

#include <nanobind/ndarray.h>

#include <cstring>
#include <stdexcept>

#include "layout.hpp"

namespace prikup::env {

using Rows = nb::ndarray<std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Masks = nb::ndarray<std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// A copy of the last row written at one index; callers may change the array itself.
struct Written {
    std::vector<std::int32_t> row;
    std::vector<Memory> memories;
};

class Writer {
   public:
    Writer(nb::handle layout, Rows rows, Masks masks)
        : layout_(compiled(layout)), rows_(std::move(rows)), masks_(std::move(masks)) {
        if (rows_.shape(1) != static_cast<std::size_t>(layout_.width) || rows_.shape(0) != masks_.shape(0))
            throw nb::value_error("arrays of another shape");
        written_.resize(rows_.shape(0));
        for (Written& each : written_) {
            each.row.resize(rows_.shape(1));
            each.memories.resize(static_cast<std::size_t>(layout_.memories));
        }
    }

    void operator()(std::size_t at, nb::handle view, nb::handle legal) {
        if (at >= rows_.shape(0)) throw nb::index_error("no such row");
        Written& written = written_[at];
        write(layout_, view.ptr(), written.row.data(), written.memories.data());
        show(at, written.row);
        std::int8_t* mask = cleared(at);
        auto count = PyTuple_Size(legal.ptr());
        if (count < 0) throw nb::python_error();
        for (Py_ssize_t i = 0; i < count; ++i) {
            long action = whole(PyTuple_GetItem(legal.ptr(), i));
            if (action < 0 || action >= static_cast<long>(masks_.shape(1))) throw nb::index_error("no such action");
            mask[action] = 1;
        }
    }

    const Layout& layout() const { return layout_; }
    std::size_t count() const { return rows_.shape(0); }
    std::size_t width() const { return rows_.shape(1); }
    std::size_t actions() const { return masks_.shape(1); }

    // The last row written at index `at`.
    const std::vector<std::int32_t>& last(std::size_t at) const { return written_[at].row; }

    void show(std::size_t at, const std::vector<std::int32_t>& row) {
        std::copy(row.begin(), row.end(), rows_.data() + at * row.size());
    }

    // Clears the mask at index `at` and returns it.
    std::int8_t* cleared(std::size_t at) {
        std::int8_t* mask = masks_.data() + at * masks_.shape(1);
        std::memset(mask, 0, masks_.shape(1));
        return mask;
    }

   private:
    Layout layout_;
    Rows rows_;
    Masks masks_;
    std::vector<Written> written_;
};

}  // namespace prikup::env
