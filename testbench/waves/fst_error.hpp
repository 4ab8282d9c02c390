#pragma once

namespace swapfly_fst {

/// The errno of the first file call that failed in the FST writer since clear_fst_error(); 0 if
/// none did. There is one for the process: its writer knows no better place.
int fst_error();
void clear_fst_error();

}  // namespace swapfly_fst
