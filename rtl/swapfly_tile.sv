// A router and the links that leave it: what a network is made of. Its link_* outputs are the far
// ends of these links; the other outputs are those of the router.
module swapfly_tile #(
  parameter int K = 4,
  parameter int M = 4,
  parameter int PayloadBits = 64,
  parameter int Vcs = 2,
  parameter int Depth = 8,
  parameter int Latency = 1,
  parameter int LocalLink = 0,
  parameter int GlobalLink = 0,
  parameter int Lanes = 4,
  parameter bit Multicast = 1'b1,
  // What follows from these, for the ports; not to be set.
  parameter int Ports = M + K,
  parameter int Fifos = Ports * Vcs + Lanes,
  parameter int FlitBits = swapfly_flit::flit_bits(K, M, PayloadBits)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic [Ports-1:0]          valid_i,
  input  logic [Ports*FlitBits-1:0] flit_i,
  output logic [Ports*Vcs-1:0]      credit_o,
  output logic [Ports*Vcs-1:0]      link_credit_o,
  output logic [Ports-1:0]          valid_o,
  output logic [Ports*FlitBits-1:0] flit_o,
  output logic [Ports-1:0]          link_valid_o,
  output logic [Ports*FlitBits-1:0] link_flit_o,
  input  logic [Ports*Vcs-1:0]      credit_i,
  input  logic [Lanes-1:0]          lane_valid_i,
  input  logic [Lanes*FlitBits-1:0] lane_flit_i,
  output logic [Lanes-1:0]          lane_credit_o,
  output logic [Ports-1:0]          eject_valid_o,
  output logic [Ports*FlitBits-1:0] eject_flit_o,
  input  logic [Ports-1:0]          eject_ready_i,
  output logic [Ports*Fifos-1:0]    grant_o,
  output logic [Ports-1:0]          conflict_o,
  output logic [Fifos-1:0]          stall_o
);

  swapfly_router #(
    .K          (K),
    .M          (M),
    .PayloadBits(PayloadBits),
    .Vcs        (Vcs),
    .Depth      (Depth),
    .Latency    (Latency),
    .Lanes      (Lanes),
    .Multicast  (Multicast)
  ) u_router (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .valid_i      (valid_i),
    .flit_i       (flit_i),
    .credit_o     (credit_o),
    .valid_o      (valid_o),
    .flit_o       (flit_o),
    .credit_i     (credit_i),
    .lane_valid_i (lane_valid_i),
    .lane_flit_i  (lane_flit_i),
    .lane_credit_o(lane_credit_o),
    .eject_valid_o(eject_valid_o),
    .eject_flit_o (eject_flit_o),
    .eject_ready_i(eject_ready_i),
    .grant_o      (grant_o),
    .conflict_o   (conflict_o),
    .stall_o      (stall_o)
  );

  for (genvar port = 0; port < Ports; port++) begin : gen_link
    swapfly_link #(
      .FlitBits(FlitBits),
      .Vcs     (Vcs),
      .Clocks  (port < M ? LocalLink : GlobalLink)
    ) u_link (
      .clk_i   (clk_i),
      .rst_ni  (rst_ni),
      .valid_i (valid_o[port]),
      .flit_i  (flit_o[port*FlitBits+:FlitBits]),
      .credit_i(credit_o[port*Vcs+:Vcs]),
      .valid_o (link_valid_o[port]),
      .flit_o  (link_flit_o[port*FlitBits+:FlitBits]),
      .credit_o(link_credit_o[port*Vcs+:Vcs])
    );
  end

endmodule
