import { noteTexts } from '@backlot/contract/control/scenario-actions'
import type { TimelineProgress } from '@backlot/contract/control/timeline-progress'
import { formatDateTime } from '@backlot/contract/time'
import type { Scenario, TimelineEntry } from '../scenario/scenario.ts'
import type { Verdict } from '../scenario/verdict.ts'
import { isToldAtTheEnd, type Look, subjectOf } from './expectations.ts'
import type { ScenarioTarget } from './scenario-target.ts'
import type { TimelineState } from './timeline-state.ts'
import { createTimelineWatch } from './timeline-watch.ts'

export type Pace = {
  /** Lets at most this much platform time pass; returns then. */
  pass(atMostMs: number): Promise<void>
  /** Platform time between two checks of expectations, at least. */
  lookEveryMs: number
  /** Least platform time for anything that may take time: the platform's work takes machine time, at any pace. */
  leastWaitMs: number
}

/** Round trips on the channel since a host moment. */
export type ChannelProbe = {
  lagMs(quantile: 'p50' | 'p90' | 'p99' | 'max'): { ms: number; samples: number }
}

/** A line for people who watch, with the time since the beginning. */
export type Note = TimelineProgress['notes'][number]

export type TimelineOptions = {
  /** Or why nothing can be heard here. */
  channel?: ChannelProbe | string
  /** Resumes a timeline here. */
  from?: TimelineState
  /** The machine's clock, where it is true. */
  machineNow?(): number
  /** Ends it before its time. */
  signal?: AbortSignal
  onAct?(entry: TimelineEntry & { kind: 'act' }, atMs: number, done: string): void
  onNote?(note: Note): void
  onVerdict?(verdict: Verdict): void
  /** Called at every check, and with `isNews` before each action and after each beginning or verdict; awaited. */
  keep?(state: TimelineState, isNews: boolean): Promise<void> | undefined
}

/** A long wait is checked less often: after this share of the time waited, and at least this often. */
const LOOK_AGAIN_AFTER = 0.05
const LOOK_AT_LEAST_MS = 10_000

type Expected = TimelineEntry & { kind: 'expect' }
type Open = TimelineState['open'][number] & { /** Not looked at before. */ nextMs: number }

/**
 * Plays a timeline: carries out due actions, checks expectations, lets time pass. Its time is the platform time that
 * has passed; jumps of the clock do not count. Answers the verdicts in order, and how long it took.
 */
export async function runTimeline(
  scenario: Scenario,
  listener: ScenarioTarget,
  pace: Pace,
  options: TimelineOptions = {},
): Promise<{ verdicts: Verdict[]; lastedMs: number }> {
  const { timeline } = scenario
  const { from, signal, keep } = options
  const channel = options.channel ?? 'not applicable in a virtual run: it has no channel'
  const verdicts: Verdict[] = []
  const first = await listener.mark()
  let clock = first.clock
  const mark = async () => {
    const now = await listener.mark()
    clock = now.clock
    return now
  }
  const watch = createTimelineWatch(first, from?.passedMs)
  const startCursor = from?.startCursor ?? first.cursor
  let begun = from?.begun ?? 0
  let nowMs = from?.passedMs ?? 0
  let open: Open[] = (from?.open ?? []).map((one) => ({ ...one, nextMs: nowMs }))
  let told = 0

  const state = (): TimelineState => ({
    begun,
    passedMs: nowMs,
    startCursor,
    open: open.map(({ nextMs: _, ...one }) => one),
  })
  const tell = (
    { file, line, kind }: TimelineEntry,
    atMs: number,
    text: string,
    { outcome, seen }: Pick<Verdict, 'outcome' | 'seen'>,
  ) => {
    const platformTime = formatDateTime(clock.nowMs, clock.zoneMinutes)
    const machineMs = options.machineNow?.()
    const machine = machineMs === undefined ? {} : { machineTime: new Date(machineMs).toISOString() }
    const verdict: Verdict = { atMs, platformTime, ...machine, file, line, kind, text, outcome, seen }
    verdicts.push(verdict)
    options.onVerdict?.(verdict)
  }
  const act = async (entry: TimelineEntry & { kind: 'act' }) => {
    // So that a run resumed after a crash repeats no action.
    await keep?.(state(), true)
    try {
      const done = await listener.act(entry.raw)
      if (entry.name === 'note') {
        options.onNote?.({ atMs: entry.atMs, ...noteTexts((entry.raw as { note: unknown }).note) })
      }
      options.onAct?.(entry, entry.atMs, done)
    } catch (error) {
      const seen = error instanceof Error ? error.message : String(error)
      tell(entry, entry.atMs, entry.name, { outcome: 'failed', seen })
    }
    nowMs = watch.elapsedMs(await mark())
  }
  /** Looks at an open expectation; answers whether it stays open. */
  const look = async (one: Open): Promise<boolean> => {
    const entry = timeline[one.entry] as Expected
    const isLast = nowMs >= one.untilMs
    const waitMs = Math.min(LOOK_AT_LEAST_MS, (nowMs - one.fromMs) * LOOK_AGAIN_AFTER)
    one.nextMs = nowMs + Math.max(pace.lookEveryMs, waitMs)
    const lasting = entry.expect.throughout !== undefined
    const heard = subjectOf(entry.expect) === 'channel'
    if (heard && typeof channel === 'string') {
      tell(entry, nowMs, entry.text, { outcome: 'skipped', seen: channel })
      return false
    }
    // A condition that must stay below a bound is decided when the time is up.
    if (!isLast && !lasting && (heard || isToldAtTheEnd(entry.expect))) return true
    const { sinceCursor } = one
    const { holds, seen } =
      heard && typeof channel !== 'string'
        ? lag(entry, channel)
        : await listener.check(entry.raw, { sinceCursor, startCursor })
    if (holds ? lasting && !isLast : !lasting && !isLast) return true
    tell(entry, nowMs, entry.text, { outcome: holds ? 'held' : 'failed', seen })
    return false
  }

  for (;;) {
    const present = await mark()
    nowMs = watch.elapsedMs(present)
    for (let next = timeline[begun]; next && next.atMs <= nowMs; next = timeline[begun]) {
      if (signal?.aborted) break
      const entry = begun++
      if (next.kind === 'act') await act(next)
      else {
        const one = { entry, sinceCursor: present.cursor, fromMs: nowMs, nextMs: nowMs, ...endOf(next, pace) }
        // Checked before the next entries of the file are carried out.
        if (await look(one)) open.push(one)
      }
    }
    const left: Open[] = []
    for (const one of open) {
      const isDue = nowMs >= one.nextMs || nowMs >= one.untilMs
      if (!isDue || (await look(one))) left.push(one)
    }
    open = left
    await keep?.(state(), told !== begun + verdicts.length)
    told = begun + verdicts.length
    const next = Math.min(
      timeline[begun]?.atMs ?? Number.POSITIVE_INFINITY,
      ...open.map(({ untilMs, nextMs }) => Math.min(untilMs, nextMs)),
      scenario.forMs > nowMs ? scenario.forMs : Number.POSITIVE_INFINITY,
    )
    if (next === Number.POSITIVE_INFINITY || signal?.aborted) return { verdicts, lastedMs: nowMs }
    if (next > nowMs) await pace.pass(next - nowMs)
  }
}

/** Until when an expectation is waited for. */
function endOf({ atMs, expect }: Expected, { leastWaitMs }: Pace): { untilMs: number } {
  if (expect.within === undefined || isToldAtTheEnd(expect)) {
    return { untilMs: atMs + (expect.within ?? expect.throughout ?? 0) }
  }
  return { untilMs: atMs + Math.max(expect.within, leastWaitMs) }
}

function lag({ expect }: Expected, channel: ChannelProbe): Look {
  const { lag: quantile, under } = expect.channel!
  const { ms, samples } = channel.lagMs(quantile)
  return { holds: samples > 0 && ms < under, seen: `${Math.round(ms)} ms of ${samples} round trips` }
}
