#!/usr/bin/env bash
# library_page_test.sh [TOOL SCRATCH_DIR]
#
# docs/library.md is what docs/library.sh makes of src/support/library.def, of which it has every name.
set -u

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
diff docs/library.md <(docs/library.sh) || { echo "docs/library.md is out of date: docs/library.sh >docs/library.md"; exit 1; }

# An entry in another form than the script can read would go unseen.
missing=0
while read -r name; do
  grep -qF "\`$name\`" docs/library.md || { echo "docs/library.md has no '$name'"; missing=1; }
done < <(sed -nE 's/^LIBRARY_(MATH|FUNCTION|MEMBER|CLASS|RANGES)\(([^,]+),.*/\2/p' src/support/library.def)
exit $missing
