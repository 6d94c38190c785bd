// Gone from new toolkits; its names are in coopify_removed.h or in the prelude.
#pragma once
