import type { AlarmSubType } from '../../../devices/alarm-type.ts'
import { past } from '../past.ts'

export const SOIL_DRY: AlarmSubType = {
  subType: 'SoilDry',
  name: { zh: '土壤缺水', en: 'Soil too dry' },
  level: 3,
  condition: {
    kinds: ['farmStation'],
    perDevices: 20,
    everyHours: 48,
    tries: 20,
    find: past('soilMoisture', 'below', 24),
  },
}
