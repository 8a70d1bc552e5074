import { toCivil } from '@backlot/contract/time'
import { useMemo } from 'react'
import { useLanguage, useText } from '../../language/language.ts'
import { platformZoneMinutes } from '../../platform/clock.ts'
import { durationText, percentText } from './duration-text.ts'

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
