import type { AlarmSubType } from '../../../devices/alarm-type.ts'
import { satellites } from '../satellites.ts'

export const ANTENNA_FAULT: AlarmSubType = {
  subType: 'AntennaFault',
  name: { zh: '定位天线故障', en: 'Antenna fault' },
  level: 3,
  condition: { kinds: ['vehicle'], perDevices: 60, everyHours: 12, tries: 120, find: satellites(true) },
}
