import type { HostClock } from '../kernel/clock.ts'

const TICK_MS = 10
/** Most items done at one go: more would hold up the event loop. */
const PART_MAX = 250
/** Most items in flight: a run faster than the disk waits for it rather than raising items late. */
const WAITING_MAX = 1000

/** Result of one go. */
export type Delivered = { count: number; cursor?: number }

export type PacedRun = {
  raised: number
  stored: number
  lastCursor: number
  /** Ends it before its plan is carried out. */
  stop(): void
}

/**
 * Does `planned` things at a rate, in parts of consecutive numbers. `onEnd` is called once: when all are delivered,
 * when it was stopped and items in flight are delivered, or with the error that ended it.
 */
export function runPaced(deps: {
  host: HostClock
  planned: number
  ratePerSecond: number
  /** Does those from `from` to before `to`. */
  deliver(from: number, to: number): Promise<Delivered>
  onEnd(error?: unknown): void
}): PacedRun {
  const { host, planned, ratePerSecond } = deps
  const beganMs = host.now()
  const partMax = Math.max(PART_MAX, Math.ceil((ratePerSecond * TICK_MS) / 1000) + 1)
  let isStopped = false
  let onTheWay = 0
  let cancel = () => {}

  const end = (error?: unknown) => {
    if (isStopped && error === undefined) return
    isStopped = true
    cancel()
    deps.onEnd(error)
  }
  const settle = () => {
    if (onTheWay > 0) return
    if (isStopped) deps.onEnd()
    else if (run.stored === planned) end()
  }
  const run: PacedRun = {
    raised: 0,
    stored: 0,
    lastCursor: 0,
    stop() {
      if (isStopped) return
      isStopped = true
      cancel()
      settle()
    },
  }
  const step = () => {
    const due = Math.floor(((host.now() - beganMs) * ratePerSecond) / 1000) + 1
    const room = WAITING_MAX - onTheWay
    const from = run.raised
    const to = Math.min(planned, due, from + Math.min(room, partMax))
    if (to <= from) return
    run.raised = to
    onTheWay += to - from
    if (to === planned) cancel()
    deps.deliver(from, to).then(
      ({ count, cursor }) => {
        onTheWay -= to - from
        run.stored += count
        run.lastCursor = Math.max(run.lastCursor, cursor ?? 0)
        settle()
      },
      (error: unknown) => {
        onTheWay -= to - from
        if (!isStopped) end(error)
      },
    )
  }
  cancel = host.every(TICK_MS, step)
  return run
}
