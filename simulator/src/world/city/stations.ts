import type { RailwayPlan } from './railways.ts'
import { isNear, type SegmentGrid } from './segment-grid.ts'
import type { Name } from './types.ts'

export type StationHall = {
  u: number
  v: number
  angle: number
  widthM: number
  depthM: number
  name: Name
  main: boolean
  /** Lines over the hall and its forecourt that keep other things off. */
  footprint: number[][]
}

/** Places each station's hall beside its track, moved along it to where no through road passes. */
export function placeStations(railways: RailwayPlan, through: SegmentGrid): StationHall[] {
  return railways.stations.map((station) => {
    const { du, dv, main, name } = station
    const widthM = main ? 230 : 90
    const depthM = main ? 64 : 24
    const off = main ? 62 : 34
    for (let step = 0; ; step++) {
      const shift = (step % 2 ? -1 : 1) * Math.ceil(step / 2) * 40
      const u = station.u + du * shift - dv * off
      const v = station.v + dv * shift + du * off
      const clear = ![-0.5, -0.25, 0, 0.25, 0.5].some((t) =>
        isNear(through, u + du * widthM * t, v + dv * widthM * t, depthM / 2 + 34),
      )
      if (!clear && step < 60) continue
      const rows = main ? [0, 26, 52, 78, 104] : [0, 26]
      const footprint = rows.map((q) => {
        const [a, b] = [u - dv * (q - depthM / 2), v + du * (q - depthM / 2)]
        return [a - (du * widthM) / 2, b - (dv * widthM) / 2, a + (du * widthM) / 2, b + (dv * widthM) / 2]
      })
      return { u, v, angle: Math.atan2(dv, du), widthM, depthM, name, main, footprint }
    }
  })
}
