// Whether a header may be on a link or come from a NIC: its numbers are numbers of ports, a field
// with `*` has the number 0 and is there only where routers duplicate, and it does not start with a
// hop to be skipped.
module swapfly_legal_header #(
  parameter int K = 4,
  parameter int M = 4,
  parameter bit Multicast = 1'b1,
  parameter int HeaderBits = swapfly_flit::header_bits(K, M)
) (
  input  logic [HeaderBits-1:0] header_i,
  output logic                  legal_o
);

  localparam int GammaBits = swapfly_flit::index_bits(K);
  localparam int LocalBits = swapfly_flit::index_bits(M);
  localparam int PiLow = swapfly_flit::GammaLow + GammaBits;
  localparam int DeltaLow = PiLow + LocalBits;

  logic [GammaBits-1:0] gamma;
  logic [LocalBits-1:0] pi, delta;
  logic                 gamma_star, pi_star, delta_star, starts_skipped;

  assign gamma          = header_i[swapfly_flit::GammaLow+:GammaBits];
  assign pi             = header_i[PiLow+:LocalBits];
  assign delta          = header_i[DeltaLow+:LocalBits];
  assign gamma_star     = header_i[swapfly_flit::GammaStarBit];
  assign pi_star        = header_i[swapfly_flit::PiStarBit];
  assign delta_star     = header_i[swapfly_flit::DeltaStarBit];
  assign starts_skipped = header_i[0] && header_i[swapfly_flit::SkipBit] && delta == '0 && !delta_star;

  assign legal_o = {1'b0, gamma} < (GammaBits + 1)'(K) && {1'b0, pi} < (LocalBits + 1)'(M) &&
                   {1'b0, delta} < (LocalBits + 1)'(M) &&
                   !(gamma_star && gamma != '0) && !(pi_star && pi != '0) &&
                   !(delta_star && delta != '0) &&
                   !(!Multicast && (gamma_star || pi_star || delta_star)) && !starts_skipped;

endmodule
