import { formatTime, platformNow } from '../../../platform/clock.ts'

const DAY_LENGTH = 'yyyy-MM-dd'.length

/** When a case began (seconds): the time of day, with its date where that is not today. */
export function sinceText(since: number): string {
  const text = formatTime(since)
  const isToday = text.slice(0, DAY_LENGTH) === formatTime(platformNow()).slice(0, DAY_LENGTH)
  return isToday ? text.slice(DAY_LENGTH + 1) : text.slice('yyyy-'.length)
}
