// What is proved of swapfly_delay: a word, whichever the solver chooses, is seen exactly `Clocks`
// clocks after it entered; after reset, 0 is seen until the first one is, where registers are
// reset.
`include "swapfly_claims.svh"

module swapfly_delay_proof #(
  parameter int Width = 4,
  parameter int Clocks = 1,
  parameter bit Resets = 1'b1
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic [Width-1:0] data_i,
  input logic             choose_i
);

  localparam int AgeBits = $clog2(Clocks + 2);

  `SWAPFLY_STARTS_IN_RESET

  logic [Width-1:0] data;

  swapfly_delay #(
    .Width (Width),
    .Clocks(Clocks),
    .Resets(Resets)
  ) u_delay (
    .clk_i (clk_i),
    .rst_ni(rst_ni),
    .data_i(data_i),
    .data_o(data)
  );

  // The age of the word, 0 where none is followed, and the clocks since reset, up to `Clocks`.
  logic [AgeBits-1:0] age_q, since_reset_q;
  logic [Width-1:0]   word_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      age_q         <= '0;
      since_reset_q <= '0;
    end else begin
      if (age_q == '0) begin
        age_q  <= AgeBits'(choose_i);
        word_q <= data_i;
      end else begin
        age_q <= (age_q == AgeBits'(Clocks)) ? '0 : age_q + 1'b1;
      end
      if (since_reset_q < AgeBits'(Clocks)) since_reset_q <= since_reset_q + 1'b1;
    end
  end

  if (Clocks == 0) begin : gen_wire
    `SWAPFLY_CLAIM(1'b1, data == data_i)
  end else begin : gen_registers
    `SWAPFLY_CLAIM(age_q == AgeBits'(Clocks), data == word_q)
    `SWAPFLY_CLAIM(1'b1, age_q <= AgeBits'(Clocks))
    if (Resets) begin : gen_reset
      `SWAPFLY_CLAIM(since_reset_q < AgeBits'(Clocks), data == '0)
    end
  end

endmodule
