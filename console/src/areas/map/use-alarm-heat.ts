import { alarmHeat } from '@backlot/contract/map-heat/calls'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { heatLayers } from '../../features/map/heat-layers.ts'
import type { MapHandle } from '../../features/map/map-handle.ts'
import type { MapTheme } from '../../features/map/marker-look.ts'
import { useOwnLayers } from '../../features/map/use-own-layers.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import type { HeatHours } from './map-look.ts'

const REFRESH_MS = 60_000
const HOUR_S = 3600

/** Draws the heat map of the alarms of the last hours, again each minute; 0 draws none. */
export function useAlarmHeat(handle: MapHandle | undefined, theme: MapTheme, hours: HeatHours) {
  const { data, error } = useQuery({
    queryKey: ['map', 'heat', hours],
    queryFn: ({ signal }) => {
      const endTime = Math.floor(platformNow() / 1000)
      return request(alarmHeat, { query: { startTime: endTime - hours * HOUR_S, endTime }, signal })
    },
    enabled: hours > 0,
    refetchInterval: REFRESH_MS,
    retry: false,
  })
  const provider = handle?.provider
  const layers = useMemo(
    () => (data && provider && hours > 0 ? heatLayers(data, provider, theme) : undefined),
    [data, provider, theme, hours],
  )
  useOwnLayers(handle, layers)
  return { data: hours > 0 ? data : undefined, error }
}
