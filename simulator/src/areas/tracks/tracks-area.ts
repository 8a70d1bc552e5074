import { LIMITS } from '@backlot/contract/limits'
import { trackExport, trackHistory } from '@backlot/contract/tracks/calls'
import type { TrackPart } from '@backlot/contract/tracks/entities'
import { exportSpanFault, trackSpanFault } from '@backlot/contract/tracks/track-span'
import { type HandlerContext, type Route, route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import type { MessageKey } from '../../kernel/messages.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { TrackDevicesPort, TrackPastPort } from './ports.ts'
import { TrackColumnsWriter } from './track-columns.ts'
import { trackGaps } from './track-gaps.ts'

/** Positions that are worked out in one turn of the event loop: some 5 ms of it. */
const POSITIONS_AT_ONCE = 6000

const SPAN_FAULTS = {
  startAfterEnd: ['startAfterEnd', 'startTime'],
  only24Hours: ['only24Hours', 'endTime'],
  only7Days: ['only7Days', 'endTime'],
  tooOld: ['spanTooOld', 'startTime'],
  future: ['spanInFuture', 'endTime'],
} as const satisfies Record<string, readonly [MessageKey, string]>

type Span = { fromMs: number; toMs: number }

/** Where devices were: tracks to look at, and to take away. */
export function createTracksArea(deps: {
  clock: PlatformClock
  past: TrackPastPort
  devices: TrackDevicesPort
}): { routes: Route[] } {
  const { clock, past, devices } = deps

  /** The span in milliseconds, once device and span are found good. */
  function check(
    { sn, startTime, endTime }: { sn: string; startTime: number; endTime: number },
    faultOf: (
      startMs: number,
      endMs: number,
      nowMs: number,
      zoneMinutes: number,
    ) => keyof typeof SPAN_FAULTS | undefined,
    { caller }: HandlerContext,
  ): Span {
    if (!devices.mayUse(sn, caller.scope)) throw refusal('notFound', 'deviceNotFound', {}, 'sn')
    const [fromMs, toMs] = [Math.round(startTime * 1000), Math.round(endTime * 1000)]
    const fault = faultOf(fromMs, toMs, clock.now(), clock.zoneMinutes)
    if (fault === undefined) return { fromMs, toMs }
    const [key, field] = SPAN_FAULTS[fault]
    throw refusal('invalid', key, {}, field)
  }

  /** Both ends belong to the span. Worked out in slices, between which others have their turn. */
  async function partOf(sn: string, asked: Span, interval: number): Promise<TrackPart> {
    const everyMs = interval * 1000
    const endMs = Math.min(asked.toMs, Math.floor(clock.now()))
    const span = { fromMs: asked.fromMs, toMs: Math.max(asked.fromMs, endMs) }
    const writer = new TrackColumnsWriter()
    const recalled = await past.recallTrack(sn, span.fromMs, endMs + 1)
    for (let fromMs = span.fromMs; fromMs <= endMs; ) {
      // Slices end where an interval does, so that none has two of its positions.
      const sliceMs = (Math.floor(fromMs / everyMs) + POSITIONS_AT_ONCE) * everyMs
      const toMs = Math.min(endMs + 1, sliceMs)
      writer.add(recalled?.(fromMs, toMs, everyMs) ?? past.trackOf(sn, fromMs, toMs, everyMs) ?? [])
      fromMs = toMs
      if (fromMs <= endMs) await new Promise(setImmediate)
    }
    const online = past.onlineSpansOf(sn, span.fromMs, span.toMs) ?? []
    return {
      sn,
      startTime: span.fromMs / 1000,
      endTime: span.toMs / 1000,
      interval,
      ...writer.columns,
      gaps: trackGaps(writer.seconds, span, everyMs, online),
      odometer: writer.odometer,
    }
  }

  const history = route(trackHistory, ({ body }, context) =>
    partOf(body.sn, check(body, trackSpanFault, context), body.interval),
  )

  const rows = route(trackExport, async ({ body }, context) => {
    const { fromMs, toMs } = check(body, exportSpanFault, context)
    const parts = Math.max(1, Math.ceil((toMs - fromMs) / LIMITS.queryRangeMs))
    const start = fromMs + Math.min(body.part, parts - 1) * LIMITS.queryRangeMs
    const isLast = body.part >= parts - 1
    // The last moment of a part is the first of the next one.
    const end = isLast ? toMs : start + LIMITS.queryRangeMs - 1
    return { ...(await partOf(body.sn, { fromMs: start, toMs: end }, body.interval)), parts }
  })

  return { routes: [history, rows] }
}
