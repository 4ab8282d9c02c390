// What is proved of each output of swapfly_router, inside whose loop over outputs it is included.
// The router is proved at Latency 1.
`include "swapfly_claims.svh"

    localparam int CountBits = $clog2(Depth + 1);
    localparam int HopBits = swapfly_flit::HopBits;

    logic [FlitBits-1:0] left;
    logic [HopBits-1:0]  hops;
    logic                left_legal;
    assign left = flit_o[port*FlitBits+:FlitBits];
    assign hops = left[HopBits-1:0];

    // What leaves is what neighbours are assumed to send: legal, in a channel that exists, and with
    // a local hop behind it b is even.
    swapfly_legal_header #(
      .K        (K),
      .M        (M),
      .Multicast(Multicast)
    ) u_left_legal (
      .header_i(left[HeaderBits-1:0]),
      .legal_o (left_legal)
    );
    `SWAPFLY_CLAIM(valid_o[port], left_legal)
    `SWAPFLY_CLAIM(valid_o[port], hops < 2 * Vcs && !(port < M && hops[0]))

    // Flits that left and for which no credit came back, by the ports alone: it is known from them
    // that the next FIFO has a slot. Neighbours give back no more than they got.
    (* hierconn *) logic [Vcs*CountBits-1:0] \u_credits.under_way ;
    logic [Vcs-1:0] wanted_in_vain;

    for (genvar vc = 0; vc < Vcs; vc++) begin : gen_sent
      logic                 sent;
      logic [CountBits-1:0] at_neighbour_q;
      logic [Fifos-1:0]     wants_channel;

      assign sent = valid_o[port] && hops / 2 == vc;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          at_neighbour_q <= '0;
        end else begin
          at_neighbour_q <= at_neighbour_q + CountBits'(sent) - CountBits'(credit_i[port*Vcs+vc]);
        end
      end

      `SWAPFLY_ASSUME(credit_i[port*Vcs+vc], at_neighbour_q != '0)
      `SWAPFLY_CLAIM(1'b1, at_neighbour_q == \u_credits.under_way [vc*CountBits+:CountBits])
      `SWAPFLY_CLAIM(sent, at_neighbour_q < CountBits'(Depth))

      // A link for which some head and a slot are there does not stay idle.
      for (genvar fifo = 0; fifo < Fifos; fifo++) begin : gen_wants
        assign wants_channel[fifo] = wants[fifo] && channel[fifo*Vcs+vc];
      end
      `SWAPFLY_CLAIM(wants_channel != '0 && at_neighbour_q < CountBits'(Depth), valid_o[port])
    end

    // The class of a flit falls at every hop, so no cycle of full FIFOs can wait for each other:
    // FIFOs of a channel are two classes, those of local ports below those of global ones.
    logic [HopBits:0] class_after;
    assign class_after = {1'b0, hops / 2, port >= M};

    for (genvar fifo = 0; fifo < Fifos; fifo++) begin : gen_from
      if (fifo < LinkFifos) begin : gen_link
        `SWAPFLY_CLAIM(grant[fifo], class_after < 2 * (fifo % Vcs) + (fifo / Vcs >= M ? 1 : 0))
      end
      `SWAPFLY_CLAIM(grant[fifo], left == onward[fifo*FlitBits+:FlitBits])
      `SWAPFLY_CLAIM(grant[fifo], left[FlitBits-1:HeaderBits] == gen_fifo[fifo].head[FlitBits-1:HeaderBits])
    end
