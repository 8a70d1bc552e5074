import type { Translate } from '../../language/language.ts'

const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 86_400

/** A length of time in its one fitting unit: 45 s, 12 min, 3.4 h, 2.1 d. */
export function durationShort(seconds: number, t: Translate<'alarmQuery'>): string {
  const tenths = (value: number) => String(Math.round(value * 10) / 10)
  if (seconds < MINUTE_S) return t('duration.seconds', { n: Math.round(seconds) })
  if (seconds < HOUR_S) return t('duration.minutes', { n: Math.round(seconds / MINUTE_S) })
  if (seconds < 2 * DAY_S) return t('duration.hours', { n: tenths(seconds / HOUR_S) })
  return t('duration.days', { n: tenths(seconds / DAY_S) })
}
