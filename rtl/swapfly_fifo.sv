// A first-in, first-out queue. The head is shown without being taken. What is pushed in a clock is
// there from the next clock on. Whoever pushes holds a credit, so a full queue is never pushed to;
// nor is an empty one popped.
module swapfly_fifo #(
  parameter int Width = 8,
  parameter int Depth = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  input  logic             pop_i,
  output logic             valid_o,
  output logic [Width-1:0] data_o
);

  localparam int PlaceBits = swapfly_flit::index_bits(Depth);
  localparam int CountBits = $clog2(Depth + 1);

  logic [Width-1:0]     places_q[Depth];
  logic [PlaceBits-1:0] first_q, free_q;
  logic [CountBits-1:0] count_q;

  assign valid_o = count_q != '0;
  assign data_o  = places_q[first_q];

  function automatic logic [PlaceBits-1:0] after(input logic [PlaceBits-1:0] place);
    after = (place == PlaceBits'(Depth - 1)) ? '0 : place + 1'b1;
  endfunction

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q <= '0;
      free_q  <= '0;
      count_q <= '0;
    end else begin
      if (push_i) free_q <= after(free_q);
      if (pop_i) first_q <= after(first_q);
      if (push_i && !pop_i) count_q <= count_q + 1'b1;
      if (!push_i && pop_i) count_q <= count_q - 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_i) places_q[free_q] <= data_i;
  end

`ifdef FORMAL
`include "swapfly_fifo.svh"
`endif

endmodule
