import type { Translate } from '../../language/language.ts'

const MINUTE_S = 60
const HOUR_S = 3600
/** From here on whole hours suffice. */
const LONG_S = 100 * HOUR_S

/** A length of time as operators read it: `1,234 h`, `23 h 5 min`, `5 min 3 s`, `12 s`. */
export function durationText(seconds: number, t: Translate<'statistics'>, locale: string): string {
  const hours = Math.floor(seconds / HOUR_S)
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S)
  if (seconds >= LONG_S)
    return t('unit.hours', { hours: Math.round(seconds / HOUR_S).toLocaleString(locale) })
  if (hours > 0) return t('unit.hoursMinutes', { hours, minutes })
  if (minutes > 0) return t('unit.minutesSeconds', { minutes, seconds: Math.floor(seconds % MINUTE_S) })
  return t('unit.seconds', { seconds: Math.floor(seconds) })
}

/** A share with two decimals. */
export function percentText(rate: number, locale: string): string {
  return rate.toLocaleString(locale, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 })
}
