import { setImmediate } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import type { Logger } from 'pino'
import type { CommandLog } from '../fleet/command-log.ts'
import type { FleetManager } from '../fleet/fleet-manager.ts'
import type { HostClock, PlatformClock } from '../kernel/clock.ts'
import type { Disposal } from '../kernel/disposal.ts'
import type { WorkSlices } from '../kernel/work-slices.ts'
import { readFact } from '../store/facts.ts'
import type { Store } from '../store/store.ts'
import { type AlarmDraft, EVIDENCE_MS } from './alarm-draft.ts'
import { type AlarmSources, draftOf } from './device-alarm.ts'
import type { DeviceAlarms } from './device-alarms.ts'

const STEP_MS = 500
/** Steps longer than that, and than a fast clock's, were a jump: their alarms come without popups. */
const QUIET_PAST_MS = 10 * MINUTE_MS
const QUIET_PAST_STEPS = 4
/** The demo begins with a week of alarms; a jump brings no more than that either. */
export const BACKFILL_MS = 7 * DAY_MS
/** Longer spans are gone through in pieces of that. */
const PIECE_MS = 2 * HOUR_MS
/** Alarms of a batch: the writer serves others in between. */
const BATCH = 100
const KEEP_REACHED_MS = 30_000
const FACT = 'incidentsReachedMs'
const FURTHEST_FACT = 'incidentsFurthestMs'

export type IncidentRunner = {
  /** Platform time up to which every incident is an alarm. */
  reachedMs(): number
  /** Fills the past up to now; resolves when it is stored. isFirst: nobody had filled it before. */
  backfill(): Promise<{ isFirst: boolean; fromMs: number; toMs: number }>
}

/** Where alarms of incidents go. Both resolve when they are stored; `quiet`: nobody is notified. */
export type IncidentAlarms = {
  raise(drafts: readonly AlarmDraft[], options: { quiet?: boolean }): Promise<unknown>
  /** The same, letting others have their turn. */
  raiseUnhurried(
    drafts: readonly AlarmDraft[],
    options: { quiet?: boolean; slices: WorkSlices },
  ): Promise<unknown>
}

/**
 * Turns incidents of devices into alarm rows as the platform clock passes them. A repeat changes nothing, unless the
 * clock went back and passes them again: unprocessed ones then count as new.
 */
export function createIncidentRunner(
  deps: AlarmSources & {
    commands: CommandLog
    alarms: DeviceAlarms
    store: Store
    repository: IncidentAlarms
    clock: PlatformClock
    host: HostClock
    log: Logger
    /** Fleets that come and go: incidents wait until those of the clock's moment are there. */
    fleets?: Pick<FleetManager, 'settled'>
    /** Lets others have their turn in long work; without it alarms come in the same turns each time. */
    slices?: WorkSlices
    /** How much of the past has its alarms when the platform is new, and after a jump back. */
    pastMs?: number
  },
  disposal: Disposal,
): IncidentRunner {
  const { store, repository, clock } = deps
  const { pastMs = BACKFILL_MS } = deps
  const stored = readFact(store.read, FACT)
  let reachedMs = stored === undefined ? clock.now() - pastMs : Number(stored)
  /** How far the clock ever came: up to here incidents may have rows. */
  let furthestMs = Math.max(reachedMs, Number(readFact(store.read, FURTHEST_FACT) ?? 0))
  let running: Promise<void> | undefined
  let ended = false
  /**
   * Start of changes made since the last step; it may lie before the runner's position, as a change is stored before it
   * takes effect.
   */
  let lateFromMs = Number.POSITIVE_INFINITY
  const learnt = (atMs: number) => {
    lateFromMs = Math.min(lateFromMs, atMs - 1)
  }

  /** Works an hour after the other out, so that all of them together are there at once. */
  const lookAhead = async (fromMs: number, toMs: number) => {
    for (let atMs = fromMs; deps.slices && atMs < toMs && !ended; atMs += HOUR_MS) {
      deps.alarms.touching(atMs, atMs)
      await deps.slices.pause()
    }
  }

  /**
   * Starts, pictures and ends in (fromMs, toMs], in the order in which they happened; late changes are included from
   * `lateMs` on.
   */
  const draftsIn = async (
    fromMs: number,
    toMs: number,
    again: boolean,
    lateMs: number,
  ): Promise<AlarmDraft[]> => {
    const moments: { atMs: number; draft: AlarmDraft }[] = []
    if (toMs - fromMs > HOUR_MS) await lookAhead(fromMs, toMs)
    for (const alarm of deps.alarms.touching(Math.min(fromMs, lateMs), toMs)) {
      const pause = deps.slices?.pause()
      if (pause) await pause
      const isOver = alarm.endMs <= toMs
      const mayBeLate = alarm.commanded || alarm.mayBeLate || alarm.device.fleetId !== undefined
      const sinceMs = mayBeLate ? Math.min(fromMs, lateMs) : fromMs
      const starts = alarm.startMs > sinceMs
      const shownMs = alarm.startMs + EVIDENCE_MS
      const isShown = shownMs <= toMs
      const ends = isOver && alarm.endMs > sinceMs
      const shows = isShown && shownMs > sinceMs
      if (!starts && !ends && !shows) continue
      const made = draftOf(deps, alarm, isOver)
      if (!made) continue
      made.evidence = isShown
      // The recognised person is stored at the beginning: the lists may have changed since.
      const draft = starts ? made : { ...made, detail: undefined }
      if (starts && again && alarm.startMs <= furthestMs) draft.again = again
      moments.push({ atMs: starts ? alarm.startMs : ends ? alarm.endMs : shownMs, draft })
    }
    return moments.sort((a, b) => a.atMs - b.atMs).map(({ draft }) => draft)
  }

  const raiseIn = async (fromMs: number, toMs: number, quiet: boolean, lateMs: number) => {
    const drafts = await draftsIn(fromMs, toMs, !quiet, lateMs)
    const { slices } = deps
    for (let at = 0; at < drafts.length && !ended; at += BATCH) {
      const batch = drafts.slice(at, at + BATCH)
      await (slices
        ? repository.raiseUnhurried(batch, { quiet, slices })
        : repository.raise(batch, { quiet }))
    }
  }

  const pass = async (fromMs: number, toMs: number) => {
    const quiet = toMs - fromMs > Math.max(QUIET_PAST_MS, QUIET_PAST_STEPS * STEP_MS * clock.rate())
    // Hours at a time: the alarms of a large fleet's week are no one piece of work.
    for (let atMs = fromMs, isFirst = true; atMs < toMs || isFirst; isFirst = false) {
      const nextMs = Math.min(toMs, atMs + PIECE_MS)
      const lateMs = lateFromMs
      lateFromMs = Number.POSITIVE_INFINITY
      try {
        await raiseIn(atMs, nextMs, quiet, lateMs)
      } catch (error) {
        learnt(lateMs + 1)
        throw error
      }
      if (ended) return
      if (nextMs < toMs) await setImmediate()
      atMs = nextMs
    }
    reachedMs = toMs
    furthestMs = Math.max(furthestMs, toMs)
  }

  const advance = (): Promise<void> => {
    running ??= catchUp().finally(() => {
      running = undefined
    })
    return running
  }
  const catchUp = async () => {
    await deps.fleets?.settled()
    const toMs = clock.now()
    // After a jump back earlier incidents have their alarms too; a corrected host clock needs no more than now.
    if (toMs < reachedMs) reachedMs = reachedMs - toMs > QUIET_PAST_MS ? toMs - pastMs : toMs
    await pass(Math.max(reachedMs, toMs - BACKFILL_MS), toMs)
  }
  const failed = (error: unknown) => {
    if (!ended) deps.log.error({ err: error }, 'incidents could not be stored')
  }
  const keepReached = () =>
    store.write('platform.setFacts', {
      [FACT]: String(Math.floor(reachedMs)),
      [FURTHEST_FACT]: String(Math.floor(furthestMs)),
    })

  disposal.defer(
    deps.commands.onCommand((command) => {
      const changesLevels = command.kind === 'configSet' && command.section === 'gasParam'
      const isCall = command.kind === 'sosPressed' || command.kind === 'powerCut'
      if (isCall || changesLevels) learnt(command.atMs)
    }),
  )
  disposal.defer(deps.world.interventions.onChange(learnt))
  disposal.defer(deps.world.newcomers.onChange(learnt))
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
