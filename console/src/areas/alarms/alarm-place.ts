import type { Alarm } from '@backlot/contract/alarms/entities'
import { reverseGeocode } from '@backlot/contract/map/calls'
import { useQuery } from '@tanstack/react-query'
import { named } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

const COORDINATE_DIGITS = 6

/** `longitude, latitude` of an alarm's start or end; undefined without a position. */
export function positionText(alarm: Alarm, end: 'start' | 'end'): string | undefined {
  const [longitude, latitude] = position(alarm, end)
  if (longitude === undefined || latitude === undefined || (longitude === 0 && latitude === 0))
    return undefined
  return `${longitude.toFixed(COORDINATE_DIGITS)}, ${latitude.toFixed(COORDINATE_DIGITS)}`
}

function position(alarm: Alarm, end: 'start' | 'end') {
  return end === 'start' ? [alarm.startLon, alarm.startLat] : [alarm.endLon, alarm.endLat]
}

/** The address where an alarm started; undefined while unknown, and on platforms that cannot say. */
export function useAlarmAddress(alarm: Alarm): string | undefined {
  const [longitude, latitude] = position(alarm, 'start')
  const { data } = useQuery({
    queryKey: ['geocode', longitude, latitude],
    enabled: positionText(alarm, 'start') !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      request(reverseGeocode, { query: { longitude: longitude ?? 0, latitude: latitude ?? 0 }, signal }),
  })
  return data && named(data.text)
}
