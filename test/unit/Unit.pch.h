//===- Unit.pch.h - precompiled: what the unit tests use ------------------===//
#include "../../lib/Plain.pch.h"

#include "gtest/gtest.h"
