// What is proved of swapfly_replicator, inside which it is included.
`include "swapfly_claims.svh"

  `SWAPFLY_STARTS_IN_RESET

  // Outputs that granted the head since it came, and what it wanted a clock ago if it has not left.
  logic [Outputs-1:0] served, stays_q;
  logic [Outputs-1:0] granted_before_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || leaves_o) begin
      granted_before_q <= '0;
      stays_q          <= '0;
    end else begin
      granted_before_q <= granted_before_q | granted_i;
      stays_q          <= wanted_i;
    end
  end
  assign served = granted_before_q | granted_i;

  `SWAPFLY_OBLIGATION(1'b1, (granted_i & ~pending_o) == '0)
  `SWAPFLY_OBLIGATION(stays_q != '0, wanted_i == stays_q)

  if (Multicast) begin : gen_claims
    `SWAPFLY_CLAIM(1'b1, gen_served.served_q == granted_before_q)
  end else begin : gen_obligations
    `SWAPFLY_OBLIGATION(1'b1, (wanted_i & (wanted_i - 1'b1)) == '0)
  end
  `SWAPFLY_CLAIM(1'b1, (granted_before_q & ~stays_q) == '0)

  // No branch twice, none that is not wanted, and all of them once it leaves.
  `SWAPFLY_CLAIM(granted_i != '0, (granted_i & granted_before_q) == '0)
  `SWAPFLY_CLAIM(granted_i != '0, (granted_i & ~wanted_i) == '0)
  `SWAPFLY_CLAIM(leaves_o, served == wanted_i)
  // It leaves in the very clock in which the last one is served; until then it asks.
  `SWAPFLY_CLAIM(wanted_i != '0 && served == wanted_i, leaves_o)
  `SWAPFLY_CLAIM(wanted_i != '0, pending_o == (wanted_i & ~granted_before_q) && pending_o != '0)
  `SWAPFLY_CLAIM(wanted_i == '0, pending_o == '0 && !leaves_o)
