#!/usr/bin/env bash
# layering_test.sh [TOOL SCRATCH_DIR]
#
# The stages of src/ form a pipeline, and each includes only itself and the stages before it; the files next to the
# folders are the driver, which may include all and is included by no stage. No target includes another
# one. The polyhedral library stays in proof/.
set -u

stages=(support directive frontend nest as_cpp expand model proof codegen writeback)
targets=(openmp cuda interpret)
cd "$(dirname "${BASH_SOURCE[0]}")/../src" || exit 2

failures=0
complain() {
  printf 'src/%s\n' "$1"
  failures=$((failures + 1))
}

# Lines "file:line:header" of everything in a folder that is included with quotes.
includes() {
  grep -rnoE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"[^"]+"' "$1" | sed -E 's/^([^:]*:[0-9]+:).*"([^"]+)"$/\1\2/'
}

allowed=()
for stage in "${stages[@]}"; do
  allowed+=("$stage")
  [ -d "$stage" ] || continue
  while IFS=: read -r file line header; do  # a header without a folder is the stage's own file
    case $header in
      */*) from=${header%%/*} ;;
      *) [ -e "$(dirname "$file")/$header" ] && from=$stage || from=driver ;;
    esac
    case " ${allowed[*]} " in
      *" $from "*) ;;
      *) complain "$file:$line: includes '$header'; '$stage' may include: ${allowed[*]}" ;;
    esac
  done < <(includes "$stage")
done

# A target uses what targets share, which knows none of them.
for folder in codegen/*/; do
  own=$(basename "$folder")
  while IFS=: read -r file line header; do
    for target in "${targets[@]}"; do
      case $header in
        codegen/"$target"/*) [ "$own" = "$target" ] || complain "$file:$line: includes '$header' of the target '$target'" ;;
      esac
    done
  done < <(includes "$folder")
done

for folder in */; do
  case " ${stages[*]} " in
    *" ${folder%/} "*) ;;
    *) complain "$folder is no stage; the stages are: ${stages[*]}" ;;
  esac
done

while IFS=: read -r file line _; do
  complain "$file:$line: includes a header of isl, which only support/integer_set.cpp may"
done < <(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]isl/' --include='*.h' --include='*.cpp' . |
  sed 's|^\./||' | grep -v '^support/integer_set')

# Two types of one name are one to the linker, which takes either's destructor for both.
while read -r name files; do
  complain "$files: each defines a type $name"
done < <(find . -name '*.h' -print0 | sort -z | xargs -0 awk '
  FNR == 1 { namespace = "" }
  /^namespace [a-z_:]+ \{/ { namespace = $2 "::" }
  /^(struct|class|enum class) [A-Za-z]+.*\{/ {
    name = $0
    sub(/^(struct|enum class|class) /, "", name)
    sub(/[^A-Za-z].*/, "", name)
    files[namespace name] = files[namespace name] " " substr(FILENAME, 3)
    ++count[namespace name]
  }
  END { for (name in count) if (count[name] > 1) print name files[name] }')

[ $failures -eq 0 ]
