#!/usr/bin/env bash
# on_gpu.sh prepare TOOL FOLDER [PROGRAM...]    where the tool is
# on_gpu.sh run FOLDER                          where a GPU and nvcc are
#
# The test programs of tests/run/ on a GPU, all or those named. `prepare` translates them, runs the originals, and leaves in FOLDER what
# the other machine needs beside this repository; `run` compiles and runs them there, on all cores, and compares. With
# SANITIZER=compute-sanitizer each runs under that, too. The last line counts; the status is 0 when nothing failed.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# One program, as programs.sh tells of its lines.
prepareOne() { # TOOL FOLDER SOURCE
  local tool=$1 to=$2 folder k ran
  # shellcheck source=tests/programs.sh
  source "$here/programs.sh"
  readSettings "$3"
  folder=$to/scratch place=$to/scratch/$name
  mkdir -p "$place"
  translate cuda
  [ -s "$place/refused" ] && { cat "$place/refused"; return; }
  cp "$place/translation.cu" "$to/$name.cu"
  words=("${flags[@]/-std=c11/-std=c++20}" -DON_DEVICE)
  compile original "$place/program" "$place/log" "$source" "${flags[@]}" -DON_DEVICE || { cat "$place/log"; return; }
  rm -f "$place"/run.*
  printf '%s\n' "${words[*]}" >"$to/$name.flags"
  printf '%s\n' "$tolerance" >"$to/$name.tolerance"
  for k in "${!runs[@]}"; do
    runOnce "run.$k" "$k" -
    printf '%s\n' "${runs[k]}" >"$to/$name.$k.arguments"
    cp "$place/run.$k.status" "$to/$name.$k.status"
    cp "$place/run.$k.out" "$to/$name.$k.expected"
  done
}

runOne() { # FOLDER STEM
  local folder=$1 stem=$2 number arguments built=$1/built/$2 bad=0
  mkdir -p "$built"
  # shellcheck disable=SC2046 # flags are a list of words; a product and a sum stay two roundings
  if ! ${NVCC:-nvcc} $(cat "$folder/$stem.flags") -O2 -w -arch="${ARCH:-native}" --fmad=false -Xcompiler -ffp-contract=off \
    --extended-lambda --expt-relaxed-constexpr -I"$here/run" -I"$here/../include" -o "$built/program" \
    "$folder/$stem.cu" >"$built/log" 2>&1; then
    echo "FAILED $stem: nvcc refuses it"
    head -n 20 "$built/log"
    return
  fi
  for arguments in "$folder/$stem".*.arguments; do
    number=$(basename "$arguments" .arguments) number=${number##*.}
    # shellcheck disable=SC2046
    timeout 120 "$built/program" $(cat "$arguments") >"$built/actual" 2>"$built/messages"
    status=$?
    if [ $status -ne "$(cat "$folder/$stem.$number.status")" ]; then
      echo "FAILED $stem ($(cat "$arguments")): status $status"
      head -n 5 "$built/messages"
      bad=1
    elif ! "$here/compare_output.sh" "$folder/$stem.$number.expected" "$built/actual" "$(cat "$folder/$stem.tolerance")" \
      >"$built/differences"; then
      echo "FAILED $stem ($(cat "$arguments")): the output differs"
      head -n 6 "$built/differences"
      bad=1
    elif [ -n "${SANITIZER:-}" ] && [ "$number" = 0 ]; then
      # shellcheck disable=SC2046
      timeout 200 "$SANITIZER" --error-exitcode 99 "$built/program" $(cat "$arguments") >"$built/sanitized" 2>&1
      if [ $? -eq 99 ]; then
        echo "FAILED $stem ($(cat "$arguments")): $SANITIZER complains"
        grep -m 12 '=====' "$built/sanitized"
        bad=1
      fi
    fi
  done
  [ $bad -eq 0 ] && echo "passed $stem"
}

export -f prepareOne runOne
export here
case ${1:-} in
  prepare)
    mkdir -p "$3"
    chosen=("${@:4}")
    [ ${#chosen[@]} -gt 0 ] || chosen=('*')
    # shellcheck disable=SC2046 # names are words, and '*' is all of them
    grep -L '^// targets:' $(printf "$here/run/%s.c* " "${chosen[@]}") | xargs -P "$(nproc)" -I{} bash -c 'prepareOne "$@"' prepare "$(realpath "$2")" "$(realpath "$3")" {}
    rm -rf "$3/scratch"
    ;;
  run)
    folder=$(realpath "$2")
    (cd "$folder" && ls ./*.cu) | sed 's|^\./||; s|\.cu$||' | xargs -P "$(nproc)" -I{} bash -c 'runOne "$@"' run "$folder" {} |
      tee "$folder/results"
    passed=$(grep -c '^passed' "$folder/results") failed=$(grep '^FAILED' "$folder/results" | sed 's/^FAILED \([^ :]*\).*/\1/' | sort -u | wc -l)
    echo "$passed programs passed, $failed failed"
    [ "$failed" -eq 0 ]
    ;;
  *)
    sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 2
    ;;
esac
