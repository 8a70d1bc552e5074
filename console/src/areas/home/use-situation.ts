import { listAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { LIMITS } from '@backlot/contract/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'

const PAGE_SIZE = 1000
/** More alarms a day than this are counted from the newest ones only, and the screen says so. */
const PAGES_MAX = 5
const REFRESH_MS = 60_000
const SETTLE_MS = 3000

export type Situation = { alarms: readonly Alarm[]; total: number; complete: boolean; asOfMs: number }

async function fetchSituation(signal: AbortSignal): Promise<Situation> {
  const asOfMs = platformNow()
  const endTime = Math.floor(asOfMs / 1000)
  const startTime = endTime - LIMITS.queryRangeMs / 1000
  const alarms: Alarm[] = []
  for (let currentPage = 1; ; currentPage += 1) {
    const page = await request(listAlarms, {
      query: { startTime, endTime, currentPage, pageSize: PAGE_SIZE, sort: 'startTime', order: 'desc' },
      signal,
    })
    alarms.push(...page.list)
    const last = page.list.length < PAGE_SIZE
    if (last || currentPage === PAGES_MAX) {
      return { alarms, total: Math.max(page.total, alarms.length), complete: last, asOfMs }
    }
  }
}

/** Alarms of the last 24 hours, fetched anew every minute and soon after new ones arrive. */
export function useSituation(enabled: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!enabled) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: ['situation'] })
      }, SETTLE_MS)
    }
    const stops = [channel.on('alarm', again), channel.on('alarmGap', again), channel.on('resync', again)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [enabled, client])
  return useQuery({
    queryKey: ['situation'],
    enabled,
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => fetchSituation(signal),
  })
}
