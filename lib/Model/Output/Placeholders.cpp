#include "Model/Output/Placeholders.h"

using namespace coopify;

std::string placeholder::verbatim(llvm::StringRef Text) {
  std::string Out;
  for (size_t At; (At = Text.find("${")) != llvm::StringRef::npos; Text = Text.drop_front(At + 1))
    Out += (Text.take_front(At) + "${verbatim:$}").str();
  return Out + Text.str();
}
