// A router whose links lead back to itself, every port to the same port, as local port 0 does in
// the network. So a path from a register of one router to a register of the next is a path between
// registers here: arbiter, crossbar, link, and the way into the next FIFO, or back as a credit.
// What is left at the ports belongs to the NIC.
module swapfly_looped_tile #(
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
  parameter int FlitBits = swapfly_flit::flit_bits(K, M, PayloadBits)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic [Lanes-1:0]          lane_valid_i,
  input  logic [Lanes*FlitBits-1:0] lane_flit_i,
  output logic [Lanes-1:0]          lane_credit_o,
  output logic [Ports-1:0]          eject_valid_o,
  output logic [Ports*FlitBits-1:0] eject_flit_o,
  input  logic [Ports-1:0]          eject_ready_i
);

  localparam int Fifos = Ports * Vcs + Lanes;

  logic [Ports-1:0]          valid, link_valid;
  logic [Ports*FlitBits-1:0] flit, link_flit;
  logic [Ports*Vcs-1:0]      credit, link_credit;

  logic [Ports*Fifos-1:0] grant;
  logic [Ports-1:0]       conflict;
  logic [Fifos-1:0]       stall;

  swapfly_tile #(
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
  ) u_tile (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .valid_i      (link_valid),
    .flit_i       (link_flit),
    .credit_o     (credit),
    .link_credit_o(link_credit),
    .valid_o      (valid),
    .flit_o       (flit),
    .link_valid_o (link_valid),
    .link_flit_o  (link_flit),
    .credit_i     (link_credit),
    .lane_valid_i (lane_valid_i),
    .lane_flit_i  (lane_flit_i),
    .lane_credit_o(lane_credit_o),
    .eject_valid_o(eject_valid_o),
    .eject_flit_o (eject_flit_o),
    .eject_ready_i(eject_ready_i),
    .grant_o      (grant),
    .conflict_o   (conflict),
    .stall_o      (stall)
  );

  logic unused;
  assign unused = &{valid, flit, credit, grant, conflict, stall};

endmodule
