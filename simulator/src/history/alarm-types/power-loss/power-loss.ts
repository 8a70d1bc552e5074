import type { AlarmSubType, FindCause } from '../../../devices/alarm-type.ts'
import { MAINS_BUFFER_MS } from '../../../devices/mains.ts'
import { longOutages } from '../../../devices/outages.ts'
import { MAINS } from '../condition.ts'

/** The last that is heard of a device whose mains fail: it runs on its capacitors for some seconds, then it is gone for long. */
const find: FindCause = ({ world, device, fromMs, toMs }) => {
  const found = longOutages(world.seed, device.entity, fromMs, toMs).find(
    (outage) => outage.fromMs - MAINS_BUFFER_MS >= fromMs,
  )
  return found && { startMs: found.fromMs - MAINS_BUFFER_MS, endMs: found.fromMs - 1000 }
}

export const POWER_LOSS: AlarmSubType = {
  subType: 'PowerLoss',
  name: { zh: '外部断电', en: 'Power loss' },
  level: 2,
  condition: { kinds: MAINS, perDevices: 190, everyHours: 6, tries: 400, find },
}
