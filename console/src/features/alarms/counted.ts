import type { AlarmTally, ResponseTimes } from '@backlot/contract/alarms/statistics-calls'
import type { UrlChange } from '../table-screen/table-url.ts'

export const COUNTS = ['total', 'open', 'grave', 'ongoing', 'unread'] as const
export const TIMES = ['median', 'mean', 'p90'] as const

const CHANGES = {
  total: {},
  open: { processed: 0 },
  grave: { levels: 1 },
  ongoing: { state: 1 },
  unread: { isRead: 0 },
} as const satisfies Record<(typeof COUNTS)[number], UrlChange>

/**
 * Filter change that shows exactly the alarms a figure counts; response times are those of processed alarms. Undefined
 * when it counts none: a filter that is set may be the reason, and would be lost.
 */
export function figureChange(
  key: (typeof COUNTS)[number] | (typeof TIMES)[number],
  sum: AlarmTally,
  response: ResponseTimes,
): UrlChange | undefined {
  if (key === 'median' || key === 'mean' || key === 'p90')
    return response.count > 0 ? { processed: 1 } : undefined
  return sum[key] > 0 ? CHANGES[key] : undefined
}
