import { toCivil } from '@backlot/contract/time'
import { useMemo } from 'react'
import { type Translate, useLanguage, useText } from '../../language/language.ts'
import { platformZoneMinutes } from '../../platform/clock.ts'

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

export type Numbers = {
  duration(seconds: number): string
  percent(rate: number): string
  count(value: number): string
  /** Short name of the weekday of a moment, seconds. */
  weekday(seconds: number): string
}

/** Numbers as the operator's language writes them. */
export function useNumbers(): Numbers {
  const t = useText('statistics')
  const locale = useLanguage() === 'zh' ? 'zh-CN' : 'en'
  return useMemo(
    () => ({
      duration: (seconds) => durationText(seconds, t, locale),
      percent: (rate) => percentText(rate, locale),
      count: (value) => value.toLocaleString(locale),
      weekday: (seconds) => {
        const name = WEEKDAYS[toCivil(seconds * 1000, platformZoneMinutes()).weekday]
        return name ? t(`weekday.${name}`) : ''
      },
    }),
    [t, locale],
  )
}

const MINUTE_S = 60
const HOUR_S = 3600
/** From here on whole hours suffice. */
const LONG_S = 100 * HOUR_S

/** A length of time as operators read it: `1,234 h`, `23 h 5 min`, `5 min 3 s`, `12 s`. */
function durationText(seconds: number, t: Translate<'statistics'>, locale: string): string {
  const hours = Math.floor(seconds / HOUR_S)
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S)
  if (seconds >= LONG_S)
    return t('unit.hours', { hours: Math.round(seconds / HOUR_S).toLocaleString(locale) })
  if (hours > 0) return t('unit.hoursMinutes', { hours, minutes })
  if (minutes > 0) return t('unit.minutesSeconds', { minutes, seconds: Math.floor(seconds % MINUTE_S) })
  return t('unit.seconds', { seconds: Math.floor(seconds) })
}

/** A share with two decimals. */
function percentText(rate: number, locale: string): string {
  return rate.toLocaleString(locale, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 })
}
