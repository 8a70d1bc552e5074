import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get } from '../call.ts'

const Named = z.object({ zh: z.string(), en: z.string() })

export const reverseGeocode = get('/map/geocode/reverse', {
  name: 'map.reverseGeocode',
  summary: 'The address at a position (WGS-84).',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.signedIn,
  query: z.object({
    longitude: z.coerce.number().min(-180).max(180),
    latitude: z.coerce.number().min(-90).max(90),
  }),
  data: z.object({
    text: Named,
    district: Named,
    road: Named.optional(),
    place: Named.optional(),
    distanceM: z.number(),
  }),
})

export const suggestPlaces = get('/map/geocode/suggest', {
  name: 'map.suggest',
  summary: 'Places, roads and addresses that match a text.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.signedIn,
  query: z.object({
    text: z.string().min(1).max(64),
    limit: z.coerce.number().int().min(1).max(20).default(10),
  }),
  data: z.object({
    list: z.array(
      z.object({
        kind: z.enum(['place', 'road', 'address', 'district']),
        name: Named,
        address: Named,
        longitude: z.number(),
        latitude: z.number(),
      }),
    ),
  }),
})

export const vectorTile = get('/map/tiles/:z/:x/:y', {
  name: 'map.tile',
  summary: "A vector tile of the simulator's city (MVT, gzip).",
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.signedIn,
  params: z.object({
    z: z.coerce.number().int().min(0).max(22),
    x: z.coerce.number().int().min(0),
    y: z.coerce.number().int().min(0),
  }),
  query: z.object({ v: z.string().max(64).optional() }),
  data: z.unknown(),
  raw: { reply: 'application/vnd.mapbox-vector-tile' },
})

export const MAP_CALLS = [reverseGeocode, suggestPlaces, vectorTile]
