import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get } from '../call.ts'

const longitude = z.coerce.number().min(-180).max(180)
const latitude = z.coerce.number().min(-90).max(90)

/** Vehicles an hour and lane from which on a road is moderately, heavily and very heavily used. */
export const TRAFFIC_STEPS = [150, 400, 900] as const

/** More stretches are left out, those of the smallest roads first. */
export const TRAFFIC_MOST = 4000

/** One direction of a stretch of road. */
export const RoadTraffic = z.object({
  /** Vehicles an hour on each lane. */
  perLane: z.number().int().min(0),
  /** longitude, latitude, longitude, latitude, … WGS-84, in the direction of travel. */
  line: z.array(z.number()),
})
export type RoadTraffic = z.infer<typeof RoadTraffic>

export const mapTraffic = get('/map/traffic', {
  name: 'mapTraffic.now',
  summary: `Current traffic on the roads in a window: main roads in a large window, all roads in a small one, at most ${TRAFFIC_MOST} stretches.`,
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.useMap,
  query: z.object({ west: longitude, south: latitude, east: longitude, north: latitude }),
  data: z.object({
    /** Of the platform, seconds. */
    time: z.number().int(),
    list: z.array(RoadTraffic),
  }),
})

export const MAP_TRAFFIC_CALLS = [mapTraffic]
