import type { FeatureCollection, MultiPolygon, Position } from 'geojson'
import type { GeoJSONSourceSpecification } from 'maplibre-gl'
import { expect, it } from 'vitest'
import { DATUMS } from './datum.ts'
import { landSheet } from './land.ts'
import { datumParts } from './map-provider.ts'
import type { LngLat } from './mercator.ts'
import { isInside } from './ring.ts'

it.each(DATUMS)('draws land where it is in %s, and sea where there is sea', async (datum) => {
  const parts = datumParts(datum)
  const { sources } = await landSheet(parts, 'dark')
  const { data } = sources['land-sheet'] as GeoJSONSourceSpecification
  const land = data as FeatureCollection<MultiPolygon>
  const rings = land.features.flatMap(({ geometry }) =>
    geometry.coordinates.map(([outer]) => outer as Position[]),
  )
  const isLand = (position: LngLat) => {
    const [x, y] = parts.toDisplay(position)
    return rings.some((ring) =>
      isInside(
        ring.flatMap(([lng = 0, lat = 0]) => [lng, lat]),
        x,
        y,
      ),
    )
  }
  expect([[116.4, 39.9] as const, [104, 30.6] as const, [87.6, 43.8] as const].map(isLand)).toEqual([
    true,
    true,
    true,
  ])
  expect([[125, 30] as const, [150, 20] as const].map(isLand)).toEqual([false, false])
})
