import { MINUTE_MS } from '@backlot/contract/time'
import type { AlarmSubType, FindCause } from '../../../devices/alarm-type.ts'
import { DAYTIME } from '../condition.ts'
import { placeAt, whileDriving } from '../driving.ts'

/** No timetable prescribes a route: a driving vehicle is off its route by the draw alone. */
const find: FindCause = (look) => {
  const { accOn, speedKmh } = placeAt(look, look.atMs)
  return accOn && speedKmh > 10 ? whileDriving(look, look.atMs, 6 * MINUTE_MS) : undefined
}

export const ROUTE_DEVIATION: AlarmSubType = {
  subType: 'RouteDeviation',
  name: { zh: '路线偏离', en: 'Off the route' },
  level: 3,
  condition: {
    kinds: ['vehicle'],
    models: ['bus'],
    perDevices: 16,
    everyHours: 48,
    tries: 40,
    hours: DAYTIME,
    find,
  },
}
