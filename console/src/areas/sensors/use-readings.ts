import { CODES } from '@backlot/contract/codes'
import type { SensorReading } from '@backlot/contract/devices/calls'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { askAgainOnAlarm } from '../../features/alarms/follow-alarms.ts'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { appendReadings, joinCourses, type ReadingHistory } from './reading-history.ts'
import type { StationKind } from './station-kinds.ts'

const NOTHING: ReadingHistory = new Map()
/** How far back courses go when a station is opened. */
const COURSE_S = 3600

async function fetchReadings(kind: StationKind, sn: string, signal: AbortSignal) {
  let list: SensorReading[] = []
  try {
    list = (await request(kind.call, { query: { sn }, signal })).list
  } catch (error) {
    // A station that was never heard has no readings: that is an answer.
    if (!(error instanceof PlatformReplyError && error.code === CODES.notFound)) throw error
  }
  return { list, fetchedAtMs: platformNow() }
}

/** Current readings of a station, as a query that screens share. */
export const readingsQuery = (kind: StationKind, sn: string) =>
  queryOptions({
    queryKey: ['sensors', kind.entry, sn],
    queryFn: ({ signal }) => fetchReadings(kind, sn, signal),
  })

/** The last hour of a station by minute. */
async function fetchCourses(kind: StationKind, sn: string, signal: AbortSignal): Promise<ReadingHistory> {
  const endTime = Math.floor(platformNow() / 1000)
  const body = { list: [sn], interval: 'minute' as const, startTime: endTime - COURSE_S, endTime }
  const { times, stations } = await request(kind.history, { body, signal })
  return new Map(
    (stations[0]?.quantities ?? []).map(({ code, values }) => [
      code,
      values.flatMap((value, i) => (value === null ? [] : [{ atS: times[i]!, value }])),
    ]),
  )
}

/** Readings of a station, loaded repeatedly, and their courses: the hour before, and readings since. */
export function useReadings(kind: StationKind, sn: string, everySeconds: number) {
  const client = useQueryClient()
  const [histories, setHistories] = useState<ReadonlyMap<string, ReadingHistory>>(new Map())
  const query = useQuery({ ...readingsQuery(kind, sn), refetchInterval: everySeconds * 1000 })
  // A platform without a history has no courses from before.
  const courses = useQuery({
    queryKey: ['sensors', 'course', kind.entry, sn],
    queryFn: ({ signal }) => fetchCourses(kind, sn, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const { data } = query
  useEffect(() => {
    if (!data) return
    setHistories((before) => new Map(before).set(sn, appendReadings(before.get(sn) ?? NOTHING, data.list)))
  }, [data, sn])
  useEffect(
    () => askAgainOnAlarm(channel, client, { sn, queryKey: ['sensors', kind.entry, sn] }),
    [client, kind.entry, sn],
  )
  useEffect(
    () => channel.on('resync', () => void client.invalidateQueries({ queryKey: ['sensors'] })),
    [client],
  )
  const since = histories.get(sn) ?? NOTHING
  const history = useMemo(() => joinCourses(courses.data ?? NOTHING, since), [courses.data, since])
  return { query, history }
}
