// One output of the crossbar: the word whose bit of select_i is set, 0 where none is. One bit at
// most is set, so words can be or-ed: no priority, and a shallow tree of gates.
module swapfly_crossbar #(
  parameter int Inputs = 8,
  parameter int Width = 8
) (
  input  logic [Inputs-1:0]       select_i,
  input  logic [Inputs*Width-1:0] words_i,
  output logic [Width-1:0]        word_o
);

  always_comb begin
    word_o = '0;
    for (int i = 0; i < Inputs; i++) begin
      if (select_i[i]) word_o = word_o | words_i[i*Width+:Width];
    end
  end

endmodule
