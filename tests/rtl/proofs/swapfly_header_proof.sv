// What is proved of swapfly_header_unit: a header, any legal one at first, goes through the unit
// once a clock until it has arrived.
`include "swapfly_claims.svh"

module swapfly_header_proof #(
  parameter int K = 4,
  parameter int M = 4,
  parameter int Vcs = 2,
  parameter bit Multicast = 1'b1,
  parameter int HeaderBits = swapfly_flit::header_bits(K, M)
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic [HeaderBits-1:0] first_header_i
);

  localparam int HopBits = swapfly_flit::HopBits;
  localparam int GammaBits = swapfly_flit::index_bits(K);
  localparam int LocalBits = swapfly_flit::index_bits(M);
  localparam int PiLow = swapfly_flit::GammaLow + GammaBits;
  localparam int DeltaLow = PiLow + LocalBits;

  `SWAPFLY_STARTS_IN_RESET

  logic                  first_legal, legal, legal_after, arrived;
  logic [HeaderBits-1:0] header_q, header_after;
  logic [M+K-1:0]        wanted;
  logic [Vcs-1:0]        channel;

  swapfly_legal_header #(
    .K        (K),
    .M        (M),
    .Multicast(Multicast)
  ) u_first_legal (
    .header_i(first_header_i),
    .legal_o (first_legal)
  );
  always_comb assume (first_legal);

  swapfly_header_unit #(
    .K        (K),
    .M        (M),
    .Vcs      (Vcs),
    .Multicast(Multicast)
  ) u_header_unit (
    .header_i (header_q),
    .arrived_o(arrived),
    .wanted_o (wanted),
    .channel_o(channel),
    .header_o (header_after)
  );

  logic [HopBits-1:0] hops_at_first_q, hops_done_q, hops, hops_after;
  logic               skip;
  assign hops       = header_q[HopBits-1:0];
  assign hops_after = header_after[HopBits-1:0];
  assign skip       = header_q[swapfly_flit::SkipBit];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      header_q        <= first_header_i;
      hops_at_first_q <= first_header_i[HopBits-1:0];
      hops_done_q     <= '0;
    end else if (!arrived) begin
      header_q    <= header_after;
      hops_done_q <= hops_done_q + 1'b1;
    end
  end

  // On a link a header is legal: no hop to be skipped shows.
  swapfly_legal_header #(
    .K        (K),
    .M        (M),
    .Multicast(Multicast)
  ) u_legal (
    .header_i(header_q),
    .legal_o (legal)
  );
  swapfly_legal_header #(
    .K        (K),
    .M        (M),
    .Multicast(Multicast)
  ) u_legal_after (
    .header_i(header_after),
    .legal_o (legal_after)
  );
  `SWAPFLY_CLAIM(1'b1, legal)
  `SWAPFLY_CLAIM(!arrived, legal_after)

  // b falls, so it ends in b hops, or fewer where some are skipped.
  `SWAPFLY_CLAIM(1'b1, arrived == (hops == '0))
  `SWAPFLY_CLAIM(!arrived, hops_after < hops)
  `SWAPFLY_CLAIM(1'b1, hops <= hops_at_first_q && hops_done_q <= hops_at_first_q - hops)
  `SWAPFLY_CLAIM(!skip, hops_done_q == hops_at_first_q - hops)

  // b odd: a local port, or all of them. b even: a global one, or all.
  logic         gamma_star, delta_star;
  logic [K-1:0] global_ports;
  logic [M-1:0] local_ports;
  assign gamma_star   = header_q[swapfly_flit::GammaStarBit];
  assign delta_star   = header_q[swapfly_flit::DeltaStarBit];
  assign global_ports = gamma_star ? '1 : K'(1) << header_q[swapfly_flit::GammaLow+:GammaBits];
  assign local_ports  = delta_star ? '1 : M'(1) << header_q[DeltaLow+:LocalBits];
  `SWAPFLY_CLAIM(hops[0], wanted == {K'(0), local_ports})
  `SWAPFLY_CLAIM(!arrived && !hops[0], wanted == {global_ports, M'(0)})
  `SWAPFLY_CLAIM(arrived, wanted == '0)

  // The rule told in the words of the paper: a hop, and then another one that takes no time if it
  // is to be skipped. A field is its star and its number.
  logic [GammaBits:0]    told_gamma;
  logic [LocalBits:0]    told_pi, told_delta;
  logic [HopBits-1:0]    told_hops;
  logic [HeaderBits-1:0] told;

  always_comb begin
    told_hops  = hops - 1'b1;
    told_gamma = {gamma_star, header_q[swapfly_flit::GammaLow+:GammaBits]};
    told_pi    = {header_q[swapfly_flit::PiStarBit], header_q[PiLow+:LocalBits]};
    told_delta = {delta_star, header_q[DeltaLow+:LocalBits]};
    if (hops[0]) begin
      told_delta = told_pi;
      told_pi    = '0;
    end else begin
      told_gamma = '0;
    end
    if (skip && told_hops[0] && told_delta == '0) begin
      told_hops  = told_hops - 1'b1;
      told_delta = told_pi;
      told_pi    = '0;
    end
    told = {told_delta[LocalBits-1:0], told_pi[LocalBits-1:0], told_gamma[GammaBits-1:0],
            told_delta[LocalBits], told_pi[LocalBits], told_gamma[GammaBits], skip, told_hops};
  end
  `SWAPFLY_CLAIM(!arrived, header_after == told)

  // The channel is half of what b is on arrival. It never rises, and falls at every global hop.
  logic [HopBits-2:0] pairs, pairs_after;
  assign pairs       = hops[HopBits-1:1];
  assign pairs_after = hops_after[HopBits-1:1];
  for (genvar vc = 0; vc < Vcs; vc++) begin : gen_channel
    if (vc < Vcs - 1) begin : gen_exact
      `SWAPFLY_CLAIM(!arrived && pairs_after == vc, channel == Vcs'(1) << vc)
    end else begin : gen_last
      `SWAPFLY_CLAIM(!arrived && pairs_after >= vc, channel == Vcs'(1) << vc)
    end
  end
  `SWAPFLY_CLAIM(!arrived && hops[0], pairs_after == pairs)
  `SWAPFLY_CLAIM(!arrived && !hops[0], pairs_after < pairs)

endmodule
