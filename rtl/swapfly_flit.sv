// The packed layout of a flit, from bit 0 upwards:
//
//   b | skip | gamma is * | pi is * | delta is * | gamma | pi | delta | packet | label | payload
//
// The same as model/packet/flit_layout.hpp, which a test compares with this file. A field that
// holds `*` has its star bit set and its number 0. Only the header unit looks inside; for every
// other part a flit is a header and the rest.
package swapfly_flit;

  localparam int HopBits = 4;
  localparam int SkipBit = 4;
  localparam int GammaStarBit = 5;
  localparam int PiStarBit = 6;
  localparam int DeltaStarBit = 7;
  localparam int GammaLow = 8;
  localparam int TagBits = 64;  // packet and label

  // Bits that hold the numbers 0..size-1; at least one, since a wire of no bits is none.
  function automatic int index_bits(input int size);
    index_bits = (size <= 2) ? 1 : $clog2(size);
  endfunction

  function automatic int header_bits(input int k, input int m);
    header_bits = GammaLow + index_bits(k) + 2 * index_bits(m);
  endfunction

  function automatic int flit_bits(input int k, input int m,
                                            input int payload_bits);
    flit_bits = header_bits(k, m) + TagBits + payload_bits;
  endfunction

endpackage
