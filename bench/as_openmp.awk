# An annotated program under OpenMP directives, as they are written by hand: `omp parallel for` at the outermost loop of
# each nest, with its reductions and private variables. Arrays that are declared in front of the directive are workspaces.
BEGIN {
  hand["new_centers"] = "new_centers[0 : nclusters * nfeatures]" # reductions of what pointers lead to
  hand["new_centers_len"] = "new_centers_len[0 : nclusters]"
  hand["spread"] = "spread[0 : 7]"
  hand["j"] = "j, i" # which only the translator finds private, too
}
/^ *#pragma parallel/ {
  directive = $0
  while (directive ~ /\\$/ && (getline line) > 0) directive = substr(directive, 1, length(directive) - 1) line
  workspaces = ""
  if (previous ~ /^ +[A-Za-z_]+ [a-z]+\[[^=;]*;$/ && directive !~ /private/) {
    sub(/^ +[A-Za-z_]+ /, "", previous)
    gsub(/\[[^\]]*\]|;/, "", previous)
    workspaces = " private(" previous ")"
  }
  next
}
{
  match($0, /^ */)
  indentation = RLENGTH
  isCode = $0 !~ /^ *(#|$)/
  if (inside && isCode && indentation <= nest) inside = 0
  if (directive != "" && isCode) {
    if (!inside) {
      clauses = workspaces
      while (match(directive, /(reduction|private)\([^)]*\)/)) {
        clause = substr(directive, RSTART, RLENGTH)
        directive = substr(directive, RSTART + RLENGTH)
        for (name in hand)
          if (match(clause, "[(: ]" name "[,)]"))
            clause = substr(clause, 1, RSTART) hand[name] substr(clause, RSTART + RLENGTH - 1)
        clauses = clauses " " clause
      }
      print "#pragma omp parallel for schedule(static)" clauses
      inside = 1
      nest = indentation
    }
    directive = ""
  }
  previous = $0
  print
}
