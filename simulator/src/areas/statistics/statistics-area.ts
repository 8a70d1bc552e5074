import { type OnlineDay, onlineByDay, onlineByRange } from '@backlot/contract/statistics/calls'
import { DAY_MS, dayStart, formatDateTime } from '@backlot/contract/time'
import type { ScopeIntervals } from '../../fleet/scope.ts'
import type { HandlerContext, Route } from '../../http/route.ts'
import { route } from '../../http/route.ts'
import type { PlatformClock } from '../../timeline/clock.ts'
import { languageOf } from '../language.ts'
import { refusal } from '../refusal.ts'

/** A stretch of one state; the stretches of a device tile the time asked for. Epoch milliseconds. */
export type OnlineStretch = { fromMs: number; toMs: number; online: boolean }

export type OnlineDaySum = { dayMs: number; onlineMs: number; offlineMs: number; drops: number }

/** The past of devices' connectivity. */
export type OnlineHistoryPort = {
  /** Undefined for a device that nobody knows. Ends at the present. */
  onlineSpansOf(sn: string, fromMs: number, toMs: number): readonly OnlineStretch[] | undefined
  /** Sums by civil day of stretches that tile their time. */
  onlineDays(spans: readonly OnlineStretch[], zoneMinutes: number): readonly OnlineDaySum[]
}

const USUAL_DAYS = 7

/** How long devices were on line, by day and range. */
export function createStatisticsArea(deps: {
  clock: PlatformClock
  history: OnlineHistoryPort
  scope: { mayUse(sn: string, scope: ScopeIntervals): boolean }
}): { routes: Route[] } {
  const { clock, history } = deps
  const { zoneMinutes } = clock

  const spansOf = (sn: string, fromMs: number, toMs: number, { caller, request }: HandlerContext) => {
    const spans = deps.scope.mayUse(sn, caller.scope) ? history.onlineSpansOf(sn, fromMs, toMs) : undefined
    if (!spans) throw refusal('notFound', 'deviceNotFound', languageOf(request.headers), {}, 'sn')
    return spans
  }

  const byDay = route(onlineByDay, ({ query: { sn, time } }, context) => {
    const dayMs = dayStart(time === undefined ? clock.now() : time * 1000, zoneMinutes)
    const spans = spansOf(sn, dayMs, dayMs + DAY_MS, context)
    const sums = history.onlineDays(spans, zoneMinutes)
    return {
      sn,
      ...dayOf(
        sums.find((day) => day.dayMs === dayMs) ?? { dayMs, onlineMs: 0, offlineMs: 0, drops: 0 },
        zoneMinutes,
      ),
      list: spans.map(({ fromMs, toMs, online }) => ({
        startTime: Math.floor(fromMs / 1000),
        endTime: Math.floor(toMs / 1000),
        online,
      })),
    }
  })

  const byRange = route(onlineByRange, ({ query }, context) => {
    const nowMs = clock.now()
    const toMs = query.endTime === undefined ? nowMs : query.endTime * 1000
    const fromMs = query.startTime === undefined ? toMs - USUAL_DAYS * DAY_MS : query.startTime * 1000
    if (fromMs > toMs) {
      throw refusal('invalid', 'startAfterEnd', languageOf(context.request.headers), {}, 'startTime')
    }
    const spans = spansOf(query.sn, fromMs, toMs, context)
    return {
      sn: query.sn,
      list: history.onlineDays(spans, zoneMinutes).map((day) => dayOf(day, zoneMinutes)),
    }
  })

  return { routes: [byDay, byRange] }
}

function dayOf({ dayMs, onlineMs, offlineMs, drops }: OnlineDaySum, zoneMinutes: number): OnlineDay {
  const passedMs = onlineMs + offlineMs
  return {
    date: formatDateTime(dayMs, zoneMinutes).slice(0, 10),
    time: dayMs / 1000,
    onlineSeconds: Math.round(onlineMs / 1000),
    offlineSeconds: Math.round(offlineMs / 1000),
    drops,
    rate: passedMs > 0 ? Math.round((10_000 * onlineMs) / passedMs) / 10_000 : 0,
  }
}
