// The one routing rule of the Swapped Dragonfly ([D2] section 2), for the flit at the head of a
// FIFO: which outputs it wants, on which channel it leaves, and what its header is afterwards.
// Neither the router's place nor the group is an input: every router is the same part.
//
// b odd: leave by local port delta; then delta := pi, pi := 0. b even: leave by global port gamma;
// then gamma := 0. Either way b := b - 1. A `*` means every port of that kind. With `skip`, a local
// hop through port 0 (the number 0, never a `*`) is passed over as part of the rewrite; no flit
// enters with a hop to be skipped.
module swapfly_header_unit #(
  parameter int K = 4,
  parameter int M = 4,
  parameter int Vcs = 2,
  parameter bit Multicast = 1'b1,
  parameter int HeaderBits = swapfly_flit::header_bits(K, M)
) (
  input  logic [HeaderBits-1:0]  header_i,
  output logic                   arrived_o,  // b = 0: for this router's NIC
  output logic [M+K-1:0]         wanted_o,   // local ports 0..M-1, global ports M..M+K-1
  output logic [Vcs-1:0]         channel_o,  // of the hop that wanted_o names: one bit
  output logic [HeaderBits-1:0]  header_o    // after that hop
);

  localparam int GammaBits = swapfly_flit::index_bits(K);
  localparam int LocalBits = swapfly_flit::index_bits(M);
  localparam int PiLow = swapfly_flit::GammaLow + GammaBits;
  localparam int DeltaLow = PiLow + LocalBits;

  logic [swapfly_flit::HopBits-1:0] hops, hops_after, hops_left;
  logic                             skip;
  logic                             gamma_star, pi_star, delta_star;
  logic [GammaBits-1:0]             gamma;
  logic [LocalBits-1:0]             pi, delta;

  assign hops       = header_i[swapfly_flit::HopBits-1:0];
  assign skip       = header_i[swapfly_flit::SkipBit];
  assign gamma      = header_i[swapfly_flit::GammaLow+:GammaBits];
  assign pi         = header_i[PiLow+:LocalBits];
  assign delta      = header_i[DeltaLow+:LocalBits];
  assign gamma_star = Multicast && header_i[swapfly_flit::GammaStarBit];
  assign pi_star    = Multicast && header_i[swapfly_flit::PiStarBit];
  assign delta_star = Multicast && header_i[swapfly_flit::DeltaStarBit];

  logic local_hop;
  assign arrived_o = hops == '0;
  assign local_hop = hops[0];

  always_comb begin
    wanted_o = '0;
    for (int i = 0; i < M; i++) begin
      wanted_o[i] = local_hop && (delta_star || delta == LocalBits'(i));
    end
    for (int i = 0; i < K; i++) begin
      wanted_o[M+i] = !local_hop && !arrived_o && (gamma_star || gamma == GammaBits'(i));
    end
  end

  // A hop is skipped only after a global one: what follows a local hop is global, or the end.
  logic passes_over;
  assign hops_after  = hops - 1'b1;
  assign passes_over = !local_hop && skip && !delta_star && delta == '0;
  assign hops_left   = hops_after - {{(swapfly_flit::HopBits - 1){1'b0}}, passes_over};

  logic shifts;  // pi becomes delta
  assign shifts = local_hop || passes_over;

  // The fields from the highest down. In one piece: Icarus 11 does not get past time 0 where they
  // are assigned one by one in a procedure.
  assign header_o = {
    shifts ? pi : delta,
    shifts ? {LocalBits{1'b0}} : pi,
    local_hop ? gamma : {GammaBits{1'b0}},
    shifts ? pi_star : delta_star,
    !shifts && pi_star,
    local_hop && gamma_star,
    skip,
    hops_left
  };

  swapfly_channel #(
    .Vcs(Vcs)
  ) u_channel (
    .hops_i   (hops_left),
    .channel_o(channel_o)
  );

endmodule
