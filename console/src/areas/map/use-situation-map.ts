import type { NearbyDevice } from '@backlot/contract/map-dispatch/calls'
import { LngLatBounds } from 'maplibre-gl'
import { useEffect, useMemo, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import type { MapHandle } from '../../features/map/map-handle.ts'
import type { LngLat } from '../../features/map/mercator.ts'
import { routeLayers } from '../../features/map/route-layers.ts'
import { useOwnLayers } from '../../features/map/use-own-layers.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { paddingOf } from './free-padding.ts'
import { centreOn } from './use-device-window.ts'
import { placeOfAlarm, routeBetween, useSituationAlarm } from './use-situation.ts'

type Place = { longitude: number; latitude: number }

/** Draws the way of a unit to an alarm. `alarmId`: the way goes when another alarm is dealt with, or none. */
export function useSituationMap(handle: MapHandle | undefined, alarmId: number | undefined) {
  const t = useText('mapTools')
  const [route, setRoute] = useState<{ sn: string; points: readonly LngLat[] }>()
  const provider = handle?.provider
  const layers = useMemo(
    () => (route && provider ? routeLayers(route.points, provider) : undefined),
    [route, provider],
  )
  useOwnLayers(handle, layers)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another alarm has another way
  useEffect(() => () => setRoute(undefined), [alarmId])

  const alarm = useSituationAlarm(alarmId).data
  const place = alarm && placeOfAlarm(alarm)
  const at = place && ([place.longitude, place.latitude] as const)
  const [longitude, latitude] = at ?? []
  // An alarm that is out of sight is brought into it, once.
  useEffect(() => {
    if (!handle || longitude === undefined || latitude === undefined) return
    const display = handle.provider.toDisplay([longitude, latitude])
    if (!handle.map.getBounds().contains([display[0], display[1]])) centreOn(handle, display)
  }, [handle, longitude, latitude])

  return {
    routed: route?.sn,
    /** Where the alarm began; undefined without one. */
    at,
    async draw(device: NearbyDevice, to: Place): Promise<void> {
      if (route?.sn === device.sn) {
        setRoute(undefined)
        return
      }
      try {
        const { points } = await routeBetween(device, to)
        setRoute({ sn: device.sn, points })
        if (!handle) return
        const bounds = new LngLatBounds()
        for (const point of [...points, [to.longitude, to.latitude] as const]) {
          const [lng, lat] = handle.provider.toDisplay(point)
          bounds.extend([lng, lat])
        }
        const padding = paddingOf(handle.map.getContainer())
        handle.map.fitBounds(bounds, { padding, maxZoom: 16.5, duration: 600 })
      } catch (error) {
        notify.error(t('routeFailed', { reason: errorText(error) }))
      }
    },
  }
}
