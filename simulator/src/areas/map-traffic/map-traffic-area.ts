import { mapTraffic, TRAFFIC_MOST } from '@backlot/contract/map-traffic/calls'
import { type Route, route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'

export type Window = { west: number; south: number; east: number; north: number }

export type RoadTrafficPort = {
  /** Stretches of road in a window, the biggest roads first, with the vehicles an hour on each lane at a moment. */
  within(window: Window, atMs: number, most: number): { perLane: number; line: number[] }[]
}

/** How busy the roads are. */
export function createMapTrafficArea(deps: { clock: PlatformClock; traffic: RoadTrafficPort }): {
  routes: Route[]
} {
  const now = route(mapTraffic, ({ query }) => {
    const nowMs = deps.clock.now()
    return { time: Math.floor(nowMs / 1000), list: deps.traffic.within(query, nowMs, TRAFFIC_MOST) }
  })
  return { routes: [now] }
}
