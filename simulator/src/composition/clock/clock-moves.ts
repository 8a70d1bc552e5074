import { DAY_MS, MINUTE_MS } from '@backlot/contract/time'
import type { Logger } from 'pino'
import type { AlarmRepository } from '../../areas/alarms/alarm-repository.ts'
import type { HostClock } from '../../kernel/clock.ts'
import type { Disposal } from '../../kernel/disposal.ts'
import type { Store } from '../../store/store.ts'
import type { OverlayLog } from '../../timeline/overlay-log.ts'
import type { ControlledClock } from '../../timeline/platform-clock.ts'

/** How the platform clock is moved, with all that hangs on it. */
export type ClockMoves = {
  /**
   * Moves the clock. Back: actions and alarms after `toMs` are hidden until their time comes again, or with `cut`
   * removed. Resolves when queries answer as of then and everything up to then is stored. Throws a RangeError outside
   * the clock's years.
   */
  jump(toMs: number, cut?: boolean): Promise<void>
  /** Back to the host's time and pace; with `cut` as in `jump`. */
  realTime(cut?: boolean): Promise<void>
  /** Resolves when nothing is in progress: for clocks that are stepped by hand. */
  settled(): Promise<void>
}

const STEP_MS = 500
/** A device is flagged by alarms of the last day. */
const FLAGGED_FOR_MS = DAY_MS
/** A longer step of platform time is a jump: alarms hidden in it are there, without popups. */
const QUIET_PAST_MS = 10 * MINUTE_MS
const QUIET_PAST_STEPS = 4

/**
 * Moves the platform clock and restores everything that a move back hid: alarms that nobody processed as new ones,
 * devices where people had placed them. Incidents of the world come by their own runner, whose progress is `reachedMs`;
 * alarms are shown after it, so that none is announced twice.
 */
export function createClockMoves(
  deps: {
    clock: ControlledClock
    host: HostClock
    store: Store
    overlay: OverlayLog
    repository: AlarmRepository
    log: Logger
    reachedMs(): number
    /** Raises the alarms of incidents up to now. */
    backfill(): Promise<unknown>
    applyPlaces(atMs: number): void
  },
  disposal: Disposal,
): ClockMoves {
  const { clock, store, repository } = deps
  let shownMs = clock.now()
  let hidden = furthest(store)
  let moving: Promise<void> = Promise.resolve()
  let revealing: Promise<void> | undefined

  const failed = (error: unknown) =>
    deps.log.error({ err: error }, 'parts of the platform could not follow a clock change')

  const moved = async (fromMs: number, toMs: number, cut: boolean) => {
    const back = toMs < fromMs
    if (back) {
      const lastCursor = repository.cursor()
      await Promise.all([
        cut ? deps.overlay.cut(toMs) : undefined,
        repository.wentBack(toMs, toMs - FLAGGED_FOR_MS, cut),
      ])
      hidden = furthest(store, lastCursor)
      if (cut) deps.applyPlaces(clock.now())
    } else if (hidden.untilMs > fromMs) {
      await repository.resetFlags(toMs, toMs - FLAGGED_FOR_MS)
    }
    // The first may have begun before the move.
    await deps.backfill()
    await deps.backfill()
  }

  const go = (move: () => void, cut: boolean): Promise<void> => {
    const fromMs = clock.now()
    move()
    const toMs = clock.now()
    shownMs = toMs
    // The writes are given to the store at once: they come after those of before the move, and before all later ones.
    const following = moved(fromMs, toMs, cut)
    moving = Promise.all([moving, following]).then(
      () => {},
      () => {},
    )
    return following
  }

  const reveal = async () => {
    await moving
    const epoch = clock.epoch()
    const nowMs = clock.now()
    const toMs = Math.min(deps.reachedMs(), nowMs)
    if (toMs <= shownMs) return
    const fromMs = shownMs
    const quiet = toMs - fromMs > Math.max(QUIET_PAST_MS, QUIET_PAST_STEPS * STEP_MS * clock.rate())
    if (hidden.untilMs > fromMs) {
      if (quiet) await repository.resetFlags(toMs, toMs - FLAGGED_FOR_MS)
      else await repository.reveal({ fromMs, toMs, lastCursor: hidden.lastCursor })
      if (placedIn(store, fromMs, toMs)) deps.applyPlaces(toMs)
    }
    if (clock.epoch() === epoch) shownMs = toMs
  }
  const step = (): Promise<void> => {
    revealing ??= reveal().finally(() => {
      revealing = undefined
    })
    return revealing
  }

  disposal.defer(deps.host.every(STEP_MS, () => void step().catch(failed)))
  disposal.defer(() => Promise.allSettled([moving, revealing]).then(() => {}))
  return {
    jump: (toMs, cut = false) => go(() => clock.jump(toMs), cut),
    realTime: (cut = false) => go(() => clock.realTime(), cut),
    async settled() {
      await moving
      await revealing
    },
  }
}

/** Up to when something lies ahead that a clock which went back will meet, and the newest alarm cursor of then. */
function furthest(store: Store, lastCursor?: number): { untilMs: number; lastCursor: number } {
  const { alarmsMs, placesMs, cursor } = store.read
    .prepare(
      `SELECT (SELECT max(start_ms) FROM alarms) AS alarmsMs,
        (SELECT max(valid_from_ms) FROM device_places) AS placesMs,
        (SELECT value FROM alarm_cursor WHERE id = 1) AS cursor`,
    )
    .get() as { alarmsMs: number | null; placesMs: number | null; cursor: number | null }
  return { untilMs: Math.max(alarmsMs ?? 0, placesMs ?? 0), lastCursor: lastCursor ?? cursor ?? 0 }
}

function placedIn(store: Store, fromMs: number, toMs: number): boolean {
  const row = store.read
    .prepare('SELECT 1 FROM device_places WHERE valid_from_ms > ? AND valid_from_ms <= ? LIMIT 1')
    .get(fromMs, toMs)
  return row !== undefined
}
