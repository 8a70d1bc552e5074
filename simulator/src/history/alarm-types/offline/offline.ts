import { MINUTE_MS } from '@backlot/contract/time'
import type { AlarmSubType, FindCause } from '../../../devices/alarm-type.ts'
import { outages } from '../../../devices/outages.ts'
import { LONGEST_CONDITION_MS, MAINS } from '../condition.ts'

const SHORTEST_MS = 5 * MINUTE_MS

/** It went offline, and comes back within hours. */
const find: FindCause = ({ world, device, fromMs, toMs }) => {
  const found = outages(world.seed, device.entity, fromMs, toMs).find((outage) => {
    const lengthMs = outage.toMs - outage.fromMs
    return outage.fromMs >= fromMs && lengthMs >= SHORTEST_MS && lengthMs <= LONGEST_CONDITION_MS
  })
  return found && { startMs: found.fromMs, endMs: found.toMs }
}

export const OFFLINE: AlarmSubType = {
  subType: 'Offline',
  name: { zh: '设备离线', en: 'Device offline' },
  level: 3,
  condition: { kinds: MAINS, perDevices: 190, everyHours: 12, tries: 200, byServer: true, find },
}
