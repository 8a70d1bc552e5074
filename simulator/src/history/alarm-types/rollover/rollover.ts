import { MINUTE_MS } from '@backlot/contract/time'
import type { AlarmSubType, FindCause } from '../../../devices/alarm-type.ts'
import { DAYTIME } from '../condition.ts'
import { placeAt } from '../driving.ts'

const TURN_MS = 2000
const TURN_DEG = 30
const TURN_KMH = 22

/** A turn taken too fast. */
const find: FindCause = (look) => {
  for (let atMs = look.atMs; atMs < look.atMs + 8 * MINUTE_MS; atMs += TURN_MS) {
    const { accOn, directionDeg } = placeAt(look, atMs)
    if (!accOn) return undefined
    const after = placeAt(look, atMs + TURN_MS)
    const turned = Math.abs(((after.directionDeg - directionDeg + 540) % 360) - 180)
    if (after.speedKmh > TURN_KMH && turned > TURN_DEG && turned < 120) {
      return { startMs: atMs, endMs: atMs + 6000 }
    }
  }
  return undefined
}

export const ROLLOVER: AlarmSubType = {
  subType: 'Rollover',
  name: { zh: '侧翻预警', en: 'Rollover' },
  level: 1,
  condition: { kinds: ['vehicle'], perDevices: 60, everyHours: 48, tries: 20, hours: DAYTIME, find },
}
