import { MINUTE_MS } from '@backlot/contract/time'
import type { AlarmSubType, FindCause } from '../../../devices/alarm-type.ts'
import { NIGHT } from '../condition.ts'
import { ignitionIn, placeAt } from '../driving.ts'

/** It is moved at night. */
const find: FindCause = (look) => {
  const onMs = ignitionIn(look)
  if (onMs === undefined) return undefined
  for (let atMs = onMs; atMs < onMs + 3 * MINUTE_MS; atMs += 5000) {
    if (placeAt(look, atMs).speedKmh > 3) return { startMs: atMs, endMs: atMs + 4 * MINUTE_MS }
  }
  return undefined
}

export const ILLEGAL_MOVE: AlarmSubType = {
  subType: 'IllegalMove',
  name: { zh: '非法位移', en: 'Moved illegally' },
  level: 2,
  condition: { kinds: ['vehicle'], perDevices: 60, everyHours: 48, tries: 40, hours: NIGHT, find },
}
