/**
 * A camera that was added, spoken to for as long as it is there: connected to again after each failure, its clock kept,
 * its events taken, commands brought to it.
 */
import type { HostClock } from '../../kernel/clock.ts'
import { type CameraRequest, isMove, isStop } from './camera-commands.ts'
import type { CameraAlarms } from './camera-events.ts'
import { CameraProblem, cameraProblemOf } from './camera-problem.ts'
import { createOrderQueue } from './order-queue.ts'

/** A camera that answers: over ONVIF or over RTSP alone. */
export type CameraConnection = {
  clockAheadMs: number | null
  hasEvents: boolean
  /** Sends a request; rejects with a CameraProblem. */
  send(request: CameraRequest): Promise<void>
  /** Subscribes to events. Rejects when the camera has none. */
  subscribe(): Promise<void>
  /**
   * Waits for events up to a minute and hands them over; keeps the subscription. Answers how many messages came. Rejects
   * with a CameraProblem; the subscription has then ended.
   */
  pull(alarms: CameraAlarms, clockAheadMs: number): Promise<number>
  /** Asks for nothing but an answer; milliseconds that its clock is ahead. */
  ping(): Promise<number | null>
  presets(profileToken: string): Promise<{ token: string; name: string }[]>
  setTime(): Promise<number | null>
  close(): Promise<void>
}

export type SessionState = {
  state: 'connecting' | 'online' | 'offline'
  sinceMs: number
  heardMs: number | undefined
  clockAheadMs: number | null
  events: 'none' | 'subscribed' | 'failed'
  fault: CameraProblem | undefined
  faultMs: number | undefined
}

export type CameraSession = {
  state(): SessionState
  /**
   * Sends requests one after the other; a stop takes the place of moves that wait. Resolves when they were answered;
   * rejects with a CameraProblem, also without a connection and when too many wait.
   */
  order(requests: readonly CameraRequest[]): Promise<void>
  /** Answers milliseconds that the camera's clock is ahead; rejects with a CameraProblem. */
  setTime(): Promise<number | null>
  /** The camera's presets, after the requests that wait; rejects with a CameraProblem. */
  presets(profileToken: string): Promise<{ token: string; name: string }[]>
  /** Ends it: the camera hears that it may forget us, and nothing is tried again. */
  close(): Promise<void>
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
/** A camera without events is asked this often whether it is there. */
const PING_MS = 20_000
/** One whose events come is asked the same, and its clock with it, this often. */
const PING_BESIDE_EVENTS_MS = 4 * 60_000
/** A clock that does not stay as it is set, or cannot be set, is set again after this long. */
const CLOCK_AGAIN_MS = 3_600_000
/** Subscriptions begin at least this far apart: a camera may grant each and then know of none. */
const EVENTS_AGAIN_MS = 60_000
/** So do pulls, after one that brought messages or one that brought none: a camera may answer each at once. */
const PULL_AGAIN_MS = 100
const EMPTY_PULL_AGAIN_MS = 1000
/** Clocks that differ by less are left alone: they are told in whole seconds. */
const APART_MS = 2000
/** As many requests as somebody makes who presses buttons while the camera is slow. */
const WAITING_MOST = 16

export function createCameraSession(deps: {
  hostClock: HostClock
  keepTime: boolean
  alarms: CameraAlarms
  /** Rejects with a CameraProblem, and at once when `ended` aborts. */
  connect(ended: AbortSignal): Promise<CameraConnection>
  /** The camera came, or left. */
  onOnline(isOnline: boolean): void
  /** After each connection and failure. */
  onFault(problem: CameraProblem): void
}): CameraSession {
  const { hostClock, alarms } = deps
  const queue = createOrderQueue()
  const ending = new AbortController()
  let connection: CameraConnection | undefined
  let isClosed = false
  let failures = 0
  let cancelWait = (): void => undefined
  let wake = (): void => undefined
  const shown: SessionState = {
    state: 'connecting',
    sinceMs: hostClock.now(),
    heardMs: undefined,
    clockAheadMs: null,
    events: 'none',
    fault: undefined,
    faultMs: undefined,
  }
  const enter = (state: SessionState['state']): void => {
    if (shown.state === state) return
    const was = shown.state
    shown.state = state
    shown.sinceMs = hostClock.now()
    if ((state === 'online') !== (was === 'online')) deps.onOnline(state === 'online')
  }
  const heard = (): void => {
    shown.heardMs = hostClock.now()
  }
  const fault = (error: unknown): void => {
    const problem = cameraProblemOf(error)
    shown.fault = problem
    shown.faultMs = hostClock.now()
    deps.onFault(problem)
  }
  const connected = (): CameraConnection => {
    if (!connection) throw shown.fault ?? new CameraProblem('unreachable', 'it is not connected')
    return connection
  }
  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve
      cancelWait = hostClock.after(ms, resolve)
    })

  let clockAtMs = 0
  const keepTime = async (live: CameraConnection): Promise<void> => {
    const { clockAheadMs } = shown
    if (!deps.keepTime || clockAheadMs === null || Math.abs(clockAheadMs) < APART_MS) return
    if (hostClock.now() < clockAtMs) return
    clockAtMs = hostClock.now() + CLOCK_AGAIN_MS
    // An account that may not set the clock may watch all the same.
    await live.setTime().then(
      (ahead) => {
        shown.clockAheadMs = ahead
      },
      (error: unknown) => fault(error),
    )
  }
  /** Until it fails or is closed. */
  const follow = async (live: CameraConnection): Promise<void> => {
    let eventsAtMs = 0
    let pingedMs = hostClock.now()
    while (!isClosed) {
      if (live.hasEvents && shown.events !== 'subscribed' && hostClock.now() >= eventsAtMs) {
        eventsAtMs = hostClock.now() + EVENTS_AGAIN_MS
        try {
          await live.subscribe()
          shown.events = 'subscribed'
        } catch (error) {
          shown.events = 'failed'
          fault(error)
        }
      }
      if (isClosed) return
      if (shown.events === 'subscribed') {
        try {
          const beganMs = hostClock.now()
          const count = await live.pull(alarms, shown.clockAheadMs ?? 0)
          heard()
          const againMs = beganMs + (count > 0 ? PULL_AGAIN_MS : EMPTY_PULL_AGAIN_MS)
          if (hostClock.now() < againMs) await rest(againMs - hostClock.now())
          if (isClosed) return
          if (hostClock.now() - pingedMs < PING_BESIDE_EVENTS_MS) continue
        } catch (error) {
          if (isClosed) return
          shown.events = 'failed'
          fault(error)
        }
      } else {
        await rest(PING_MS)
        if (isClosed) return
      }
      shown.clockAheadMs = await live.ping()
      pingedMs = hostClock.now()
      heard()
      await keepTime(live)
    }
  }
  const run = async (): Promise<void> => {
    while (!isClosed) {
      try {
        const live = await deps.connect(ending.signal)
        connection = live
        if (isClosed) break
        shown.clockAheadMs = live.clockAheadMs
        heard()
        failures = 0
        enter('online')
        clockAtMs = 0
        await keepTime(live)
        await follow(live)
      } catch (error) {
        if (!isClosed) fault(error)
      }
      const ended = connection
      connection = undefined
      await ended?.close().catch(() => undefined)
      shown.events = 'none'
      enter('offline')
      if (isClosed) return
      await rest(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures++, 10)))
    }
    await connection?.close().catch(() => undefined)
  }
  const running = run()

  return {
    state: () => ({ ...shown }),
    async order(requests) {
      connected()
      if (requests.some(isStop)) queue.dropMoves()
      if (queue.waiting() >= WAITING_MOST)
        throw new CameraProblem('timeout', 'too many requests wait for its answer')
      await queue.run(async () => {
        for (const request of requests) {
          const live = connected()
          try {
            await live.send(request)
          } catch (error) {
            fault(error)
            throw error
          }
        }
      }, requests.every(isMove))
    },
    async setTime() {
      shown.clockAheadMs = await connected().setTime()
      return shown.clockAheadMs
    },
    async presets(profileToken) {
      let listed: { token: string; name: string }[] = []
      await queue.run(async () => {
        listed = await connected().presets(profileToken)
      }, false)
      return listed
    },
    async close() {
      isClosed = true
      cancelWait()
      wake()
      // The camera hears of it before its requests end.
      await connection?.close().catch(() => undefined)
      ending.abort()
      await running
      await queue.idle()
    },
  }
}
