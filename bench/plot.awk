#!/usr/bin/awk -f
# Draws what `bench/cpu.sh --json FILE` has written, as SVG: the speed of each candidate over the size of square
# products, a panel for each number of threads and type of elements, with the peak of FMAs as a line.
#
#   awk -f bench/plot.awk FILE > PLOT.svg

# The value of a key in a line of JSON.
function field(line, key,   value, end) {
  if (!match(line, "\"" key "\": *")) return ""
  value = substr(line, RSTART + RLENGTH)
  if (substr(value, 1, 1) != "\"") {
    match(value, /^[^,}]*/)
    return substr(value, 1, RLENGTH)
  }
  match(value, /^"([^"\\]|\\.)*"/)
  value = substr(value, 2, RLENGTH - 2)
  gsub(/\\"/, "\"", value)
  gsub(/\\\\/, "\\", value)
  return value
}

function escaped(words) {
  gsub(/&/, "\\&amp;", words)
  gsub(/</, "\\&lt;", words)
  gsub(/>/, "\\&gt;", words)
  return words
}

function put_text(x, y, anchor, style, content) {
  printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>\n", x, y, anchor, style, escaped(content)
}

function put_line(x1, y1, x2, y2, style) {
  printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, y1, x2, y2, style
}

# Candidates differ in color and shape.
function mark(c, x, y,   shape) {
  shape = (c - 1) % 4
  if (shape == 0) printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"", x, y
  if (shape == 1) printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"6.4\" height=\"6.4\"", x - 3.2, y - 3.2
  if (shape == 2) printf "<path d=\"M%.1f %.1fl4.2 7h-8.4z\"", x, y - 4.4
  if (shape == 3) printf "<path d=\"M%.1f %.1fl4.4 4.4l-4.4 4.4l-4.4 -4.4z\"", x, y - 4.4
  printf " fill=\"%s\"/>\n", color(c)
}
function color(c) { return colors[(c - 1) % colorCount + 1] }

# A step of 1, 2 or 5 times a power of ten that divides 0 to `most` into at most six.
function stepTo(most,   step) {
  for (step = 1e-3; ; step *= 10) {
    if (most / step <= 6) return step
    if (most / (2 * step) <= 6) return 2 * step
    if (most / (5 * step) <= 6) return 5 * step
  }
}

function atX(size) { return left + width * (log(size) - log(low)) / (log(high) - log(low)) }
function atY(speed) { return top + height - height * speed / most }

# Sorts list[1..n] of numbers.
function sort(list, n,   i, j, t) {
  for (i = 2; i <= n; ++i)
    for (j = i; j > 1 && list[j - 1] > list[j]; --j) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
}

function panel(threads, type,   c, s, size, tick, step, limit, points, speeds) {
  limit = most = peak[threads, type]
  for (c = 1; c <= candidates; ++c)
    for (s = 1; s <= sizes; ++s)
      if ((threads, type, candidate[c], list[s]) in speed) {
        speeds[c, s] = speed[threads, type, candidate[c], list[s]]
        if (speeds[c, s] > most) most = speeds[c, s]
      }
  most *= 1.12
  put_text(left, top - 10, "start", "font-weight=\"bold\"", type ", " threads (threads == 1 ? " thread" : " threads"))

  step = stepTo(most)
  for (tick = 0; tick * step <= most; ++tick) {
    put_line(left, atY(tick * step), left + width, atY(tick * step), "stroke=\"" (tick ? "#e3e3e3" : "#666666") "\"")
    put_text(left - 7, atY(tick * step) + 4, "end", "", tick * step)
  }
  for (size = 1; size <= high; size *= 2)
    if (size >= low) {
      put_line(atX(size), top, atX(size), top + height, "stroke=\"#e3e3e3\"")
      put_line(atX(size), top + height, atX(size), top + height + 4, "stroke=\"#666666\"")
      put_text(atX(size), top + height + 18, "middle", "", size)
    }
  put_line(left, top, left, top + height, "stroke=\"#666666\"")

  put_line(left, atY(limit), left + width, atY(limit), "stroke=\"#b00020\" stroke-width=\"1.5\" stroke-dasharray=\"7 4\"")
  put_text(left + 6, atY(limit) - 5, "start", "fill=\"#b00020\"", sprintf("peak of FMAs: %.0f", limit))
  for (c = 1; c <= candidates; ++c) {
    points = ""
    for (s = 1; s <= sizes; ++s)
      if ((c, s) in speeds) points = points sprintf(" %.1f,%.1f", atX(list[s]), atY(speeds[c, s]))
    printf "<polyline points=\"%s\" stroke=\"%s\"", substr(points, 2), color(c)
    print " fill=\"none\" stroke-width=\"1.8\" stroke-linejoin=\"round\"/>"
  }
  for (c = 1; c <= candidates; ++c)
    for (s = 1; s <= sizes; ++s)
      if ((c, s) in speeds) mark(c, atX(list[s]), atY(speeds[c, s]))
}

/"about":/ { about = field($0, "about") }
/"gflops":/ {
  m = field($0, "m"); threads = field($0, "threads"); type = field($0, "type"); name = field($0, "candidate")
  if (m != field($0, "n") || m != field($0, "k")) next
  m += 0
  if (!(name in known)) { known[name] = 1; candidate[++candidates] = name }
  if (!(("size", m) in known)) { known["size", m] = 1; list[++sizes] = m }
  if (!(("threads", threads) in known)) { known["threads", threads] = 1; row[++rows] = threads }
  if (!(("type", type) in known)) { known["type", type] = 1; column[++columns] = type }
  speed[threads, type, name, m] = field($0, "gflops") + 0
  peak[threads, type] = field($0, "peak") + 0
}

END {
  if (!sizes) { print "there are no squares to draw" > "/dev/stderr"; exit 1 }
  colorCount = split("#0b62a4 #e07b00 #2a8f4c #555555 #a05ba8 #00a0b0", colors, " ")
  sort(list, sizes)
  low = list[1]; high = list[sizes]
  if (low == high) { low /= 2; high *= 2 }
  width = 380; height = 230
  across = 70 + columns * (width + 70); down = 110 + rows * (height + 80) + 20

  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\"", across, down
  printf " viewBox=\"0 0 %d %d\"", across, down
  print " font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"12\" fill=\"#222222\">"
  printf "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", across, down
  put_text(70, 30, "start", "font-size=\"17\" font-weight=\"bold\"", "Products of matrices, C += A B, all n x n")
  x = 70
  for (c = 1; c <= candidates; ++c) {
    put_line(x, 52, x + 26, 52, "stroke=\"" color(c) "\" stroke-width=\"1.8\"")
    mark(c, x + 13, 52)
    put_text(x + 33, 56, "start", "", candidate[c])
    x += 33 + 7.2 * length(candidate[c]) + 24
  }
  for (r = 1; r <= rows; ++r)
    for (q = 1; q <= columns; ++q) {
      left = 70 + (q - 1) * (width + 70); top = 105 + (r - 1) * (height + 80)
      panel(row[r], column[q])
      middle = top + height / 2
      if (q == 1) put_text(22, middle, "middle", sprintf("transform=\"rotate(-90 22 %.1f)\"", middle), "GFLOP/s")
      put_text(left + width / 2, top + height + 38, "middle", "", "n")
    }
  put_text(70, down - 14, "start", "font-size=\"11\" fill=\"#666666\"", about)
  print "</svg>"
}
