// What is proved of each FIFO of swapfly_router, inside whose loop over FIFOs it is included. The
// router is proved at Latency 1.
`include "swapfly_claims.svh"

    localparam bit IsLane = fifo >= LinkFifos;
    localparam int Port = IsLane ? fifo - LinkFifos : fifo / Vcs;  // or lane
    localparam int Vc = IsLane ? 0 : fifo % Vcs;
    localparam int CountBits = $clog2(Depth + 1);
    localparam int HopBits = swapfly_flit::HopBits;

    // What enters here, by the ports alone, and the credits for it that the sender holds.
    logic [FlitBits-1:0]  sent_flit;
    logic                 sent, given_back, sent_legal;
    logic [CountBits-1:0] free_q;

    if (IsLane) begin : gen_lane
      assign sent_flit  = lane_flit_i[Port*FlitBits+:FlitBits];
      assign sent       = lane_valid_i[Port];
      assign given_back = lane_credit_o[Port];
    end else begin : gen_link
      assign sent_flit  = flit_i[Port*FlitBits+:FlitBits];
      assign sent       = valid_i[Port] && sent_flit[HopBits-1:0] / 2 == Vc;
      assign given_back = credit_o[fifo];
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        free_q <= CountBits'(Depth);
      end else begin
        free_q <= free_q - CountBits'(sent) + CountBits'(given_back);
      end
    end

    // Neighbours and NICs obey credits, and send what routers send (see swapfly_router_output.svh).
    swapfly_legal_header #(
      .K        (K),
      .M        (M),
      .Multicast(Multicast)
    ) u_sent_legal (
      .header_i(sent_flit[HeaderBits-1:0]),
      .legal_o (sent_legal)
    );
    `SWAPFLY_ASSUME(sent, free_q != '0)
    `SWAPFLY_ASSUME(sent, sent_legal)
    if (IsLane) begin : gen_lane_rules
      `SWAPFLY_ASSUME(sent, sent_flit[HopBits-1:0] != '0 && sent_flit[HopBits-1:0] <= 2 * Vcs)
    end else begin : gen_link_rules
      `SWAPFLY_ASSUME(valid_i[Port], sent_flit[HopBits-1:0] < 2 * Vcs)
      if (Port < M) begin : gen_local
        `SWAPFLY_ASSUME(sent, !sent_flit[0])
      end
    end

    // One credit for a freed slot, so that the FIFO never overflows.
    (* hierconn *) logic [CountBits-1:0] \u_fifo.count_q ;
    `SWAPFLY_CLAIM(1'b1, {1'b0, \u_fifo.count_q } + {1'b0, free_q} == (CountBits + 1)'(Depth))

    // Whatever is held is legal and of this channel.
    (* hierconn *) logic [Depth*FlitBits-1:0] \u_fifo.held ;
    for (genvar i = 0; i < Depth; i++) begin : gen_held
      logic [HeaderBits-1:0] header;
      logic                  legal;
      assign header = \u_fifo.held [i*FlitBits+:HeaderBits];

      swapfly_legal_header #(
        .K        (K),
        .M        (M),
        .Multicast(Multicast)
      ) u_legal (
        .header_i(header),
        .legal_o (legal)
      );
      `SWAPFLY_CLAIM(\u_fifo.count_q > i, legal)
      if (IsLane) begin : gen_lane
        `SWAPFLY_CLAIM(\u_fifo.count_q > i, header[HopBits-1:0] != '0 && header[HopBits-1:0] <= 2 * Vcs)
      end else begin : gen_link
        `SWAPFLY_CLAIM(\u_fifo.count_q > i, header[HopBits-1:0] / 2 == Vc && !(Port < M && header[0]))
      end
    end

    // A flit that has arrived is offered to the NIC as it is, and stays until it is accepted; any
    // other one leaves by no other way than its outputs.
    if (!IsLane && Vc == 0) begin : gen_offered
      `SWAPFLY_CLAIM(\u_fifo.count_q != '0 && head[HopBits-1:0] == '0,
                     eject_valid_o[Port] && eject_flit_o[Port*FlitBits+:FlitBits] == head)
      `SWAPFLY_CLAIM(eject_valid_o[Port], given_back == eject_ready_i[Port])
    end
    `SWAPFLY_CLAIM(given_back && head[HopBits-1:0] != '0, granted[fifo*Ports+:Ports] != '0)
