import { listPreplanDevices, listPreplans } from '@backlot/contract/preplans/calls'
import type { PollChannel, Preplan } from '@backlot/contract/preplans/entities'
import { duePlan, turnAt } from '@backlot/contract/preplans/schedule'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { request } from '../../platform/client.ts'
import { useClock } from '../../platform/clock.ts'

/** Somebody else may have changed a plan. */
const REFRESH_MS = 30_000
const PLANS_MAX = 500

/** Every plan that the user sees, in order. */
export function usePlans(): readonly Preplan[] | undefined {
  const { data } = useQuery({
    queryKey: ['preplans', 'all'],
    queryFn: ({ signal }) => request(listPreplans, { query: { pageSize: PLANS_MAX }, signal }),
    refetchInterval: REFRESH_MS,
  })
  return data?.list
}

/** The channels of a plan; undefined while they are on their way. */
export function usePlanChannels(preplanId: number | undefined): {
  list: readonly PollChannel[] | undefined
  error: Error | null
} {
  const { data, error } = useQuery({
    queryKey: ['preplans', 'channels', preplanId],
    enabled: preplanId !== undefined,
    queryFn: async ({ signal }) => {
      const { list } = await request(listPreplanDevices, { query: { preplanId: preplanId ?? 0 }, signal })
      return list.map(({ sn, chnId }) => ({ sn, chnId }))
    },
    refetchInterval: REFRESH_MS,
  })
  return { list: data, error }
}

/** The plan that is to run by itself now, and until when (platform time). */
export function useDuePlan(
  plans: readonly Preplan[] | undefined,
  follow: boolean,
): { plan: Preplan; untilMs: number } | undefined {
  const { nowMs, zoneMinutes } = useClock()
  const minute = Math.floor(nowMs / 60_000)
  return useMemo(() => {
    const atMs = minute * 60_000
    const plan = follow ? duePlan(plans ?? [], atMs, zoneMinutes) : undefined
    const turn = plan?.schedule && turnAt(plan.schedule, atMs, zoneMinutes)
    return plan && turn ? { plan, untilMs: turn.toMs } : undefined
  }, [plans, follow, minute, zoneMinutes])
}
