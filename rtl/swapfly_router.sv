// An input-queued router with credit flow control and duplication. It obeys the header alone; it
// knows neither its place nor the group.
//
// FIFOs are numbered (input * Vcs + vc), then one for each injection lane; each is a crossbar input
// of its own. Ports are local 0..M-1, then global M..M+K-1. Whatever is decided in a clock depends
// on what was registered at its start, and, for ejections alone, on the NIC's answer in the same
// clock.
//
// Timing. A flit granted in clock n is at valid_o/flit_o in clock n + Latency - 1, and in the FIFO
// at the link's far end, where it can be arbitrated, in the clock after that, link clocks apart. A
// slot freed in clock n is a credit at credit_o in clock n.
module swapfly_router #(
  parameter int K = 4,
  parameter int M = 4,
  parameter int PayloadBits = 64,
  parameter int Vcs = 2,
  parameter int Depth = 8,
  parameter int Latency = 1,
  parameter int Lanes = 4,
  parameter bit Multicast = 1'b1,
  // What follows from these, for the ports; not to be set.
  parameter int Ports = M + K,
  parameter int Fifos = Ports * Vcs + Lanes,
  parameter int FlitBits = swapfly_flit::flit_bits(K, M, PayloadBits)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  // Links into this router, and the credits that go back over them.
  input  logic [Ports-1:0]          valid_i,
  input  logic [Ports*FlitBits-1:0] flit_i,
  output logic [Ports*Vcs-1:0]      credit_o,
  // Links out of it.
  output logic [Ports-1:0]          valid_o,
  output logic [Ports*FlitBits-1:0] flit_o,
  input  logic [Ports*Vcs-1:0]      credit_i,
  // Injection lanes. A NIC never sends a flit of no hops, nor one that starts with a hop to be
  // skipped.
  input  logic [Lanes-1:0]          lane_valid_i,
  input  logic [Lanes*FlitBits-1:0] lane_flit_i,
  output logic [Lanes-1:0]          lane_credit_o,
  // Ejection channels, one an input port: flits of different inputs never contend for the NIC.
  output logic [Ports-1:0]          eject_valid_o,
  output logic [Ports*FlitBits-1:0] eject_flit_o,
  input  logic [Ports-1:0]          eject_ready_i,
  // For whoever watches: the grants of every output, the outputs that two heads or more want,
  // credit or not, and the FIFOs whose head is not fully served.
  output logic [Ports*Fifos-1:0]    grant_o,
  output logic [Ports-1:0]          conflict_o,
  output logic [Fifos-1:0]          stall_o
);

  localparam int LinkFifos = Ports * Vcs;
  localparam int HeaderBits = swapfly_flit::header_bits(K, M);

  // Heads of the FIFOs, and what they want.
  logic [Fifos-1:0]          push, pop, valid;
  logic [Fifos*FlitBits-1:0] entering;
  logic [Fifos*FlitBits-1:0] onward;   // the head, with its header after the next hop
  logic [Fifos*Ports-1:0]    pending;  // [fifo][output]
  logic [Fifos*Vcs-1:0]      channel;  // [fifo] one bit: the channel of the next hop
  logic [Fifos-1:0]          leaves;   // served by its last output in this clock
  logic [Ports*Vcs-1:0]      available;  // [output] a credit is there

  for (genvar port = 0; port < Ports; port++) begin : gen_input
    logic [Vcs-1:0] input_channel;

    swapfly_channel #(
      .Vcs(Vcs)
    ) u_channel (
      .hops_i   (flit_i[port*FlitBits+:swapfly_flit::HopBits]),
      .channel_o(input_channel)
    );

    assign push[port*Vcs+:Vcs]                       = {Vcs{valid_i[port]}} & input_channel;
    assign entering[port*Vcs*FlitBits+:Vcs*FlitBits] = {Vcs{flit_i[port*FlitBits+:FlitBits]}};
  end
  assign push[LinkFifos+:Lanes]                       = lane_valid_i;
  assign entering[LinkFifos*FlitBits+:Lanes*FlitBits] = lane_flit_i;

  logic [Fifos*Ports-1:0] granted;  // [fifo][output]: grant_o the other way round

  for (genvar fifo = 0; fifo < Fifos; fifo++) begin : gen_fifo
    logic [FlitBits-1:0] head;
    logic                head_arrived;
    logic [Ports-1:0]    head_wanted;

    swapfly_fifo #(
      .Width(FlitBits),
      .Depth(Depth)
    ) u_fifo (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .push_i (push[fifo]),
      .data_i (entering[fifo*FlitBits+:FlitBits]),
      .pop_i  (pop[fifo]),
      .valid_o(valid[fifo]),
      .data_o (head)
    );

    swapfly_header_unit #(
      .K        (K),
      .M        (M),
      .Vcs      (Vcs),
      .Multicast(Multicast)
    ) u_header_unit (
      .header_i (head[HeaderBits-1:0]),
      .arrived_o(head_arrived),
      .wanted_o (head_wanted),
      .channel_o(channel[fifo*Vcs+:Vcs]),
      .header_o (onward[fifo*FlitBits+:HeaderBits])
    );
    assign onward[fifo*FlitBits+HeaderBits+:FlitBits-HeaderBits] = head[FlitBits-1:HeaderBits];

    swapfly_replicator #(
      .Outputs  (Ports),
      .Multicast(Multicast)
    ) u_replicator (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .wanted_i (head_wanted & {Ports{valid[fifo]}}),
      .granted_i(granted[fifo*Ports+:Ports]),
      .pending_o(pending[fifo*Ports+:Ports]),
      .leaves_o (leaves[fifo])
    );

    // b = 0 is channel 0: each input port ejects from one FIFO.
    if (fifo < LinkFifos && fifo % Vcs == 0) begin : gen_eject
      localparam int Port = fifo / Vcs;

      assign eject_valid_o[Port]                    = valid[fifo] && head_arrived;
      assign eject_flit_o[Port*FlitBits+:FlitBits]  = head;
      assign pop[fifo] = leaves[fifo] || (eject_valid_o[Port] && eject_ready_i[Port]);
    end else begin : gen_no_eject
      assign pop[fifo] = leaves[fifo];

      logic unused;
      assign unused = head_arrived;
    end

`ifdef FORMAL
`include "swapfly_router_fifo.svh"
`endif
  end

  assign credit_o      = pop[LinkFifos-1:0];
  assign lane_credit_o = pop[LinkFifos+:Lanes];
  assign stall_o       = valid & ~pop;

  for (genvar port = 0; port < Ports; port++) begin : gen_output
    logic [Fifos-1:0]    wants, request, grant;
    logic [Vcs-1:0]      take;
    logic [FlitBits-1:0] flit;

    // A head asks only where it holds a credit. To choose first and look at the credit afterwards
    // deadlocks.
    for (genvar fifo = 0; fifo < Fifos; fifo++) begin : gen_request
      assign wants[fifo]   = pending[fifo*Ports+port];
      assign request[fifo] = wants[fifo] &&
                             (channel[fifo*Vcs+:Vcs] & available[port*Vcs+:Vcs]) != '0;
      assign granted[fifo*Ports+port] = grant[fifo];
    end
    assign conflict_o[port] = (wants & (wants - 1'b1)) != '0;
    assign grant_o[port*Fifos+:Fifos] = grant;

    swapfly_arbiter #(
      .Requests(Fifos)
    ) u_arbiter (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .request_i(request),
      .grant_o  (grant)
    );

    swapfly_crossbar #(
      .Inputs(Fifos),
      .Width (Vcs)
    ) u_channel_crossbar (
      .select_i(grant),
      .words_i (channel),
      .word_o  (take)
    );

    swapfly_credits #(
      .Vcs  (Vcs),
      .Depth(Depth)
    ) u_credits (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .take_i     (take),
      .give_back_i(credit_i[port*Vcs+:Vcs]),
      .available_o(available[port*Vcs+:Vcs])
    );

    swapfly_crossbar #(
      .Inputs(Fifos),
      .Width (FlitBits)
    ) u_crossbar (
      .select_i(grant),
      .words_i (onward),
      .word_o  (flit)
    );

    // Every router clock beyond the first is a register behind the crossbar.
    swapfly_delay #(
      .Width (1),
      .Clocks(Latency - 1)
    ) u_valid (
      .clk_i (clk_i),
      .rst_ni(rst_ni),
      .data_i(grant != '0),
      .data_o(valid_o[port])
    );
    swapfly_delay #(
      .Width (FlitBits),
      .Clocks(Latency - 1),
      .Resets(1'b0)
    ) u_flit (
      .clk_i (clk_i),
      .rst_ni(rst_ni),
      .data_i(flit),
      .data_o(flit_o[port*FlitBits+:FlitBits])
    );

`ifdef FORMAL
`include "swapfly_router_output.svh"
`endif
  end

endmodule
