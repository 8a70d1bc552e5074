import type { Alarm } from '@backlot/contract/alarms/entities'
import { reverseGeocode } from '@backlot/contract/map/calls'
import { useQuery } from '@tanstack/react-query'
import { named } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

const COORDINATE_DIGITS = 6

/** Where an alarm started or ended, WGS-84; undefined without a position (zero is none). */
export function alarmPosition(
  alarm: Partial<Pick<Alarm, 'startLon' | 'startLat' | 'endLon' | 'endLat'>>,
  end: 'start' | 'end',
): { longitude: number; latitude: number } | undefined {
  const longitude = end === 'start' ? alarm.startLon : alarm.endLon
  const latitude = end === 'start' ? alarm.startLat : alarm.endLat
  if (longitude === undefined || latitude === undefined || (longitude === 0 && latitude === 0))
    return undefined
  return { longitude, latitude }
}

/** `longitude, latitude` of an alarm's start or end; undefined without a position. */
export function positionText(alarm: Alarm, end: 'start' | 'end'): string | undefined {
  const at = alarmPosition(alarm, end)
  return at && `${at.longitude.toFixed(COORDINATE_DIGITS)}, ${at.latitude.toFixed(COORDINATE_DIGITS)}`
}

/** The address where an alarm started; undefined while unknown, and on platforms without geocoding. */
export function useAlarmAddress(alarm: Alarm): string | undefined {
  const at = alarmPosition(alarm, 'start')
  const { data } = useQuery({
    queryKey: ['geocode', at?.longitude, at?.latitude],
    enabled: at !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => {
      const { longitude = 0, latitude = 0 } = at ?? {}
      return request(reverseGeocode, { query: { longitude, latitude }, signal })
    },
  })
  return data && named(data.text)
}
