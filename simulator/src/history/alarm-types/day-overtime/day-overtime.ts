import { dayStart, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import type { AlarmSubType, FindCause } from '../../../devices/alarm-type.ts'
import { isOn, whileDriving } from '../driving.ts'

const LOOK_MS = 5 * MINUTE_MS

/** More than eight hours of driving since midnight. */
const find: FindCause = (look) => {
  if (!isOn(look, look.atMs)) return undefined
  let drivenMs = 0
  for (let atMs = dayStart(look.atMs); atMs < look.atMs; atMs += LOOK_MS) {
    if (isOn(look, atMs)) drivenMs += LOOK_MS
  }
  return drivenMs < 8 * HOUR_MS ? undefined : whileDriving(look, look.atMs, 30 * MINUTE_MS)
}

export const DAY_OVERTIME: AlarmSubType = {
  subType: 'DayOvertime',
  name: { zh: '当天累计驾驶超时', en: 'Driving time of the day exceeded' },
  level: 3,
  condition: {
    kinds: ['vehicle'],
    perDevices: 60,
    everyHours: 48,
    tries: 40,
    hours: (hour) => hour >= 15,
    find,
  },
}
