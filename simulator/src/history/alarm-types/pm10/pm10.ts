import type { AlarmSubType } from '../../../devices/alarm-type.ts'

/** Dust of a worksite, looked at when its cloud is full: limit of fine dust by GB 3095, hourly alarm practice. */
export const PM10: AlarmSubType = {
  subType: 'PM10',
  name: { zh: 'PM10超标', en: 'PM10 over limit' },
  level: 2,
  quantity: 'pm10',
  companion: { incident: 'dust', percent: [0, 8], afterMs: 4 * 60_000, limit: 250 },
}
