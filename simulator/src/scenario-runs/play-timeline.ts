import { createHash } from 'node:crypto'
import { TimelineProgress } from '@backlot/contract/control/timeline-progress'
import { parseDateTime } from '@backlot/contract/time'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Scenario } from '../scenario/scenario.ts'
import type { Verdict } from '../scenario/verdict.ts'
import { readFact } from '../store/facts.ts'
import { NOBODY_LISTENS, platformPace } from './platform-pace.ts'
import { type Note, runTimeline } from './run-timeline.ts'
import type { ScenarioParts } from './scenario-parts.ts'
import { createLocalTarget } from './scenario-target.ts'
import { TimelineState } from './timeline-state.ts'

/** A timeline that a running platform plays by itself. Disposed of, it stops; the next start resumes it. */
export type TimelinePlayer = AsyncDisposable & {
  progress(): TimelineProgress
  onVerdict(listener: (verdict: Verdict) => void): () => void
  onNote(listener: (note: Note) => void): () => void
  /** Stores its position now rather than every two seconds. */
  keep(): Promise<void>
}

/** Stored state in the data folder. */
const Kept = z.object({
  /** Of the timeline: a changed one starts again. */
  digest: z.string(),
  progress: TimelineProgress,
  state: TimelineState,
  clock: z.object({ nowMs: z.number(), rate: z.number() }),
})
type Kept = z.output<typeof Kept>

const FACT = 'scenarioTimeline'
/** Most time of a timeline that is replayed after a crash; no action is. */
const KEEP_EVERY_MS = 2000
const VERDICTS_KEPT = 50
const NOTES_KEPT = 50

/**
 * Plays a scenario's timeline on a platform: at first from the beginning, with the clock at the scenario's start and
 * pace; after a restart from its last position. Events are logged. Resolves when the clock is in place.
 */
export async function playTimeline(deps: {
  scenario: Scenario
  parts: ScenarioParts
  log: Logger
}): Promise<TimelinePlayer> {
  const { scenario, parts, log } = deps
  const { clock, host, store } = parts
  const digest = digestOf(scenario)
  const found = readKept(store, log)
  const kept = found?.digest === digest ? found : undefined
  let state: TimelineState = kept?.state ?? {
    begun: 0,
    passedMs: 0,
    startCursor: parts.repository.cursor(),
    open: [],
  }
  let progress: TimelineProgress = kept?.progress ?? {
    scenario: scenario.name,
    state: 'playing',
    passedMs: 0,
    begun: 0,
    entries: scenario.timeline.length,
    open: 0,
    held: 0,
    failed: 0,
    skipped: 0,
    notes: [],
    verdicts: [],
  }
  const listeners = new Set<(verdict: Verdict) => void>()
  const noteListeners = new Set<(note: Note) => void>()
  const abort = new AbortController()
  let completeMs = 0

  const keep = (next: TimelineState, isNews: boolean): Promise<void> | undefined => {
    state = next
    const { begun, passedMs, open } = next
    progress = { ...progress, begun, passedMs, open: open.length }
    if (!isNews && host.now() - completeMs < KEEP_EVERY_MS) return undefined
    return write()
  }
  const write = (): Promise<void> => {
    completeMs = host.now()
    const now: Kept = { digest, progress, state, clock: { nowMs: clock.now(), rate: clock.rate() } }
    return store.write('platform.setFacts', { [FACT]: JSON.stringify(now) })
  }
  const onVerdict = (verdict: Verdict) => {
    const { outcome, atMs, text, seen, line } = verdict
    const verdicts = [...progress.verdicts, verdict].slice(-VERDICTS_KEPT)
    progress = { ...progress, [outcome]: progress[outcome] + 1, verdicts }
    const said = { scenario: scenario.name, atMs, line, text, seen }
    if (outcome === 'failed') log.warn(said, 'a scenario expectation failed')
    else log.info({ ...said, outcome }, 'scenario expectation')
    for (const listener of [...listeners]) listener(verdict)
  }
  const play = async (): Promise<void> => {
    await runTimeline(scenario, createLocalTarget(parts), platformPace(parts, abort.signal), {
      channel: NOBODY_LISTENS,
      from: state,
      signal: abort.signal,
      keep,
      onVerdict,
      onNote(note) {
        progress = { ...progress, notes: [...progress.notes, note].slice(-NOTES_KEPT) }
        for (const listener of [...noteListeners]) listener(note)
      },
      onAct: ({ name, line }, atMs, done) => log.info({ atMs, line, name, done }, 'scenario action'),
    })
    if (abort.signal.aborted) return
    progress = { ...progress, state: 'over' }
    await write()
    const { held, failed, skipped } = progress
    log.info({ scenario: scenario.name, held, failed, skipped }, 'the scenario timeline has ended')
  }

  if (progress.state === 'playing') await setClock(parts, scenario, kept?.clock)
  const playing = (progress.state === 'playing' ? play() : Promise.resolve()).catch((error: unknown) => {
    log.error({ err: error }, 'the scenario timeline failed and stopped')
  })
  return {
    progress: () => progress,
    onVerdict(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onNote(listener) {
      noteListeners.add(listener)
      return () => noteListeners.delete(listener)
    },
    keep: write,
    async [Symbol.asyncDispose]() {
      abort.abort()
      await playing
      if (progress.state === 'playing') await write()
    },
  }
}

/** The clock as the scenario has it at its beginning, or as it was when the platform ended. */
async function setClock(
  { clock, moves }: ScenarioParts,
  scenario: Scenario,
  kept: Kept['clock'] | undefined,
): Promise<void> {
  const startMs = scenario.start === undefined ? undefined : parseDateTime(scenario.start, clock.zoneMinutes)
  const rate = kept?.rate ?? scenario.speed ?? 1
  if (startMs !== undefined) {
    // It is paused until everything is as of then.
    clock.pause()
    await moves.jump(kept?.nowMs ?? startMs)
  }
  if (rate > 0) clock.speed(rate)
  else clock.pause()
}

function readKept(store: ScenarioParts['store'], log: Logger): Kept | undefined {
  const text = readFact(store.read, FACT)
  if (text === undefined) return undefined
  const parsed = Kept.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  log.warn({ err: parsed.error }, 'the progress of the timeline cannot be read; it starts over')
  return undefined
}

function digestOf({ name, timeline, start, speed }: Scenario): string {
  const entries = timeline.map(({ atMs, raw }) => [atMs, raw])
  return createHash('sha256')
    .update(JSON.stringify([name, start, speed, entries]))
    .digest('hex')
}
