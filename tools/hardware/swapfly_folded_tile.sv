// The looped tile behind four pins. What enters comes from a shift register. What leaves is kept in
// registers of its own, of which further registers keep the parity, 16 by 16 and then of all. No
// logic stands between the tile and its registers, so no path of the tile is lengthened, and no
// part of it can be left out.
module swapfly_folded_tile #(
  parameter int K = 2,
  parameter int M = 2,
  parameter int PayloadBits = 8,
  parameter int Vcs = 2,
  parameter int Depth = 2,
  parameter int Latency = 1,
  parameter int LocalLink = 0,
  parameter int GlobalLink = 0,
  parameter int Lanes = 1,
  parameter bit Multicast = 1'b1
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic serial_i,
  output logic parity_o
);

  localparam int Ports = M + K;
  localparam int FlitBits = swapfly_flit::flit_bits(K, M, PayloadBits);
  localparam int InBits = Lanes + Lanes * FlitBits + Ports;
  localparam int OutBits = Lanes + Ports + Ports * FlitBits;
  localparam int Groups = (OutBits + 15) / 16;

  logic                 rst_nq;
  logic [InBits-1:0]    in_q;
  logic [OutBits-1:0]   out;
  logic [16*Groups-1:0] out_q;
  logic [Groups-1:0]    parity_q;

  logic [Lanes-1:0]          lane_valid;
  logic [Lanes*FlitBits-1:0] lane_flit;
  logic [Ports-1:0]          eject_ready;
  assign {lane_valid, lane_flit, eject_ready} = in_q;

  swapfly_looped_tile #(
    .K          (K),
    .M          (M),
    .PayloadBits(PayloadBits),
    .Vcs        (Vcs),
    .Depth      (Depth),
    .Latency    (Latency),
    .LocalLink  (LocalLink),
    .GlobalLink (GlobalLink),
    .Lanes      (Lanes),
    .Multicast  (Multicast)
  ) u_looped_tile (
    .clk_i        (clk_i),
    .rst_ni       (rst_nq),
    .lane_valid_i (lane_valid),
    .lane_flit_i  (lane_flit),
    .lane_credit_o(out[0+:Lanes]),
    .eject_valid_o(out[Lanes+:Ports]),
    .eject_flit_o (out[Lanes+Ports+:Ports*FlitBits]),
    .eject_ready_i(eject_ready)
  );

  always_ff @(posedge clk_i) begin
    rst_nq   <= rst_ni;
    in_q     <= {in_q[InBits-2:0], serial_i};
    out_q    <= {{(16 * Groups - OutBits) {1'b0}}, out};
    parity_o <= ^parity_q;
  end
  for (genvar i = 0; i < Groups; i++) begin : gen_group
    always_ff @(posedge clk_i) parity_q[i] <= ^out_q[16*i+:16];
  end

endmodule
