import type { AlarmSubType, FindCause } from '../../../devices/alarm-type.ts'
import { diskFaults } from '../../../devices/disk-faults.ts'

const find: FindCause = ({ world, device, fromMs, toMs }) => {
  const found = diskFaults(world.seed, device.entity, fromMs, toMs).find((span) => span.fromMs >= fromMs)
  return found && { startMs: found.fromMs, endMs: found.toMs }
}

export const DISK_FAULT: AlarmSubType = {
  subType: 'DiskFault',
  name: { zh: '存储故障', en: 'Storage fault' },
  level: 2,
  condition: { kinds: ['camera', 'ptzCamera', 'vehicle'], perDevices: 180, everyHours: 4, tries: 400, find },
}
