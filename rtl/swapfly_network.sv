// The Swapped Dragonfly D3(K,M), wired: router (c,d,p) is number (c*M + d)*M + p. Local port i
// leads from (c,d,p) to (c, d, p+i), global port i to (c+i, p, d): the last two coordinates swap.
// "+" is addition modulo the size, or exclusive or (boolean group, for sizes that are powers of
// two). A link that leaves A by a port enters B at the port by which B reaches A; local port 0, and
// global port 0 where p = d, lead back to the router itself.
//
// NICs are outside. Every port of this module is that port of all routers, router 0 lowest.
module swapfly_network #(
  parameter int K = 2,
  parameter int M = 2,
  parameter bit BooleanCabinets = 1'b0,
  parameter bit BooleanDrawers = 1'b0,
  parameter int PayloadBits = 64,
  parameter int Vcs = 2,
  parameter int Depth = 8,
  parameter int Latency = 1,
  parameter int LocalLink = 0,
  parameter int GlobalLink = 0,
  parameter int Lanes = 2,
  parameter bit Multicast = 1'b1,
  // What follows from these, for the ports; not to be set.
  parameter int Routers = K * M * M,
  parameter int Ports = M + K,
  parameter int Fifos = Ports * Vcs + Lanes,
  parameter int FlitBits = swapfly_flit::flit_bits(K, M, PayloadBits)
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  input  logic [Routers*Lanes-1:0]          lane_valid_i,
  input  logic [Routers*Lanes*FlitBits-1:0] lane_flit_i,
  output logic [Routers*Lanes-1:0]          lane_credit_o,
  output logic [Routers*Ports-1:0]          eject_valid_o,
  output logic [Routers*Ports*FlitBits-1:0] eject_flit_o,
  input  logic [Routers*Ports-1:0]          eject_ready_i,
  // For whoever watches: the near ends of the links, and what routers show of their decisions.
  output logic [Routers*Ports-1:0]          valid_o,
  output logic [Routers*Ports*FlitBits-1:0] flit_o,
  output logic [Routers*Ports*Vcs-1:0]      credit_o,
  output logic [Routers*Ports*Fifos-1:0]    grant_o,
  output logic [Routers*Ports-1:0]          conflict_o,
  output logic [Routers*Fifos-1:0]          stall_o
);

  function automatic int sum(input bit boolean, input int a, input int b,
                                      input int size);
    sum = boolean ? (a ^ b) : (a + b) % size;
  endfunction

  // The port that leads back over the link of port `number`, among those of its kind.
  function automatic int inverse(input bit boolean, input int number,
                                          input int size);
    inverse = boolean ? number : (size - number) % size;
  endfunction

  // Far ends of the links that leave: [router][port].
  logic [Routers*Ports-1:0]          link_valid;
  logic [Routers*Ports*FlitBits-1:0] link_flit;
  logic [Routers*Ports*Vcs-1:0]      link_credit;

  for (genvar c = 0; c < K; c++) begin : gen_cabinet
    for (genvar d = 0; d < M; d++) begin : gen_drawer
      for (genvar p = 0; p < M; p++) begin : gen_router
        localparam int Router = (c * M + d) * M + p;

        logic [Ports-1:0]          valid;
        logic [Ports*FlitBits-1:0] flit;
        logic [Ports*Vcs-1:0]      credit;

        for (genvar port = 0; port < Ports; port++) begin : gen_port
          // The link's other end is a port of the router to which this port leads.
          localparam int Other = port < M ?
              (c * M + d) * M + sum(BooleanDrawers, p, port, M) :
              (sum(BooleanCabinets, c, port - M, K) * M + p) * M + d;
          localparam int OtherPort = port < M ?
              inverse(BooleanDrawers, port, M) : M + inverse(BooleanCabinets, port - M, K);
          localparam int End = Other * Ports + OtherPort;

          assign valid[port]                  = link_valid[End];
          assign flit[port*FlitBits+:FlitBits] = link_flit[End*FlitBits+:FlitBits];
          assign credit[port*Vcs+:Vcs]        = link_credit[End*Vcs+:Vcs];
        end

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
          .valid_i      (valid),
          .flit_i       (flit),
          .credit_o     (credit_o[Router*Ports*Vcs+:Ports*Vcs]),
          .link_credit_o(link_credit[Router*Ports*Vcs+:Ports*Vcs]),
          .valid_o      (valid_o[Router*Ports+:Ports]),
          .flit_o       (flit_o[Router*Ports*FlitBits+:Ports*FlitBits]),
          .link_valid_o (link_valid[Router*Ports+:Ports]),
          .link_flit_o  (link_flit[Router*Ports*FlitBits+:Ports*FlitBits]),
          .credit_i     (credit),
          .lane_valid_i (lane_valid_i[Router*Lanes+:Lanes]),
          .lane_flit_i  (lane_flit_i[Router*Lanes*FlitBits+:Lanes*FlitBits]),
          .lane_credit_o(lane_credit_o[Router*Lanes+:Lanes]),
          .eject_valid_o(eject_valid_o[Router*Ports+:Ports]),
          .eject_flit_o (eject_flit_o[Router*Ports*FlitBits+:Ports*FlitBits]),
          .eject_ready_i(eject_ready_i[Router*Ports+:Ports]),
          .grant_o      (grant_o[Router*Ports*Fifos+:Ports*Fifos]),
          .conflict_o   (conflict_o[Router*Ports+:Ports]),
          .stall_o      (stall_o[Router*Fifos+:Fifos])
        );
      end
    end
  end

endmodule
