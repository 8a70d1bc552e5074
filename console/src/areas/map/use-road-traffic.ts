import { mapTraffic } from '@backlot/contract/map-traffic/calls'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MapHandle } from '../../features/map/map-handle.ts'
import type { MapTheme } from '../../features/map/marker-look.ts'
import { trafficLayers } from '../../features/map/traffic-layers.ts'
import { useOwnLayers } from '../../features/map/use-own-layers.ts'
import { request } from '../../platform/client.ts'
import { useTrafficWindow } from './use-traffic-window.ts'

export const TRAFFIC_KEY = ['map', 'traffic']
const REFRESH_MS = 30_000

/** Draws how busy the roads in view are now, while the layer is on. */
export function useRoadTraffic(handle: MapHandle | undefined, theme: MapTheme, on: boolean) {
  const window = useTrafficWindow(handle, on)
  const { data, error } = useQuery({
    queryKey: [...TRAFFIC_KEY, window],
    queryFn: ({ signal }) => request(mapTraffic, { query: window ?? NOWHERE, signal }),
    enabled: on && window !== undefined,
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const provider = handle?.provider
  const layers = useMemo(
    () => (data && provider && on ? trafficLayers(data.list, provider, theme) : undefined),
    [data, provider, theme, on],
  )
  useOwnLayers(handle, layers)
  return { error: on ? error : null }
}

const NOWHERE = { west: 0, south: 0, east: 0, north: 0 }
