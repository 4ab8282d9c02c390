// Keeps account of a head that goes to several outputs. Outputs are ticked off as they grant, in
// whatever order (asynchronous replication); the head leaves in the clock in which none is left.
// Safe from deadlock for flits that are packets of their own only: longer packets would need a read
// pointer a branch.
module swapfly_replicator #(
  parameter int Outputs = 8,
  parameter bit Multicast = 1'b1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [Outputs-1:0] wanted_i,   // by the head; none where there is no head
  input  logic [Outputs-1:0] granted_i,  // in this clock; among those in pending_o
  output logic [Outputs-1:0] pending_o,  // wanted and not served before this clock
  output logic               leaves_o
);

  if (Multicast) begin : gen_served
    logic [Outputs-1:0] served_q;

    assign pending_o = wanted_i & ~served_q;
    assign leaves_o  = wanted_i != '0 && (pending_o & ~granted_i) == '0;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        served_q <= '0;
      end else begin
        served_q <= leaves_o ? '0 : served_q | granted_i;
      end
    end
  end else begin : gen_single
    assign pending_o = wanted_i;
    assign leaves_o  = granted_i != '0;

    logic unused;
    assign unused = &{clk_i, rst_ni};
  end

`ifdef FORMAL
`include "swapfly_replicator.svh"
`endif

endmodule
