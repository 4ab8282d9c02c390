// What is proved of swapfly_credits, inside which it is included.
`include "swapfly_claims.svh"

  `SWAPFLY_STARTS_IN_RESET

  logic [Vcs*CountBits-1:0] under_way;  // for the proof of the router

  for (genvar vc = 0; vc < Vcs; vc++) begin : gen_proof
    // Credits taken and not given back yet, counted on their own.
    logic [CountBits-1:0] under_way_q;
    assign under_way[vc*CountBits+:CountBits] = under_way_q;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        under_way_q <= '0;
      end else begin
        under_way_q <= under_way_q + CountBits'(take_i[vc]) - CountBits'(give_back_i[vc]);
      end
    end

    `SWAPFLY_OBLIGATION(take_i[vc], available_o[vc])
    `SWAPFLY_OBLIGATION(give_back_i[vc], under_way_q != '0)

    // No credit is lost or made; so the count neither over- nor underflows.
    `SWAPFLY_CLAIM(1'b1, {1'b0, gen_vc[vc].count_q} + {1'b0, under_way_q} == (CountBits + 1)'(Depth))
    // Nothing is sent where all credits are under way, and nothing withheld where one is not.
    `SWAPFLY_CLAIM(under_way_q == CountBits'(Depth), !available_o[vc])
    `SWAPFLY_CLAIM(under_way_q < CountBits'(Depth), available_o[vc])
  end
