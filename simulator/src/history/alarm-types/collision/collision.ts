import type { AlarmSubType } from '../../../devices/alarm-type.ts'
import { ahead } from '../ahead.ts'
import { DAYTIME } from '../condition.ts'

export const COLLISION: AlarmSubType = {
  subType: 'Collision',
  name: { zh: '碰撞预警', en: 'Collision' },
  level: 1,
  condition: {
    kinds: ['vehicle'],
    perDevices: 60,
    everyHours: 48,
    tries: 12,
    hours: DAYTIME,
    find: ahead(8, 15, 5000),
  },
}
