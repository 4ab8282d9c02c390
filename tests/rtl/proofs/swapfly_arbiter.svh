// What is proved of swapfly_arbiter, inside which it is included.
`include "swapfly_claims.svh"

// The router needs no more of its arbiters than what their logic shows.
`ifdef SWAPFLY_ALONE

  `SWAPFLY_STARTS_IN_RESET

  localparam int PointerBits = swapfly_flit::index_bits(Requests);

  // The rule as the model has it: the pointer is a number.
  logic [PointerBits-1:0] pointer_q;
  logic [Requests-1:0]    from_pointer, expected;

  always_comb begin
    expected = '0;
    for (int i = 0; i < Requests; i++) begin
      from_pointer[i] = PointerBits'(i) >= pointer_q;
    end
    for (int i = Requests - 1; i >= 0; i--) begin
      if (request_i[i]) expected = Requests'(1) << i;
    end
    for (int i = Requests - 1; i >= 0; i--) begin
      if (request_i[i] && from_pointer[i]) expected = Requests'(1) << i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pointer_q <= '0;
    end else begin
      for (int i = 0; i < Requests; i++) begin
        if (expected[i]) pointer_q <= (i == Requests - 1) ? '0 : PointerBits'(i + 1);
      end
    end
  end

  // The pointer as a set is the pointer as a number.
  `SWAPFLY_CLAIM(1'b1, {1'b0, pointer_q} < Requests)
  `SWAPFLY_CLAIM(1'b1, from_pointer_q == from_pointer || (from_pointer_q == '0 && pointer_q == '0))
  // The first one at or after the pointer.
  `SWAPFLY_CLAIM(1'b1, grant_o == expected)
  // One at most, among those that ask, and some one if any asks.
  `SWAPFLY_CLAIM(1'b1, (grant_o & (grant_o - 1'b1)) == '0)
  `SWAPFLY_CLAIM(grant_o != '0, (grant_o & ~request_i) == '0)
  `SWAPFLY_CLAIM(request_i != '0, grant_o != '0)

  // Whoever keeps asking is granted in the last of `Requests` clocks at the latest: every clock of
  // waiting moves the pointer at least one nearer.
  (* anyconst *) logic [PointerBits-1:0] waiting;
  logic [PointerBits:0]                  waited_q, ahead;

  `SWAPFLY_ASSUME(1'b1, {1'b0, waiting} < Requests)
  assign ahead = (waiting >= pointer_q) ? waiting - pointer_q : waiting + Requests - pointer_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !request_i[waiting] || grant_o[waiting]) begin
      waited_q <= '0;
    end else begin
      waited_q <= waited_q + 1'b1;
    end
  end

  `SWAPFLY_CLAIM(1'b1, waited_q + ahead < Requests)
  `SWAPFLY_CLAIM(request_i[waiting] && waited_q == Requests - 1, grant_o[waiting])
`endif
