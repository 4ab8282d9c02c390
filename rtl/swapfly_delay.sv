// A chain of registers: what enters in a clock is seen `Clocks` clocks later. 0 is a wire.
module swapfly_delay #(
  parameter int Width = 1,
  parameter int Clocks = 1,
  parameter bit Resets = 1'b1  // to 0; data that a valid bit accompanies need not
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);

  if (Clocks == 0) begin : gen_wire
    assign data_o = data_i;

    logic unused;
    assign unused = &{clk_i, rst_ni};
  end else begin : gen_registers
    logic [Clocks*Width-1:0] stages_q, stages_d;

    if (Clocks == 1) begin : gen_one
      assign stages_d = data_i;
    end else begin : gen_more
      assign stages_d = {stages_q[(Clocks-1)*Width-1:0], data_i};
    end
    assign data_o = stages_q[(Clocks-1)*Width+:Width];

    if (Resets) begin : gen_reset
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          stages_q <= '0;
        end else begin
          stages_q <= stages_d;
        end
      end
    end else begin : gen_no_reset
      always_ff @(posedge clk_i) stages_q <= stages_d;

      logic unused;
      assign unused = rst_ni;
    end
  end

endmodule
