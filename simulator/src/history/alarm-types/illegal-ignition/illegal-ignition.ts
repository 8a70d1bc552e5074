import { MINUTE_MS } from '@backlot/contract/time'
import type { AlarmSubType, FindCause } from '../../../devices/alarm-type.ts'
import { NIGHT } from '../condition.ts'
import { ignitionIn } from '../driving.ts'

/** The ignition is turned on at night. */
const find: FindCause = (look) => {
  const onMs = ignitionIn(look)
  return onMs === undefined ? undefined : { startMs: onMs, endMs: onMs + 2 * MINUTE_MS }
}

export const ILLEGAL_IGNITION: AlarmSubType = {
  subType: 'IllegalIgnition',
  name: { zh: '非法点火', en: 'Illegal ignition' },
  level: 2,
  condition: { kinds: ['vehicle'], perDevices: 60, everyHours: 48, tries: 40, hours: NIGHT, find },
}
