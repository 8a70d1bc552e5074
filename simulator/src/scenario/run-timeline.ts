import type { ScenarioMark } from '@backlot/contract/control/scenario-calls'
import { isToldAtTheEnd, subjectOf } from './expectations.ts'
import type { Scenario, TimelineEntry } from './scenario.ts'
import type { ScenarioDoor } from './scenario-door.ts'
import type { Verdict } from './verdict.ts'

export type Pace = {
  /** Lets at most so much platform time pass, or less; returns then. */
  pass(atMostMs: number): Promise<void>
  /** Platform time between two looks at what is expected, at least. */
  lookEveryMs: number
}

/** Round trips on the channel since a host moment. */
export type ChannelProbe = {
  lagMs(quantile: 'p50' | 'p90' | 'p99' | 'max'): { ms: number; samples: number }
}

export type TimelineOptions = {
  /** Missing where nothing can be heard. */
  channel?: ChannelProbe
  onAct?(entry: TimelineEntry & { kind: 'act' }, atMs: number, done: string): void
  onVerdict?(verdict: Verdict): void
}

/** What has been waited for long is looked at less often: after a part of the wait, and at least so often. */
const LOOK_AGAIN_AFTER = 0.05
const LOOK_AT_LEAST_MS = 10_000

type Open = {
  fromMs: number
  /** Not looked at before. */
  nextMs: number
  entry: TimelineEntry & { kind: 'expect' }
  sinceCursor: number
  untilMs: number
}

/**
 * Plays a timeline: does what is due, looks at what is expected, lets time pass. Its time is the platform time that has
 * passed; jumps of the clock do not count. Answers the verdicts in the order in which they were told, and how long it
 * took.
 */
export async function runTimeline(
  scenario: Scenario,
  door: ScenarioDoor,
  pace: Pace,
  options: TimelineOptions = {},
): Promise<{ verdicts: Verdict[]; lastedMs: number }> {
  const verdicts: Verdict[] = []
  const watch = createWatch(await door.mark())
  const startCursor = watch.last().cursor
  const waiting = [...scenario.timeline]
  let open: Open[] = []

  const tell = (
    entry: TimelineEntry,
    atMs: number,
    text: string,
    outcome: Verdict['outcome'],
    seen: string,
  ) => {
    const verdict: Verdict = {
      atMs,
      file: entry.file,
      line: entry.line,
      kind: entry.kind,
      text,
      outcome,
      seen,
    }
    verdicts.push(verdict)
    options.onVerdict?.(verdict)
  }
  const act = async (entry: TimelineEntry & { kind: 'act' }, atMs: number) => {
    try {
      const done = await door.act(entry.raw)
      options.onAct?.(entry, atMs, done)
    } catch (error) {
      tell(entry, atMs, entry.name, 'failed', error instanceof Error ? error.message : String(error))
    }
    if (entry.name === 'clock') watch.rebase(await door.mark())
  }
  /** Looks at an open expectation; answers whether it stays open. */
  const look = async (one: Open, atMs: number): Promise<boolean> => {
    const { entry } = one
    const isLast = atMs >= one.untilMs
    const waitMs = Math.min(LOOK_AT_LEAST_MS, (atMs - one.fromMs) * LOOK_AGAIN_AFTER)
    one.nextMs = atMs + Math.max(pace.lookEveryMs, waitMs)
    const lasting = entry.expect.throughout !== undefined
    const heard = subjectOf(entry.expect) === 'channel'
    if (heard && !options.channel) {
      tell(entry, atMs, entry.text, 'skipped', 'there is no channel in a virtual run')
      return false
    }
    // What has to stay under a bound is told when the time is up.
    if (!isLast && !lasting && (heard || isToldAtTheEnd(entry.expect))) return true
    const seen = heard
      ? lag(entry, options.channel!)
      : await door.check(entry.raw, { sinceCursor: one.sinceCursor, startCursor })
    if (seen.holds ? lasting && !isLast : !lasting && !isLast) return true
    tell(entry, atMs, entry.text, seen.holds ? 'held' : 'failed', seen.seen)
    return false
  }

  for (;;) {
    const mark = await door.mark()
    let nowMs = watch.elapsed(mark)
    while (waiting[0] && waiting[0].atMs <= nowMs) {
      const entry = waiting.shift()!
      if (entry.kind === 'act') {
        await act(entry, entry.atMs)
        nowMs = watch.elapsed(await door.mark())
      } else {
        const lengthMs = entry.expect.within ?? entry.expect.throughout ?? 0
        const one = {
          entry,
          sinceCursor: mark.cursor,
          fromMs: nowMs,
          nextMs: nowMs,
          untilMs: entry.atMs + lengthMs,
        }
        // Looked at before what comes after it in the file is done.
        if (await look(one, nowMs)) open.push(one)
      }
    }
    const left: Open[] = []
    for (const one of open) {
      const isDue = nowMs >= one.nextMs || nowMs >= one.untilMs
      if (!isDue || (await look(one, nowMs))) left.push(one)
    }
    open = left
    const next = Math.min(
      waiting[0]?.atMs ?? Number.POSITIVE_INFINITY,
      ...open.map(({ untilMs, nextMs }) => Math.min(untilMs, nextMs)),
      scenario.forMs > nowMs ? scenario.forMs : Number.POSITIVE_INFINITY,
    )
    if (next === Number.POSITIVE_INFINITY) return { verdicts, lastedMs: nowMs }
    if (next > nowMs) await pace.pass(next - nowMs)
  }
}

function lag({ expect }: TimelineEntry & { kind: 'expect' }, channel: ChannelProbe) {
  const { lag: quantile, under } = expect.channel!
  const { ms, samples } = channel.lagMs(quantile)
  return { holds: samples > 0 && ms < under, seen: `${Math.round(ms)} ms of ${samples} round trips` }
}

/** Platform time that has passed: an epoch that begins (a jump) takes none. */
function createWatch(first: ScenarioMark) {
  let anchor = first
  let passedMs = 0
  const elapsed = (mark: ScenarioMark): number => {
    if (mark.clock.epoch !== anchor.clock.epoch) {
      passedMs += Math.max(0, lastMs - anchor.clock.nowMs)
      anchor = mark
    }
    lastMs = mark.clock.nowMs
    return passedMs + mark.clock.nowMs - anchor.clock.nowMs
  }
  let lastMs = first.clock.nowMs
  return { elapsed, last: () => anchor, rebase: (mark: ScenarioMark) => void elapsed(mark) }
}
