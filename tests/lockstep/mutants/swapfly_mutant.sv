// For copies of rtl/ with seeded faults: which of them is at work, 0 for none. Set from outside
// before anything is evaluated.
package swapfly_mutant;

  int selected /*verilator public_flat_rw*/;

endpackage
