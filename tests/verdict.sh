#!/bin/sh
# verdict.sh FOLDER SOURCE
#
# What programs.sh found of SOURCE, which it built, ran and compared among the programs of FOLDER.
name=${2##*/}
place=$1/${name%.*}
if ! read -r status <"$place/verdict.status"; then
  echo "$2: it was not built"
  exit 1
fi 2>/dev/null
[ "$status" -eq 0 ] || cat "$place/verdict"
exit "$status"
