import { nearestDevices } from '@backlot/contract/map-dispatch/calls'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../platform/client.ts'

const NEAR_REFRESH_MS = 15_000

/** The nearest units to a place (WGS-84) by road; units move, and are reloaded. */
export function useNearest(
  place: { longitude: number; latitude: number } | undefined,
  kind: 'camera' | 'unit',
  enabled = true,
) {
  return useQuery({
    queryKey: ['map', 'nearest', kind, place?.longitude, place?.latitude],
    queryFn: async ({ signal }) => {
      const { longitude = 0, latitude = 0 } = place ?? {}
      return (await request(nearestDevices, { query: { longitude, latitude, kind }, signal })).list
    },
    enabled: enabled && place !== undefined,
    refetchInterval: kind === 'unit' ? NEAR_REFRESH_MS : false,
    retry: false,
  })
}
