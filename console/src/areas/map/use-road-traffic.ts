import { mapTraffic } from '@backlot/contract/map-traffic/calls'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { MapHandle } from '../../features/map/map-handle.ts'
import type { MapTheme } from '../../features/map/marker-look.ts'
import { trafficLayers } from '../../features/map/traffic-layers.ts'
import { useOwnLayers } from '../../features/map/use-own-layers.ts'
import { request } from '../../platform/client.ts'
import { type TrafficWindow, trafficWindow } from './traffic-window.ts'

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

/** The cells that the map shows, WGS-84, again after it has moved; undefined while not needed. */
function useTrafficWindow(handle: MapHandle | undefined, on: boolean): TrafficWindow | undefined {
  const [window, setWindow] = useState<TrafficWindow>()
  useEffect(() => {
    if (!handle || !on) return
    const { map, provider } = handle
    const look = () => {
      const shown = map.getBounds()
      const [west, south] = provider.fromDisplay([shown.getWest(), shown.getSouth()])
      const [east, north] = provider.fromDisplay([shown.getEast(), shown.getNorth()])
      const next = trafficWindow({ west, south, east, north })
      setWindow((before) => (before && isSame(before, next) ? before : next))
    }
    look()
    map.on('moveend', look)
    return () => void map.off('moveend', look)
  }, [handle, on])
  return on ? window : undefined
}

const isSame = (a: TrafficWindow, b: TrafficWindow): boolean =>
  a.west === b.west && a.south === b.south && a.east === b.east && a.north === b.north
