import { HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import type { AlarmSubType, FindCause } from '../../../devices/alarm-type.ts'
import { lastHolding } from '../condition.ts'
import { isOn } from '../driving.ts'

const PARKED_MS = 2 * HOUR_MS
const LOOK_MS = 5 * MINUTE_MS

/** Two hours since it was put down. */
const find: FindCause = (look) => {
  for (let atMs = look.fromMs; atMs < look.toMs; atMs += LOOK_MS) {
    if (isOn(look, atMs) || !isOn(look, atMs - PARKED_MS - LOOK_MS)) continue
    if (lastHolding((at) => !isOn(look, at), atMs - PARKED_MS, LOOK_MS, atMs) < atMs) continue
    const endMs = lastHolding((at) => !isOn(look, at), atMs, LOOK_MS, atMs + 2 * HOUR_MS)
    return { startMs: atMs, endMs: Math.max(endMs, atMs + LOOK_MS) }
  }
  return undefined
}

export const PARKING_OVERTIME: AlarmSubType = {
  subType: 'ParkingOvertime',
  name: { zh: '超时停车', en: 'Parked too long' },
  level: 4,
  condition: { kinds: ['vehicle'], perDevices: 60, everyHours: 8, tries: 60, find },
}
