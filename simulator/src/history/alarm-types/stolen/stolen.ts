import { MINUTE_MS } from '@backlot/contract/time'
import type { AlarmSubType, FindCause } from '../../../devices/alarm-type.ts'
import { ignitionIn, isOn } from '../driving.ts'

/** It is driven off at night, and still driven ten minutes later. */
const find: FindCause = (look) => {
  const onMs = ignitionIn(look)
  if (onMs === undefined || !isOn(look, onMs + 10 * MINUTE_MS)) return undefined
  return { startMs: onMs + MINUTE_MS, endMs: onMs + 20 * MINUTE_MS }
}

export const STOLEN: AlarmSubType = {
  subType: 'Stolen',
  name: { zh: '车辆被盗', en: 'Vehicle stolen' },
  level: 1,
  condition: {
    kinds: ['vehicle'],
    perDevices: 60,
    everyHours: 72,
    tries: 40,
    hours: (hour) => hour < 5,
    find,
  },
}
