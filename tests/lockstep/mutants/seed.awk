# Seeds the faults of a table into a copy of one file, each behind a condition.
#   awk -f seed.awk -v condition=TEXT -v name=FILE TABLE FILE >COPY
# A row of the table is: what is wrong @ file @ original @ mutated. Where it belongs to this file,
# the original text becomes ((CONDITION) ? (mutated) : (original)); a # in the condition stands for
# the number of the row. The original must be in the file exactly once; several rows may share it,
# but not overlap.

function fail(what) {
  print "seed.awk: " name ": " what >"/dev/stderr"
  failed = 1
  exit 1
}
function trim(text) {
  gsub(/^[ \t]+|[ \t]+$/, "", text)
  return text
}
function replace_once(text, original, replacement,    at, rest) {
  at = index(text, original)
  if (at == 0) fail("not there, or overlapping with another row: " original)
  rest = substr(text, at + length(original))
  if (index(rest, original) != 0) fail("there more than once: " original)
  return substr(text, 1, at - 1) replacement rest
}

BEGIN { FS = "@" }
FNR == NR {
  if (/^#/ || /^[ \t]*$/) next
  ++number
  if (NF != 4) fail("row " number " of the table has " NF " columns, not 4")
  if (trim($2) != name) next
  original = trim($3)
  if (!(original in choice)) originals[++count] = original
  test = condition
  sub(/#/, number, test)
  choice[original] = choice[original] "(" test ") ? (" trim($4) ") : "
  next
}
{ text = text $0 "\n" }
END {
  if (failed) exit 1
  for (i = 1; i <= count; ++i) text = replace_once(text, originals[i], "\001" i "\001")
  for (i = 1; i <= count; ++i) {
    text = replace_once(text, "\001" i "\001", "(" choice[originals[i]] "(" originals[i] "))")
  }
  printf "%s", text
}
