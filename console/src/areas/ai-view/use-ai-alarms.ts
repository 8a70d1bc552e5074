import { listAlarms, shieldList } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { LIMITS } from '@backlot/contract/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { foldArrivals } from '../../features/alarms/live-alarms.ts'
import { isShielded, parseShieldList, type ShieldList } from '../../features/alarms/shield-list.ts'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { AI_TYPES, isAiAlarm, withResources } from './ai-alarms.ts'

const PAGE_SIZE = 1000
/** After a gap in the channel the list is loaded again, at most this often. */
const SETTLE_MS = 3000
const QUERY_KEY = ['aiAlarms']

type Fetched = { list: Alarm[]; cursor: number; shield: ShieldList }

async function fetchAiAlarms(signal: AbortSignal): Promise<Fetched> {
  const endTime = Math.ceil(platformNow() / 1000)
  const startTime = endTime - LIMITS.queryRangeMs / 1000
  const [{ shieldList: shield }, ...pages] = await Promise.all([
    request(shieldList, { signal }),
    ...AI_TYPES.map((type) =>
      request(listAlarms, {
        query: { startTime, endTime, type, currentPage: 1, pageSize: PAGE_SIZE },
        signal,
      }),
    ),
  ])
  const list = pages.flatMap((page) => page.list)
  const cursor = Math.max(0, ...list.map((alarm) => alarm.cursor ?? 0))
  return { list, cursor, shield: parseShieldList(shield) }
}

const added = (list: readonly Alarm[], updateOnly: boolean) => [{ list, updateOnly, counted: false }]

/**
 * AI and face alarms of the last 24 hours, newest first, and those that come while the screen is open; none of types
 * that the operator shields.
 */
export function useAiAlarms() {
  const client = useQueryClient()
  const [live, setLive] = useState<readonly Alarm[]>([])
  const query = useQuery({ queryKey: QUERY_KEY, queryFn: ({ signal }) => fetchAiAlarms(signal) })
  const { data } = query

  useEffect(() => {
    if (!data) return
    // Alarms that the channel brought since the answer stay.
    setLive((before) => {
      const later = before.filter((alarm) => (alarm.cursor ?? 0) > data.cursor)
      return foldArrivals({ list: [], newCount: 0 }, [...added(data.list, false), ...added(later, false)])
        .list
    })
  }, [data])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const fetchSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: QUERY_KEY })
      }, SETTLE_MS)
    }
    const take = (list: readonly Alarm[], updateOnly: boolean) => {
      const wanted = list.filter(isAiAlarm)
      if (wanted.length === 0) return
      setLive((before) => foldArrivals({ list: before, newCount: 0 }, added(wanted, updateOnly)).list)
    }
    const stops = [
      channel.subscribe({
        id: 'ai-view',
        topics: ['alarm'],
        scope: { kind: 'subtree', groupId: 0 },
        snapshot: false,
      }),
      channel.on('alarm', ({ list, updateOnly }) => take(list, updateOnly)),
      channel.on('resource', ({ sn, alarmSeq, resource }) =>
        setLive((before) =>
          before.map((alarm) =>
            alarm.sn === sn && alarm.alarmSeq === alarmSeq ? withResources(alarm, resource) : alarm,
          ),
        ),
      ),
      channel.on('alarmGap', fetchSoon),
      channel.on('resync', () => {
        setLive([])
        void client.invalidateQueries({ queryKey: QUERY_KEY })
      }),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [client])

  const alarms = data ? live.filter((alarm) => !isShielded(alarm, data.shield)) : []
  return { alarms, query }
}
