import type { AlarmSubType } from '../../../devices/alarm-type.ts'

/** The smoke detector on the input of a camera that sees a fire. */
export const SMOKE: AlarmSubType = {
  subType: 'Smoke',
  name: { zh: '烟雾探测', en: 'Smoke detected' },
  level: 1,
  companion: { incident: 'fire', percent: [0, 40], afterMs: 25_000 },
}
