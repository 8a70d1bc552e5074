import type { AlarmSubType } from '../../../devices/alarm-type.ts'
import { past } from '../past.ts'

export const BATTERY_LOW: AlarmSubType = {
  subType: 'BatteryLow',
  name: { zh: '蓄电池电压低', en: 'Battery voltage low' },
  level: 3,
  condition: {
    kinds: ['solarStation'],
    perDevices: 20,
    everyHours: 48,
    tries: 20,
    hours: (hour) => hour >= 3 && hour < 7,
    find: past('solarBatteryVoltage', 'below', 12),
  },
}
