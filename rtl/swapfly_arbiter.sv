// A round-robin arbiter. Of those that ask, the first one at or after the pointer is granted, else
// the first of all; the pointer, 0 after reset, moves one past whoever is granted. A grant is
// always taken: the router lets only those ask that hold a credit.
//
// The pointer is kept as the set of those at or after it; the empty set and the full one both mean
// pointer 0.
module swapfly_arbiter #(
  parameter int Requests = 8
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [Requests-1:0] request_i,
  output logic [Requests-1:0] grant_o  // one bit at most
);

  logic [Requests-1:0] from_pointer_q, preferred, choice;

  assign preferred = request_i & from_pointer_q;
  assign choice    = (preferred != '0) ? preferred : request_i;
  assign grant_o   = choice & (~choice + 1'b1);  // the lowest

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      from_pointer_q <= '1;
    end else if (request_i != '0) begin
      from_pointer_q <= ~(grant_o | (grant_o - 1'b1));  // all above the granted one
    end
  end

`ifdef FORMAL
`include "swapfly_arbiter.svh"
`endif

endmodule
