import type { Cell } from './cells.ts'
import type { District } from './types.ts'
import type { Warp } from './warp.ts'

/** Where districts gather (metres on the drawing board); a larger pull makes a district larger. */
const SEATS: readonly { zh: string; en: string; u: number; v: number; pull: number }[] = [
  { zh: '中城区', en: 'Zhongcheng District', u: 0, v: 0, pull: 0 },
  { zh: '东湖区', en: 'Donghu District', u: 5900, v: 900, pull: 0 },
  { zh: '西山区', en: 'Xishan District', u: -5900, v: 900, pull: 0 },
  { zh: '北辰区', en: 'Beichen District', u: 800, v: 6000, pull: 0 },
  { zh: '南苑区', en: 'Nanyuan District', u: 300, v: -6400, pull: 0 },
  { zh: '学苑区', en: 'Xueyuan District', u: -6300, v: 7300, pull: -300 },
  { zh: '高新区', en: 'Gaoxin District', u: 7400, v: -6600, pull: 0 },
  { zh: '丰泽区', en: 'Fengze District', u: -6900, v: -6300, pull: 0 },
  { zh: '云岭县', en: 'Yunling County', u: -14_500, v: 13_800, pull: 1500 },
  { zh: '临河县', en: 'Linhe County', u: 15_500, v: 9500, pull: 2500 },
  { zh: '白鹭县', en: 'Bailu County', u: 15_800, v: -11_500, pull: 2200 },
  { zh: '柳泊县', en: 'Liubo County', u: -14_800, v: -11_000, pull: 1600 },
  { zh: '安丰县', en: 'Anfeng County', u: 2500, v: 15_600, pull: 1700 },
  { zh: '广平县', en: 'Guangping County', u: 600, v: -16_200, pull: 1600 },
]

/** Each lattice cell belongs to the nearest seat; the boundaries run along the lattice. */
export function planDistricts(cells: readonly (readonly Cell[])[], warp: Warp): District[] {
  const owner = cells.map((column) =>
    column.map((cell) => nearestSeat((cell.u0 + cell.u1) / 2, (cell.v0 + cell.v1) / 2)),
  )
  return SEATS.map((seat, id) => {
    const ring = traceRing(cells, owner, id)
    return {
      id,
      name: { zh: seat.zh, en: seat.en },
      ring: warp.ring(ring, 400),
      borders: traceBorders(cells, owner, id).map((line) => warp.line(line, 400)),
      x: warp.x(seat.u, seat.v),
      y: warp.y(seat.u, seat.v),
    }
  })
}

function nearestSeat(u: number, v: number): number {
  let best = 0
  let least = Infinity
  for (const [id, seat] of SEATS.entries()) {
    const d = Math.sqrt((u - seat.u) * (u - seat.u) + (v - seat.v) * (v - seat.v)) - seat.pull
    if (d >= least) continue
    least = d
    best = id
  }
  return best
}

/** The longest boundary of the cells with this owner, counter-clockwise, by joining their outer edges. */
function traceRing(
  cells: readonly (readonly Cell[])[],
  owner: readonly (readonly number[])[],
  id: number,
): number[] {
  const next = new Map<string, [number, number, string][]>()
  const add = (au: number, av: number, bu: number, bv: number) => {
    const key = `${au},${av}`
    const list = next.get(key) ?? []
    list.push([bu, bv, `${bu},${bv}`])
    next.set(key, list)
  }
  for (const [c, column] of cells.entries()) {
    for (const [r, cell] of column.entries()) {
      if (owner[c]![r] !== id) continue
      const { u0, v0, u1, v1 } = cell
      if (owner[c]![r - 1] !== id) add(u0, v0, u1, v0)
      if (owner[c + 1]?.[r] !== id) add(u1, v0, u1, v1)
      if (owner[c]![r + 1] !== id) add(u1, v1, u0, v1)
      if (owner[c - 1]?.[r] !== id) add(u0, v1, u0, v0)
    }
  }
  let longest: number[] = []
  while (next.size) {
    const start = next.keys().next().value!
    const ring: number[] = []
    let key = start
    do {
      const list = next.get(key)
      const step = list?.pop()
      if (!list || !step) break
      if (!list.length) next.delete(key)
      ring.push(step[0], step[1])
      key = step[2]
    } while (key !== start)
    if (ring.length > longest.length) longest = ring
  }
  return longest
}

/** Lines along cell edges between this district and those with a higher number, joined where they meet. */
function traceBorders(
  cells: readonly (readonly Cell[])[],
  owner: readonly (readonly number[])[],
  id: number,
): number[][] {
  const pieces: number[][] = []
  for (const [c, column] of cells.entries()) {
    for (const [r, cell] of column.entries()) {
      const here = owner[c]![r]!
      const east = owner[c + 1]?.[r]
      const north = owner[c]![r + 1]
      const mine = (other: number | undefined) =>
        other !== undefined && other !== here && Math.min(here, other) === id
      if (mine(east)) pieces.push([cell.u1, cell.v0, cell.u1, cell.v1])
      if (mine(north)) pieces.push([cell.u0, cell.v1, cell.u1, cell.v1])
    }
  }
  const out: number[][] = []
  while (pieces.length) {
    const line = pieces.pop()!
    for (let grown = true; grown; ) {
      grown = false
      for (const [i, piece] of pieces.entries()) {
        const [a, b, c, d] = [piece[0]!, piece[1]!, piece[2]!, piece[3]!]
        const [hu, hv, tu, tv] = [line[0]!, line[1]!, line.at(-2)!, line.at(-1)!]
        if (a === tu && b === tv) line.push(c, d)
        else if (c === tu && d === tv) line.push(a, b)
        else if (c === hu && d === hv) line.unshift(a, b)
        else if (a === hu && b === hv) line.unshift(c, d)
        else continue
        pieces.splice(i, 1)
        grown = true
        break
      }
    }
    out.push(line)
  }
  return out
}
