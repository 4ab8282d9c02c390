// What the proofs are written in. A claim holds in every clock out of reset in which its condition
// does. Where a block is proved alone, that the condition can come about is covered, so that no
// claim is empty. (Inside the router it cannot everywhere: FIFO 0 of a local port only ejects.)
//
// An obligation is a claim on whoever drives a block: assumed where the block is proved alone,
// claimed where it is proved as a part of the router. What nobody inside can answer for is assumed.
`ifndef SWAPFLY_CLAIMS
`define SWAPFLY_CLAIMS

`ifdef SWAPFLY_ALONE
`define SWAPFLY_COVER cover (1'b1);
`else
`define SWAPFLY_COVER
`endif

`define SWAPFLY_CLAIM(WHEN, WHAT) \
  always_comb begin \
    if (rst_ni && (WHEN)) begin \
      assert (WHAT); \
      `SWAPFLY_COVER \
    end \
  end

`define SWAPFLY_ASSUME(WHEN, WHAT) \
  always_comb begin \
    if (rst_ni && (WHEN)) assume (WHAT); \
  end

`ifdef SWAPFLY_ALONE
`define SWAPFLY_OBLIGATION(WHEN, WHAT) `SWAPFLY_ASSUME(WHEN, WHAT)
`else
`define SWAPFLY_OBLIGATION(WHEN, WHAT) `SWAPFLY_CLAIM(WHEN, WHAT)
`endif

// The first clock is one of reset; any later one may be.
`define SWAPFLY_STARTS_IN_RESET \
  always_comb begin \
    if ($initstate) assume (!rst_ni); \
  end

`endif
