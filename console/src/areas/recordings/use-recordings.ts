import { listAlarms } from '@backlot/contract/alarms/calls'
import { queryRecordFile } from '@backlot/contract/recordings/calls'
import type { RecordFile } from '@backlot/contract/recordings/entities'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import type { TimelineRow } from '../../features/timeline/timeline-draw.ts'
import { ALARMS_MAX, timelineRow } from '../../features/timeline/timeline-row.ts'
import { request } from '../../platform/client.ts'
import { useCan, useHasCapability } from '../../session/session-store.ts'
import { channelKey, type ReplayChannel } from './replay-channel.ts'
import type { Asked } from './replay-store.ts'

type Recordings = {
  isLoading: boolean
  /** By channel, as soon as they are there. */
  files: ReadonlyMap<string, readonly RecordFile[]>
  errors: ReadonlyMap<string, unknown>
  rows: TimelineRow[]
  /** All answers are there. */
  isDone: boolean
}

/** Files and alarms of channels in the queried span. */
export function useRecordings(channels: readonly ReplayChannel[], asked: Asked | undefined): Recordings {
  const mayAlarms = useHasCapability('alarm')
  const seesAlarms = useCan('/earlyWarningData/alarmList') && mayAlarms
  const types = useAlarmTypes()
  const span = asked?.span
  const found = useQueries({
    queries: channels.map((channel) => ({
      queryKey: ['recordings', channel, asked],
      enabled: asked !== undefined,
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        request(queryRecordFile, {
          body: {
            ...channel,
            startTime: asked!.span.fromMs / 1000,
            endTime: asked!.span.toMs / 1000,
            source: asked!.source,
            ...(asked!.videoTypes.length > 0 ? { fileTypes: [...asked!.videoTypes] } : {}),
          },
          signal,
        }),
    })),
  })
  const alarms = useQueries({
    queries: channels.map(({ sn }) => ({
      queryKey: ['replayAlarms', sn, span],
      enabled: span !== undefined && seesAlarms,
      retry: false,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        request(listAlarms, {
          query: {
            sn,
            startTime: Math.floor(span!.fromMs / 1000),
            endTime: Math.ceil(span!.toMs / 1000),
            pageSize: ALARMS_MAX,
          },
          signal,
        }),
    })),
  })

  const files = new Map<string, readonly RecordFile[]>()
  const errors = new Map<string, unknown>()
  for (const [at, channel] of channels.entries()) {
    const key = channelKey(channel)
    if (found[at]?.data) files.set(key, found[at].data.list)
    else if (found[at]?.error) errors.set(key, found[at].error)
  }
  const rows = channels.map((channel, at) =>
    timelineRow(channel, files.get(channelKey(channel)) ?? [], alarms[at]?.data?.list ?? [], types),
  )
  // Rows change with their contents, not with every look.
  const stamp = JSON.stringify([
    channels.map(channelKey),
    rows.map(({ name }) => name),
    found.map(({ dataUpdatedAt, errorUpdatedAt }) => [dataUpdatedAt, errorUpdatedAt]),
    alarms.map(({ dataUpdatedAt }) => dataUpdatedAt),
    types.tops.length,
    asked?.number,
  ])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp represents all of it
  return useMemo(
    () => ({
      files,
      errors,
      rows,
      isLoading: found.some(({ isFetching }) => isFetching),
      isDone:
        asked !== undefined &&
        found.length > 0 &&
        found.every(({ isSuccess, isError }) => isSuccess || isError),
    }),
    [stamp, found.some(({ isFetching }) => isFetching)],
  )
}
