import { DAY_MS, MINUTE_MS } from '@backlot/contract/time'
import type { Logger } from 'pino'
import type { AlarmBook } from '../areas/alarms/alarm-book.ts'
import type { AlarmDraft } from '../areas/alarms/alarm-draft.ts'
import type { Disposal } from '../disposal.ts'
import { readFact } from '../store/facts.ts'
import type { Store } from '../store/store.ts'
import type { HostClock, PlatformClock } from '../timeline/clock.ts'
import { LONGEST_INCIDENT_MS } from '../world/incidents/incident-rules.ts'
import { type IncidentSources, incidentDraft } from './incident-draft.ts'

const STEP_MS = 500
/** Steps longer than that were a jump: their alarms come without popups. */
const QUIET_PAST_MS = 10 * MINUTE_MS
/** The demo begins with a week of alarms; a jump brings no more than that either. */
export const BACKFILL_MS = 7 * DAY_MS
/** Alarms of a batch: the writer serves others in between. */
const BATCH = 100
const KEEP_REACHED_MS = 30_000
const FACT = 'incidentsReachedMs'

export type IncidentRunner = {
  /** Platform time up to which every incident is an alarm. */
  reachedMs(): number
  /** Fills the past up to now; resolves when it is stored. isFirst: nobody had filled it before. */
  backfill(): Promise<{ isFirst: boolean; fromMs: number; toMs: number }>
}

/** Turns the world's incidents into alarm rows as the platform clock passes them. A repeat changes nothing. */
export function createIncidentRunner(
  deps: IncidentSources & {
    store: Store
    book: AlarmBook
    clock: PlatformClock
    host: HostClock
    log: Logger
  },
  disposal: Disposal,
): IncidentRunner {
  const { store, book, clock, world } = deps
  const stored = readFact(store.read, FACT)
  let reachedMs = stored === undefined ? clock.now() - BACKFILL_MS : Number(stored)
  let running: Promise<void> | undefined
  let ended = false

  /** Starts and ends in (fromMs, toMs], in the order in which they happened. */
  const draftsIn = (fromMs: number, toMs: number): AlarmDraft[] => {
    const moments: { atMs: number; draft: AlarmDraft }[] = []
    for (const incident of world.incidents.startingIn(fromMs - LONGEST_INCIDENT_MS, toMs + 1)) {
      const isOver = incident.endMs <= toMs
      const starts = incident.startMs > fromMs
      if (!starts && !(isOver && incident.endMs > fromMs)) continue
      const draft = incidentDraft(deps, incident, isOver)
      if (draft) moments.push({ atMs: starts ? incident.startMs : incident.endMs, draft })
    }
    return moments.sort((a, b) => a.atMs - b.atMs).map(({ draft }) => draft)
  }

  const pass = async (fromMs: number, toMs: number) => {
    const quiet = toMs - fromMs > QUIET_PAST_MS
    const drafts = draftsIn(fromMs, toMs)
    for (let at = 0; at < drafts.length && !ended; at += BATCH) {
      await book.raise(drafts.slice(at, at + BATCH), { quiet })
    }
    if (!ended) reachedMs = Math.max(reachedMs, toMs)
  }

  const advance = (): Promise<void> => {
    running ??= catchUp().finally(() => {
      running = undefined
    })
    return running
  }
  const catchUp = async () => {
    const toMs = clock.now()
    // A clock that went back passes the same incidents again: their rows are there.
    if (toMs < reachedMs) return
    await pass(Math.max(reachedMs, toMs - BACKFILL_MS), toMs)
  }
  const failed = (error: unknown) => {
    if (!ended) deps.log.error({ err: error }, 'incidents could not be stored')
  }
  const keepReached = () => store.write('platform.setFacts', { [FACT]: String(Math.floor(reachedMs)) })

  disposal.defer(deps.host.every(STEP_MS, () => void advance().catch(failed)))
  disposal.defer(deps.host.every(KEEP_REACHED_MS, () => void keepReached().catch(failed)))
  disposal.defer(async () => {
    ended = true
    await running?.catch(failed)
    await keepReached()
  })

  return {
    reachedMs: () => reachedMs,
    async backfill() {
      const fromMs = reachedMs
      await advance()
      await keepReached()
      return { isFirst: stored === undefined, fromMs, toMs: reachedMs }
    },
  }
}
