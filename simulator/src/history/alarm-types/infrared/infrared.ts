import type { AlarmSubType } from '../../../devices/alarm-type.ts'

/** The infrared barrier on the input of a camera that sees somebody where nobody should be. */
export const INFRARED: AlarmSubType = {
  subType: 'Infrared',
  name: { zh: '红外触发', en: 'Infrared triggered' },
  level: 2,
  companion: { incident: 'intruder', percent: [0, 10], mostMs: 12_000 },
}
