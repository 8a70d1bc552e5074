import { HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import type { AlarmSubType, FindCause } from '../../../devices/alarm-type.ts'
import { DAYTIME } from '../condition.ts'
import { isOn, whileDriving } from '../driving.ts'

const REST_MS = 20 * MINUTE_MS
const LONG_DRIVE_MS = 4 * HOUR_MS
const LOOK_MS = 5 * MINUTE_MS

/** Four hours at the wheel without twenty minutes of rest. */
const find: FindCause = (look) => {
  if (!isOn(look, look.atMs)) return undefined
  let restedMs = 0
  for (let atMs = look.atMs; atMs > look.atMs - LONG_DRIVE_MS; atMs -= LOOK_MS) {
    restedMs = isOn(look, atMs) ? 0 : restedMs + LOOK_MS
    if (restedMs >= REST_MS) return undefined
  }
  return whileDriving(look, look.atMs, 30 * MINUTE_MS)
}

export const FATIGUE: AlarmSubType = {
  subType: 'Fatigue',
  name: { zh: '疲劳驾驶', en: 'Driver fatigue' },
  level: 2,
  condition: { kinds: ['vehicle'], perDevices: 60, everyHours: 24, tries: 40, hours: DAYTIME, find },
}
