// The virtual channel of a flit that arrives with `hops_i` hops left: half of that, and the highest
// there is where channels are short (which can deadlock; the scenario refuses it unless asked for).
// b falls at every hop, so channels are used in falling order: no cycle of them, no deadlock.
module swapfly_channel #(
  parameter int Vcs = 2
) (
  input  logic [swapfly_flit::HopBits-1:0] hops_i,
  output logic [Vcs-1:0]                   channel_o  // one bit
);

  localparam int PairBits = swapfly_flit::HopBits - 1;

  logic [PairBits-1:0] pairs;
  assign pairs = hops_i[swapfly_flit::HopBits-1:1];

  for (genvar vc = 0; vc < Vcs; vc++) begin : gen_vc
    if (vc == Vcs - 1) begin : gen_last
      if (vc == 0) begin : gen_only
        assign channel_o[vc] = 1'b1;
      end else begin : gen_rest
        assign channel_o[vc] = pairs >= PairBits'(vc);
      end
    end else begin : gen_exact
      assign channel_o[vc] = pairs == PairBits'(vc);
    end
  end

  logic unused;
  assign unused = &{hops_i[0], pairs};

endmodule
