import { listAlarms } from '@backlot/contract/alarms/calls'
import { queryRecordFile } from '@backlot/contract/recordings/calls'
import { useQuery } from '@tanstack/react-query'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import type { TimelineRow } from '../../features/timeline/timeline-draw.ts'
import { ALARMS_MAX, timelineRow } from '../../features/timeline/timeline-row.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { useCan, useHasCapability } from '../../session/session-store.ts'
import type { Place } from './window-grid.ts'
import { BACK_MS } from './window-past.ts'

const FILES_AGAIN_MS = 30_000
const ALARMS_AGAIN_MS = 10_000

/** Recordings and alarms of a channel in the hours that end now, queried again and again. `growsToMs` is now. */
export function useLiveTimeline(
  { sn, chnId }: Pick<Place, 'sn' | 'chnId'>,
  growsToMs: number,
): { row: TimelineRow; isEmpty: boolean; error: unknown } {
  const mayAlarms = useHasCapability('alarm')
  const seesAlarms = useCan('/earlyWarningData/alarmList') && mayAlarms
  const types = useAlarmTypes()
  const files = useQuery({
    queryKey: ['liveTimeline', sn, chnId],
    refetchInterval: FILES_AGAIN_MS,
    retry: false,
    queryFn: ({ signal }) => {
      const nowMs = platformNow()
      const body = { sn, chnId, startTime: (nowMs - BACK_MS) / 1000, endTime: nowMs / 1000 }
      return request(queryRecordFile, { body: { ...body, source: 'server' as const }, signal })
    },
  })
  const alarms = useQuery({
    queryKey: ['liveTimelineAlarms', sn],
    enabled: seesAlarms,
    refetchInterval: ALARMS_AGAIN_MS,
    retry: false,
    queryFn: ({ signal }) => {
      const nowMs = platformNow()
      const query = { startTime: Math.floor((nowMs - BACK_MS) / 1000), endTime: Math.ceil(nowMs / 1000) }
      return request(listAlarms, { query: { sn, ...query, pageSize: ALARMS_MAX }, signal })
    },
  })
  const row = timelineRow({ sn, chnId }, files.data?.list ?? [], alarms.data?.list ?? [], types, growsToMs)
  return { row, isEmpty: files.isSuccess && files.data.list.length === 0, error: files.error }
}
