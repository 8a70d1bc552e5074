import { useEffect, useState } from 'react'
import type { MapHandle } from '../../features/map/map-handle.ts'
import { type TrafficWindow, trafficWindow } from './traffic-window.ts'

/** The cells that the map shows, WGS-84, again after it has moved; undefined while not needed. */
export function useTrafficWindow(handle: MapHandle | undefined, on: boolean): TrafficWindow | undefined {
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
