import { MINUTE_MS } from '@backlot/contract/time'
import type { AlarmSubType, FindCause } from '../../../devices/alarm-type.ts'
import { hash32 } from '../../../world/hash.ts'
import { NIGHT } from '../condition.ts'

const SEEN_M = 30

/** A vehicle passes before the camera. */
const find: FindCause = ({ world, device, atMs }) => {
  for (let at = atMs; at < atMs + 4 * MINUTE_MS; at += 20_000) {
    if (world.traffic.vehiclesNear(device.x, device.y, SEEN_M, at, 1).length === 0) continue
    return { startMs: at, endMs: at + 8000 + (hash32(device.entity, at, 0, 0) % 20_000) }
  }
  return undefined
}

export const MOTION: AlarmSubType = {
  subType: 'Motion',
  name: { zh: '移动侦测', en: 'Motion detected' },
  level: 4,
  condition: {
    kinds: ['camera', 'ptzCamera'],
    perDevices: 120,
    everyHours: 48,
    tries: 10,
    hours: NIGHT,
    find,
  },
}
