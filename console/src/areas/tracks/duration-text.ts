import type { Translate } from '../../language/language.ts'

/** A duration: hours and minutes, minutes, or seconds below one. */
export function durationText(ms: number, t: Translate<'tracks'>): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return t('duration.seconds', { seconds })
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return t('duration.minutes', { minutes })
  return t('duration.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
