import type { AlarmSum, AlarmSumBy } from '@backlot/contract/alarms/statistics-calls'
import type { UrlChange } from '../table-screen/table-url.ts'
import type { TimeRange } from '../table-screen/time-range.ts'

export const ALARM_LIST = '/earlyWarningData/alarmList'

const STEP_S = { hour: 3600, day: 86_400 } as const

/** Filter change that shows exactly the alarms of a row of sums. */
export function drillDown(
  by: AlarmSumBy,
  { key, own }: Pick<AlarmSum, 'key' | 'own'>,
  range: TimeRange,
): UrlChange {
  switch (by) {
    case 'type':
    case 'subType':
      return { kinds: key }
    case 'level':
      return { levels: key }
    case 'group':
      return { nodeId: key, nodeOnly: own ? 1 : undefined }
    case 'device':
      return { sn: key }
    case 'processor':
      return { processor: key, processed: 1 }
    case 'hour':
    case 'day':
      return spanFrom(Number(key), STEP_S[by], range)
  }
}

/** An hour or a day as far as it lies in the range that was counted. */
export function spanFrom(startTime: number, lengthS: number, range: TimeRange): UrlChange {
  return {
    range: undefined,
    from: Math.max(startTime, range.startTime),
    to: Math.min(startTime + lengthS - 1, range.endTime),
  }
}
