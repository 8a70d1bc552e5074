import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get } from '../call.ts'

const longitude = z.coerce.number().min(-180).max(180)
const latitude = z.coerce.number().min(-90).max(90)

/** Somebody who could see, or go to, a place. */
export const NearbyDevice = z.object({
  sn: z.string(),
  name: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  online: z.boolean(),
  /** As the crow flies, metres. */
  straightM: z.number(),
  /** By road, metres and seconds at the speed limits; missing where no road leads. */
  roadM: z.number().optional(),
  seconds: z.number().optional(),
  /** Its first video channel that is not offline by itself. */
  chnId: z.number().int().optional(),
})
export type NearbyDevice = z.infer<typeof NearbyDevice>

export const nearestDevices = get('/map/dispatch/nearest', {
  name: 'mapDispatch.nearest',
  summary:
    'Cameras, or units (online vehicles and body-worn cameras), nearest to a place by road. Cameras within sight are sorted by distance.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.useMap,
  query: z.object({
    longitude,
    latitude,
    kind: z.enum(['camera', 'unit']),
    limit: z.coerce.number().int().min(1).max(16).default(6),
    withinM: z.coerce.number().min(50).max(50_000).default(5000),
  }),
  data: z.object({ list: z.array(NearbyDevice) }),
})

export const dispatchRoute = get('/map/dispatch/route', {
  name: 'mapDispatch.route',
  summary: 'The fastest way by road between two places.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.useMap,
  query: z.object({
    fromLongitude: longitude,
    fromLatitude: latitude,
    toLongitude: longitude,
    toLatitude: latitude,
  }),
  data: z.object({
    points: z.array(z.tuple([z.number(), z.number()])),
    lengthM: z.number(),
    seconds: z.number(),
  }),
})

export const MAP_DISPATCH_CALLS = [nearestDevices, dispatchRoute]
