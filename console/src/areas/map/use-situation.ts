import { getAlarm } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { dispatchRoute } from '@backlot/contract/map-dispatch/calls'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../platform/client.ts'

/** The alarm that is dealt with. */
export function useSituationAlarm(id: number | undefined) {
  return useQuery({
    queryKey: ['map', 'situation', id],
    queryFn: ({ signal }) => request(getAlarm, { query: { id }, signal }),
    enabled: id !== undefined,
    retry: false,
  })
}

type Place = { longitude: number; latitude: number }

/** The way by road from one place to another. Rejects with PlatformReplyError. */
export function routeBetween(from: Place, to: Place) {
  return request(dispatchRoute, {
    query: {
      fromLongitude: from.longitude,
      fromLatitude: from.latitude,
      toLongitude: to.longitude,
      toLatitude: to.latitude,
    },
  })
}

/** Where an alarm began; undefined when nobody knows. */
export function placeOfAlarm({ startLon, startLat }: Pick<Alarm, 'startLon' | 'startLat'>) {
  return startLon && startLat ? { longitude: startLon, latitude: startLat } : undefined
}
