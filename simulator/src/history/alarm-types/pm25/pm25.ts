import type { AlarmSubType } from '../../../devices/alarm-type.ts'

/** Dust of a worksite, looked at when its cloud is full: limit of fine dust by GB 3095, hourly alarm practice. */
export const PM25: AlarmSubType = {
  subType: 'PM25',
  name: { zh: 'PM2.5超标', en: 'PM2.5 over limit' },
  level: 2,
  quantity: 'pm25',
  companion: { incident: 'dust', percent: [8, 15], afterMs: 4 * 60_000, limit: 75 },
}
