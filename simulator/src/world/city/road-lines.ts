import type { NodedRoad } from './noding.ts'
import type { Road } from './types.ts'
import type { Warp } from './warp.ts'

/** A finished road with the junction number of each point of its line (-1: none). */
export type LinedRoad = { road: Road; node: Int32Array }

/** Bends a noded road into local metres, keeping its junctions and bridgeheads as points. */
export function lineRoad(id: number, noded: NodedRoad, warp: Warp): LinedRoad {
  const xs: number[] = []
  const node: number[] = []
  const bridges: [number, number][] = []
  const { line, bridge } = noded
  const count = noded.node.length
  const stepM = noded.road.class === 'lane' ? 140 : 80
  for (let i = 0; i < count; i++) {
    const index = xs.length / 2
    xs.push(warp.x(line[2 * i]!, line[2 * i + 1]!), warp.y(line[2 * i]!, line[2 * i + 1]!))
    node.push(noded.node[i]!)
    if (i === count - 1) break
    const du = line[2 * i + 2]! - line[2 * i]!
    const dv = line[2 * i + 3]! - line[2 * i + 1]!
    const steps = Math.max(1, Math.ceil(Math.sqrt(du * du + dv * dv) / stepM))
    for (let s = 1; s < steps; s++) {
      const u = line[2 * i]! + (du * s) / steps
      const v = line[2 * i + 1]! + (dv * s) / steps
      xs.push(warp.x(u, v), warp.y(u, v))
      node.push(-1)
    }
    if (!bridge[i]) continue
    const last = bridges.at(-1)
    const to = xs.length / 2
    if (last && last[1] === index) last[1] = to
    else bridges.push([index, to])
  }
  const { name, lanes, speedLimitKmh, oneWay } = noded.road
  return {
    road: {
      id,
      class: noded.road.class,
      name,
      line: Float64Array.from(xs),
      lanes,
      speedLimitKmh,
      oneWay,
      bridges,
    },
    node: Int32Array.from(node),
  }
}
