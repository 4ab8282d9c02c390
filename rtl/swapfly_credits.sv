// The credits of one output: for each virtual channel, how many slots of the next router's FIFO are
// free. A credit that comes back in a clock can be used from the next clock on.
module swapfly_credits #(
  parameter int Vcs = 2,
  parameter int Depth = 8
) (
  input  logic           clk_i,
  input  logic           rst_ni,
  input  logic [Vcs-1:0] take_i,       // never where available_o is low
  input  logic [Vcs-1:0] give_back_i,
  output logic [Vcs-1:0] available_o
);

  localparam int CountBits = $clog2(Depth + 1);

  for (genvar vc = 0; vc < Vcs; vc++) begin : gen_vc
    logic [CountBits-1:0] count_q;

    assign available_o[vc] = count_q != '0;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        count_q <= CountBits'(Depth);
      end else if (take_i[vc] && !give_back_i[vc]) begin
        count_q <= count_q - 1'b1;
      end else if (!take_i[vc] && give_back_i[vc]) begin
        count_q <= count_q + 1'b1;
      end
    end
  end

`ifdef FORMAL
`include "swapfly_credits.svh"
`endif

endmodule
