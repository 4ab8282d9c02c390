# Writes the rows of a table of seeded faults, whose form seed.awk tells, as initialisers in C++.
#   awk -f list.awk -v files="FILE..." TABLE >LIST
# A row for another file than those is refused.

function quoted(text) {
  gsub(/^[ \t]+|[ \t]+$/, "", text)
  gsub(/\\/, "\\\\", text)
  gsub(/"/, "\\\"", text)
  return "\"" text "\""
}

BEGIN {
  FS = "@"
  count = split(files, names, " ")
  for (i = 1; i <= count; ++i) known[names[i]] = 1
}
/^#/ || /^[ \t]*$/ { next }
{
  file = $2
  gsub(/[ \t]/, "", file)
  if (!(file in known)) {
    print "list.awk: " FILENAME ": no such file is seeded: " file >"/dev/stderr"
    exit 1
  }
  print "{" quoted($1) ", " quoted($2) ", " quoted($3) ", " quoted($4) "},"
}
