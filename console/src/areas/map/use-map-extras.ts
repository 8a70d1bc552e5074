import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MapHandle } from '../../features/map/map-handle.ts'
import type { MapTheme } from '../../features/map/marker-look.ts'
import { useWeather, WEATHER_KEY } from '../../features/situation/use-situation.ts'
import { channel } from '../../platform/channel.ts'
import type { Optional } from './map-look.ts'
import { TRAFFIC_KEY, useRoadTraffic } from './use-road-traffic.ts'

/**
 * The layers that are off unless shown: traffic on the roads (drawn here) and the weather, reloaded when the clock
 * moves.
 */
export function useMapExtras(handle: MapHandle | undefined, theme: MapTheme, shown: readonly Optional[]) {
  const client = useQueryClient()
  const traffic = useRoadTraffic(handle, theme, shown.includes('traffic'))
  const withWeather = shown.includes('weather')
  const weather = useWeather(withWeather)
  const some = shown.length > 0
  useEffect(() => {
    if (!some) return
    return channel.on('clock', () => {
      for (const queryKey of [TRAFFIC_KEY, WEATHER_KEY]) void client.invalidateQueries({ queryKey })
    })
  }, [some, client])
  return {
    trafficError: traffic.error,
    weather: withWeather ? weather.data : undefined,
    weatherError: withWeather ? weather.error : null,
  }
}
