//===- PreludeFolder.h - precompiled preludes on the disk --------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_UNITS_PRELUDEFOLDER_H
#define COOPIFY_DRIVER_UNITS_PRELUDEFOLDER_H

#include "Frontend/Preludes.h"

#include <memory>
#include <string>

namespace coopify {

/// The folder of the user's cache, "" where the system names none.
std::string usualPreludeFolder();

/// Preludes that are kept in \p Folder, at most 256 MB of them and for a week after their last
/// use; "": not on the disk. A folder that cannot be written is as good as none.
std::shared_ptr<Preludes> preludesIn(const std::string &Folder);

} // namespace coopify

#endif // COOPIFY_DRIVER_UNITS_PRELUDEFOLDER_H
