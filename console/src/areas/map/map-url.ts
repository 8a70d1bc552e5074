import { LIMITS } from '@backlot/contract/limits'
import type { MapPoint } from '@backlot/contract/session/entities'
import type { MapPlace } from '../../features/map/map-view.tsx'

const DIGITS = 6

/** Where the map starts: the address, else the user's own place, else the stated default. */
export function startPlace(search: URLSearchParams, point: MapPoint | undefined): MapPlace {
  const [longitude, latitude, zoom] = ['lng', 'lat', 'z'].map((name) =>
    Number(search.get(name) ?? Number.NaN),
  )
  const { mapDefault } = LIMITS
  const own = point && point.latitude !== '' && point.longitude !== '' ? point : undefined
  const base = own
    ? {
        longitude: Number(own.longitude),
        latitude: Number(own.latitude),
        zoom: own.zoom ?? mapDefault.zoom,
      }
    : { ...mapDefault }
  const valid = isWithin(longitude, 180) && isWithin(latitude, 85)
  return {
    longitude: valid ? (longitude as number) : base.longitude,
    latitude: valid ? (latitude as number) : base.latitude,
    zoom: zoom !== undefined && zoom >= 1 && zoom <= 22 ? zoom : base.zoom,
  }
}

const isWithin = (value: number | undefined, limit: number): boolean =>
  value !== undefined && Math.abs(value) <= limit

/** The address with the place written into it. */
export function withPlace(search: URLSearchParams, { longitude, latitude, zoom }: MapPlace): URLSearchParams {
  const next = new URLSearchParams(search)
  next.set('lng', longitude.toFixed(DIGITS))
  next.set('lat', latitude.toFixed(DIGITS))
  next.set('z', String(Math.round(zoom * 100) / 100))
  return next
}
