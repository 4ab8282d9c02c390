// A link and its way back: `Clocks` registers on the flits that leave by it, and as many on the
// credits for the flits that come in over it.
module swapfly_link #(
  parameter int FlitBits = 8,
  parameter int Vcs = 2,
  parameter int Clocks = 0
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                valid_i,
  input  logic [FlitBits-1:0] flit_i,
  input  logic [Vcs-1:0]      credit_i,
  output logic                valid_o,
  output logic [FlitBits-1:0] flit_o,
  output logic [Vcs-1:0]      credit_o
);

  swapfly_delay #(
    .Width (1 + Vcs),
    .Clocks(Clocks)
  ) u_controls (
    .clk_i (clk_i),
    .rst_ni(rst_ni),
    .data_i({valid_i, credit_i}),
    .data_o({valid_o, credit_o})
  );

  swapfly_delay #(
    .Width (FlitBits),
    .Clocks(Clocks),
    .Resets(1'b0)
  ) u_flit (
    .clk_i (clk_i),
    .rst_ni(rst_ni),
    .data_i(flit_i),
    .data_o(flit_o)
  );

endmodule
