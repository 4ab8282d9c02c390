// The router and its netlist, side by side on the same random inputs; whatever differs in any clock
// is said, and ends the run. Neighbours and NICs obey credits, but grow slow and quick by turns.
`timescale 1ns / 1ns
module netlist_bench #(
  parameter int K = 1,
  parameter int M = 2,
  parameter int PayloadBits = 8,
  parameter int Vcs = 2,
  parameter int Depth = 2,
  parameter int Lanes = 1,
  parameter int Clocks = 400,
  parameter int Seed = 1
);

  localparam int Ports = M + K;
  localparam int LinkFifos = Ports * Vcs;
  localparam int Fifos = LinkFifos + Lanes;
  localparam int FlitBits = swapfly_flit::flit_bits(K, M, PayloadBits);
  localparam int HeaderBits = swapfly_flit::header_bits(K, M);
  localparam int Sources = Ports + Lanes;

  logic                      clk, rst_n;
  logic [Ports-1:0]          valid, eject_ready;
  logic [Sources*FlitBits-1:0] flits;
  logic [Ports*Vcs-1:0]      credit;
  logic [Lanes-1:0]          lane_valid;

  logic [Ports*Vcs-1:0]      rtl_credit, gates_credit;
  logic [Ports-1:0]          rtl_valid, gates_valid, rtl_eject_valid, gates_eject_valid;
  logic [Ports*FlitBits-1:0] rtl_flit, gates_flit, rtl_eject_flit, gates_eject_flit;
  logic [Lanes-1:0]          rtl_lane_credit, gates_lane_credit;
  logic [Ports*Fifos-1:0]    rtl_grant, gates_grant;
  logic [Ports-1:0]          rtl_conflict, gates_conflict;
  logic [Fifos-1:0]          rtl_stall, gates_stall;

  swapfly_router #(
    .K          (K),
    .M          (M),
    .PayloadBits(PayloadBits),
    .Vcs        (Vcs),
    .Depth      (Depth),
    .Lanes      (Lanes)
  ) u_rtl (
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .valid_i      (valid),
    .flit_i       (flits[Ports*FlitBits-1:0]),
    .credit_o     (rtl_credit),
    .valid_o      (rtl_valid),
    .flit_o       (rtl_flit),
    .credit_i     (credit),
    .lane_valid_i (lane_valid),
    .lane_flit_i  (flits[Ports*FlitBits+:Lanes*FlitBits]),
    .lane_credit_o(rtl_lane_credit),
    .eject_valid_o(rtl_eject_valid),
    .eject_flit_o (rtl_eject_flit),
    .eject_ready_i(eject_ready),
    .grant_o      (rtl_grant),
    .conflict_o   (rtl_conflict),
    .stall_o      (rtl_stall)
  );

  router_netlist u_gates (
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .valid_i      (valid),
    .flit_i       (flits[Ports*FlitBits-1:0]),
    .credit_o     (gates_credit),
    .valid_o      (gates_valid),
    .flit_o       (gates_flit),
    .credit_i     (credit),
    .lane_valid_i (lane_valid),
    .lane_flit_i  (flits[Ports*FlitBits+:Lanes*FlitBits]),
    .lane_credit_o(gates_lane_credit),
    .eject_valid_o(gates_eject_valid),
    .eject_flit_o (gates_eject_flit),
    .eject_ready_i(eject_ready),
    .grant_o      (gates_grant),
    .conflict_o   (gates_conflict),
    .stall_o      (gates_stall)
  );

  // Random flits, of which those with a legal header are sent.
  logic [Sources-1:0] legal;
  for (genvar i = 0; i < Sources; i++) begin : gen_source
    swapfly_legal_header #(
      .K(K),
      .M(M)
    ) u_legal (
      .header_i(flits[i*FlitBits+:HeaderBits]),
      .legal_o (legal[i])
    );
  end

  integer seed, clock, kind, channel, sent, copies, starved, stalled, ejected;
  integer free[Fifos];              // credits that senders hold
  integer at_neighbour[LinkFifos];  // flits for which the neighbour owes a credit
  integer send_percent, credit_percent, ready_percent;

  function automatic bit chance(input integer percent);
    chance = $unsigned($random(seed)) % 100 < percent;
  endfunction

  task differ(input integer port);
    begin
      $display("netlist: differs from the RTL in clock %0d, at port %0d (seed %0d)", clock, port, Seed);
      $finish;
      $stop;
    end
  endtask

  task choose_inputs;
    begin
      if (clock % 64 == 0) begin
        send_percent   = 20 + 40 * ($unsigned($random(seed)) % 3);
        credit_percent = 5 + 45 * ($unsigned($random(seed)) % 3);
        ready_percent  = 5 + 45 * ($unsigned($random(seed)) % 3);
      end
      for (int i = 0; i < Sources * FlitBits; i++) flits[i] = $random(seed);
      for (int i = 0; i < Sources; i++) begin
        // Numbers of ports of one are 0; b is what the channels carry.
        flits[i*FlitBits+:swapfly_flit::HopBits] = $unsigned($random(seed)) % (2 * Vcs);
        if (i < M) flits[i*FlitBits] = 1'b0;
        if (K == 1) flits[i*FlitBits+swapfly_flit::GammaLow] = 1'b0;
      end
      for (int i = 0; i < Ports; i++) eject_ready[i] = chance(ready_percent);
      for (int i = 0; i < LinkFifos; i++) credit[i] = at_neighbour[i] > 0 && chance(credit_percent);
    end
  endtask

  task choose_senders;
    begin
      for (int i = 0; i < Ports; i++) begin
        channel = i * Vcs + flits[i*FlitBits+1+:swapfly_flit::HopBits-1];
        valid[i] = legal[i] && free[channel] > 0 && chance(send_percent);
        if (valid[i]) free[channel] = free[channel] - 1;
        if (valid[i]) sent = sent + 1;
      end
      for (int i = 0; i < Lanes; i++) begin
        kind = flits[(Ports+i)*FlitBits+:swapfly_flit::HopBits];
        lane_valid[i] = legal[Ports+i] && kind != 0 && free[LinkFifos+i] > 0 && chance(send_percent);
        if (lane_valid[i]) free[LinkFifos+i] = free[LinkFifos+i] - 1;
        if (lane_valid[i]) sent = sent + 1;
      end
    end
  endtask

  task compare;
    begin
      if (rtl_credit !== gates_credit || rtl_lane_credit !== gates_lane_credit ||
          rtl_valid !== gates_valid || rtl_eject_valid !== gates_eject_valid ||
          rtl_grant !== gates_grant || rtl_conflict !== gates_conflict ||
          rtl_stall !== gates_stall || (^rtl_valid) === 1'bx) differ(-1);
      for (int i = 0; i < Ports; i++) begin
        if (rtl_valid[i] && rtl_flit[i*FlitBits+:FlitBits] !== gates_flit[i*FlitBits+:FlitBits]) differ(i);
        if (rtl_eject_valid[i] &&
            rtl_eject_flit[i*FlitBits+:FlitBits] !== gates_eject_flit[i*FlitBits+:FlitBits]) differ(i);
      end
    end
  endtask

  task count;
    begin
      for (int i = 0; i < LinkFifos; i++) begin
        if (rtl_credit[i]) free[i] = free[i] + 1;
        if (credit[i]) at_neighbour[i] = at_neighbour[i] - 1;
        if (at_neighbour[i] == Depth) starved = starved + 1;
      end
      for (int i = 0; i < Lanes; i++) begin
        if (rtl_lane_credit[i]) free[LinkFifos+i] = free[LinkFifos+i] + 1;
      end
      for (int i = 0; i < Ports; i++) begin
        if (rtl_valid[i]) begin
          copies  = copies + 1;
          channel = i * Vcs + rtl_flit[i*FlitBits+1+:swapfly_flit::HopBits-1];
          at_neighbour[channel] = at_neighbour[channel] + 1;
        end
        if (rtl_eject_valid[i] && eject_ready[i]) ejected = ejected + 1;
        if (rtl_eject_valid[i] && !eject_ready[i]) stalled = stalled + 1;
      end
    end
  endtask

  initial begin
    seed = Seed;
    {sent, copies, starved, stalled, ejected} = '0;
    for (int i = 0; i < Fifos; i++) free[i] = Depth;
    for (int i = 0; i < LinkFifos; i++) at_neighbour[i] = 0;
    {clk, rst_n, valid, lane_valid, credit, eject_ready, flits} = '0;
    repeat (3) #1 clk = !clk;
    #1 clk = 1'b0;
    rst_n = 1'b1;
    for (clock = 0; clock < Clocks; clock = clock + 1) begin
      choose_inputs;
      #1 choose_senders;
      #1 compare;
      count;
      #1 clk = 1'b1;
      #1 clk = 1'b0;
    end
    // A run in which one of these did not happen shows too little.
    if (copies + ejected <= sent || starved == 0 || stalled == 0) begin
      $display("netlist: the run is too tame: %0d sent, %0d copies, %0d ejected, %0d starved, %0d stalled",
               sent, copies, ejected, starved, stalled);
      $finish;
      $stop;
    end
    $display("netlist: equal to the RTL in %0d clocks: %0d flits in, %0d over links, %0d ejected, %0d clocks of full channels, %0d of ejections held up (seed %0d)",
             Clocks, sent, copies, ejected, starved, stalled, Seed);
    $finish;
  end

endmodule
