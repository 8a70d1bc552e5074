import type { AlarmSubType } from '../../../devices/alarm-type.ts'
import { ahead } from '../ahead.ts'
import { DAYTIME } from '../condition.ts'

export const DANGER: AlarmSubType = {
  subType: 'Danger',
  name: { zh: '危险预警', en: 'Danger ahead' },
  level: 3,
  condition: {
    kinds: ['vehicle'],
    perDevices: 60,
    everyHours: 24,
    tries: 12,
    hours: DAYTIME,
    find: ahead(16, 25, 8000),
  },
}
