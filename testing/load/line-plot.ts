/** A line of a plot: its points share the plot's x. */
export type PlotLine = { name: string; values: readonly number[]; colour: string }

const WIDTH = 760
const HEIGHT = 220
const LEFT = 56
const RIGHT = 16
const TOP = 14
const BOTTOM = 26

/** Lines over x as an SVG that needs nothing else: axes with round numbers, a faint grid, a name at each line's end. */
export function linePlot(plot: {
  title: string
  unit: string
  x: readonly number[]
  xUnit: string
  lines: readonly PlotLine[]
}): string {
  const { x, lines } = plot
  const top = niceAbove(Math.max(1e-9, ...lines.flatMap(({ values }) => values)))
  const first = x[0] ?? 0
  const span = Math.max(1e-9, (x[x.length - 1] ?? 1) - first)
  const px = (value: number) => LEFT + ((value - first) / span) * (WIDTH - LEFT - RIGHT)
  const py = (value: number) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM)
  const grid = [0, 0.25, 0.5, 0.75, 1]
    .map((part) => {
      const y = py(part * top).toFixed(1)
      return `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}" class="grid"/><text x="${LEFT - 8}" y="${y}" class="tick" text-anchor="end" dominant-baseline="middle">${label(part * top)}</text>`
    })
    .join('')
  const every = niceAbove(span / 8)
  let ticks = ''
  for (let at = Math.ceil(first / every) * every; at <= first + span + 1e-9; at += every) {
    ticks += `<text x="${px(at).toFixed(1)}" y="${HEIGHT - 8}" class="tick" text-anchor="middle">${label(at)}</text>`
  }
  const paths = lines
    .map(({ values, colour }) => {
      const points = values.map((value, i) => `${px(x[i] ?? first).toFixed(1)},${py(value).toFixed(1)}`)
      return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.6" stroke-linejoin="round"/>`
    })
    .join('')
  const names = lines
    .map(
      ({ name, colour }) => `<span class="key"><i style="background:${colour}"></i>${escaped(name)}</span>`,
    )
    .join('')
  return `<figure><figcaption><b>${escaped(plot.title)}</b> <small>${escaped(plot.unit)} over ${escaped(plot.xUnit)}</small>${names}</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(plot.title)}">${grid}${ticks}${paths}</svg></figure>`
}

/** The next of 1, 2, 2.5, 5, 10 … above a number. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= value * 0.999) ?? value
}

function label(value: number): string {
  if (value >= 10_000) return `${+(value / 1000).toFixed(1)}k`
  return String(+value.toFixed(value < 10 ? 2 : 1))
}

export function escaped(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] as string,
  )
}
