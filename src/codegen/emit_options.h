// What the user asks of generated code, whatever the target.
#pragma once

namespace appyl {

struct EmitOptions {
  bool deterministic = false;
  bool strictFloat = false;   // --fp=strict
  bool aliasGuard = false;    // ask at run time whether arrays overlap
  bool checksModel = false;   // compare the model's blocks with what the programs touch
  bool wantsExtents = false;  // an array of unknown extent is an error
  bool allowsTf32 = false;    // products of floats by tensor cores, with fewer digits
};

}  // namespace appyl
