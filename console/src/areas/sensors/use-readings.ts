import { CODES } from '@backlot/contract/codes'
import type { SensorReading } from '@backlot/contract/devices/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { appendReadings, type ReadingHistory } from './reading-history.ts'
import type { StationKind } from './station-kinds.ts'

const NOTHING: ReadingHistory = new Map()

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

/** Readings of a station, fetched again and again, and their courses since the screen was opened. */
export function useReadings(kind: StationKind, sn: string, everySeconds: number) {
  const client = useQueryClient()
  const [histories, setHistories] = useState<ReadonlyMap<string, ReadingHistory>>(new Map())
  const query = useQuery({
    queryKey: ['sensors', kind.entry, sn],
    queryFn: ({ signal }) => fetchReadings(kind, sn, signal),
    refetchInterval: everySeconds * 1000,
  })
  const { data } = query
  useEffect(() => {
    if (!data) return
    setHistories((before) => new Map(before).set(sn, appendReadings(before.get(sn) ?? NOTHING, data.list)))
  }, [data, sn])
  useEffect(
    () => channel.on('resync', () => void client.invalidateQueries({ queryKey: ['sensors'] })),
    [client],
  )
  return { query, history: histories.get(sn) ?? NOTHING }
}
