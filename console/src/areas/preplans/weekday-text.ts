import type { Translate } from '../../language/language.ts'

const NAMES = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Short name of a day of the week, 1 Monday … 7 Sunday. */
export function weekdayText(day: number, t: Translate<'polling'>): string {
  const name = NAMES[day - 1]
  return name ? t(`weekday.${name}`) : ''
}
