// What is proved of swapfly_fifo, inside which it is included.
`include "swapfly_claims.svh"

  `SWAPFLY_STARTS_IN_RESET

  `SWAPFLY_OBLIGATION(push_i, count_q < CountBits'(Depth))
  `SWAPFLY_OBLIGATION(pop_i, valid_o)

  // What is held, the oldest first.
  logic [Depth*Width-1:0] held;

  for (genvar i = 0; i < Depth; i++) begin : gen_held
    logic [PlaceBits:0]   sum;
    logic [PlaceBits-1:0] place;

    assign sum   = {1'b0, first_q} + (PlaceBits + 1)'(i);
    assign place = (sum >= (PlaceBits + 1)'(Depth)) ? PlaceBits'(sum - (PlaceBits + 1)'(Depth))
                                                    : PlaceBits'(sum);
    assign held[i*Width+:Width] = places_q[place];
  end

  // Where the places in use begin and end. (The sum of two places may exceed Depth once.)
  logic [CountBits+PlaceBits-1:0] behind_last;
  assign behind_last = first_q + count_q;

  `SWAPFLY_CLAIM(1'b1, {1'b0, first_q} < (PlaceBits + 1)'(Depth))
  `SWAPFLY_CLAIM(1'b1, count_q <= CountBits'(Depth))
  `SWAPFLY_CLAIM(behind_last < Depth, free_q == behind_last)
  `SWAPFLY_CLAIM(behind_last >= Depth, free_q == behind_last - Depth)

  // As many are held as were pushed and not popped.
  logic [CountBits-1:0] number_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      number_q <= '0;
    end else begin
      number_q <= number_q + CountBits'(push_i) - CountBits'(pop_i);
    end
  end
  `SWAPFLY_CLAIM(1'b1, count_q == number_q)
  `SWAPFLY_CLAIM(1'b1, valid_o == (number_q != '0))

`ifdef SWAPFLY_ALONE
  // One word, whichever the solver chooses, is followed from the clock in which it enters: after as
  // many pops as there were words before it, it is the head, and it is what it was.
  (* anyseq *) logic    choose;
  logic                 followed_q;
  logic [CountBits-1:0] before_q;
  logic [Width-1:0]     word_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      followed_q <= 1'b0;
    end else if (!followed_q) begin
      followed_q <= push_i && choose;
      before_q   <= number_q - CountBits'(pop_i);
      word_q     <= data_i;
    end else if (pop_i) begin
      followed_q <= before_q != '0;
      before_q   <= before_q - 1'b1;
    end
  end

  `SWAPFLY_CLAIM(followed_q, before_q < number_q)
  `SWAPFLY_CLAIM(followed_q && before_q == '0, valid_o && data_o == word_q)
  for (genvar i = 0; i < Depth; i++) begin : gen_followed
    `SWAPFLY_CLAIM(followed_q && before_q == CountBits'(i), held[i*Width+:Width] == word_q)
  end
`endif
