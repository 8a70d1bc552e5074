import { expect, test } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { CameraProblem } from './camera-problem.ts'
import { type CameraConnection, type CameraSession, createCameraSession } from './camera-session.ts'

const START_MS = 1_700_000_000_000

function rig(
  options: {
    aheadMs?: number
    hasEvents?: boolean
    keepTime?: boolean
    isThere?: boolean
    /** Messages that each pull brings at once; it fails where they are undefined. */
    pulled?: () => number | undefined
    /** Of its clock from the first ping on. */
    laterMs?: number
    /** What a request waits for. */
    answered?: Promise<void>
  } = {},
) {
  const hostClock = createManualClock(START_MS)
  const told: string[] = []
  let isThere = options.isThere ?? true
  let endPull = (_error: unknown): void => undefined
  const gone = () => new CameraProblem('unreachable', 'gone')
  const check = () => {
    if (!isThere) throw gone()
  }
  const connection = (): CameraConnection => ({
    clockAheadMs: options.aheadMs ?? 0,
    hasEvents: options.hasEvents ?? false,
    async send({ method }) {
      check()
      told.push(method)
      await options.answered
    },
    async subscribe() {
      check()
      told.push('subscribe')
    },
    pull: () =>
      new Promise((resolve, reject) => {
        if (!options.pulled) {
          endPull = reject
          return
        }
        told.push('pull')
        const count = options.pulled()
        if (count === undefined) reject(gone())
        else resolve(count)
      }),
    async ping() {
      check()
      told.push('ping')
      return options.laterMs ?? 0
    },
    presets: async () => [{ token: 'P1', name: 'Gate' }],
    async setTime() {
      check()
      told.push('setTime')
      return 100
    },
    async close() {
      told.push('close')
      endPull(gone())
    },
  })
  const session = createCameraSession({
    hostClock,
    keepTime: options.keepTime ?? true,
    alarms: { take: () => undefined },
    async connect() {
      told.push('connect')
      check()
      return connection()
    },
    onOnline: (isOnline) => void told.push(isOnline ? 'online' : 'offline'),
    onFault: ({ fault }) => void told.push(fault),
  })
  /** Time passes, and what waits for it happens. */
  const pass = async (ms: number) => {
    hostClock.advance(ms)
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  return {
    session,
    told,
    pass,
    setThere(is: boolean) {
      isThere = is
      if (!is) endPull(gone())
    },
  }
}

test('it is online once the camera answers, and asked whether it is still there', async () => {
  const { session, told, pass } = rig()
  await pass(0)
  expect(session.state()).toMatchObject({ state: 'online', events: 'none', heardMs: START_MS })
  await pass(20_000)
  expect(told).toEqual(['connect', 'online', 'ping'])
  expect(session.state().heardMs).toBe(START_MS + 20_000)
  await session.close()
})

test('after a failure it waits ever longer, up to a minute, and starts over when it succeeds', async () => {
  const { session, told, pass, setThere } = rig({ isThere: false })
  await pass(0)
  expect(session.state()).toMatchObject({ state: 'offline', fault: { fault: 'unreachable' } })
  const tries = () => told.filter((one) => one === 'connect').length
  const waits: number[] = []
  for (let known = tries(), waited = 0; waits.length < 8; ) {
    await pass(1000)
    waited++
    if (tries() === known) continue
    waits.push(waited)
    known = tries()
    waited = 0
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  setThere(true)
  await pass(60_000)
  expect(session.state().state).toBe('online')
  setThere(false)
  await pass(20_000)
  expect(session.state().state).toBe('offline')
  setThere(true)
  await pass(1000)
  expect(session.state().state).toBe('online')
  await session.close()
})

test.each([
  [5000, true, true],
  [-5000, true, true],
  [1900, true, false],
  [5000, false, false],
])('a clock that is %i ms ahead is set (kept: %s): %s', async (aheadMs, keepTime, isSet) => {
  const { session, told, pass } = rig({ aheadMs, keepTime })
  await pass(0)
  expect(told.includes('setTime')).toBe(isSet)
  expect(session.state().clockAheadMs).toBe(isSet ? 100 : aheadMs)
  await session.close()
})

test.each([
  ['without events', { laterMs: -7_200_000 }, 20_000],
  ['while its events come', { laterMs: -7_200_000, hasEvents: true, pulled: () => 0 }, 300_000],
])('a clock that goes wrong is noticed and set %s', async (_name, options, withinMs) => {
  const { session, told, pass } = rig(options)
  for (let passedMs = 0; passedMs <= withinMs; passedMs += 1000) await pass(passedMs === 0 ? 0 : 1000)
  expect(told.filter((one) => one === 'setTime')).toHaveLength(1)
  expect(session.state().clockAheadMs).toBe(100)
  await session.close()
})

test('a clock that does not stay as it is set is set once an hour', async () => {
  const { session, told, pass } = rig({ aheadMs: 5000, laterMs: 5000 })
  const timesAfter = async (minutes: number) => {
    for (let passedS = 0; passedS < minutes * 60; passedS += 20) await pass(20_000)
    return told.filter((one) => one === 'setTime').length
  }
  await pass(0)
  expect([await timesAfter(1), await timesAfter(58), await timesAfter(2)]).toEqual([1, 1, 2])
  await timesAfter(1)
  expect(session.state().clockAheadMs).toBe(5000)
  await session.close()
})

test('events that end are subscribed to again while the camera is there', async () => {
  const { session, told, pass, setThere } = rig({ hasEvents: true })
  await pass(0)
  expect(session.state().events).toBe('subscribed')
  await pass(60_000)
  setThere(false)
  setThere(true)
  await pass(0)
  expect(session.state()).toMatchObject({ state: 'online', events: 'subscribed' })
  expect(told.filter((one) => one === 'subscribe')).toHaveLength(2)
  setThere(false)
  await pass(0)
  expect(session.state()).toMatchObject({ state: 'offline', events: 'none' })
  await session.close()
})

test.each<[string, () => number | undefined, Record<string, number>]>([
  ['with nothing', () => 0, { subscribe: 1, pull: 121 }],
  ['with messages', () => 1, { subscribe: 1, pull: 1201 }],
  ['that there is no subscription', () => undefined, { subscribe: 3, pull: 3 }],
])('a camera that answers each pull at once %s is not asked without rest', async (_name, pulled, counts) => {
  const { session, told, pass } = rig({ hasEvents: true, pulled })
  for (let passedMs = 0; passedMs <= 120_000; passedMs += 50) await pass(passedMs === 0 ? 0 : 50)
  for (const [what, count] of Object.entries(counts))
    expect(told.filter((one) => one === what)).toHaveLength(count)
  await session.close()
})

function held() {
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  return { answered, answer }
}
const order = (session: CameraSession, method: string, options = {}) => session.order([{ method, options }])

test('requests go one after the other, and fail with the camera', async () => {
  const { session, told, pass, setThere } = rig()
  await pass(0)
  await Promise.all(['a', 'b', 'c'].map((method) => order(session, method)))
  expect(told.slice(-3)).toEqual(['a', 'b', 'c'])
  setThere(false)
  await expect(order(session, 'd')).rejects.toThrow('gone')
  await session.close()
})

test('without a camera every wish is answered with what is wrong', async () => {
  const { session, pass, setThere } = rig({ isThere: false })
  const answers = async () => {
    const wishes = [order(session, 'a'), session.presets('main'), session.setTime()]
    return (await Promise.allSettled(wishes)).map((one) => one.status === 'rejected' && one.reason)
  }
  const unreachable = (message: string) =>
    Array(3).fill(expect.objectContaining({ fault: 'unreachable', message }))
  expect(await answers()).toEqual(unreachable('it is not connected'))
  await pass(0)
  expect(await answers()).toEqual(unreachable('gone'))
  setThere(true)
  await pass(1000)
  expect(await session.presets('main')).toHaveLength(1)
  await session.close()
})

test('what waits when the camera goes is answered with what is wrong', async () => {
  const { answered, answer } = held()
  const { session, pass, setThere } = rig({ answered })
  await pass(0)
  const sent = order(session, 'a')
  const presets = session.presets('main').catch((error: unknown) => error)
  setThere(false)
  await pass(20_000)
  expect(session.state().state).toBe('offline')
  answer()
  await sent
  expect(await presets).toMatchObject({ fault: 'unreachable' })
  await session.close()
})

test('a request that finds no place is refused; a stop takes the place of the moves that wait', async () => {
  const { answered, answer } = held()
  const { session, told, pass } = rig({ answered })
  await pass(0)
  const first = order(session, 'continuousMove')
  const moves = Array.from({ length: 15 }, () => order(session, 'continuousMove'))
  const preset = order(session, 'gotoPreset')
  await expect(order(session, 'continuousMove')).rejects.toMatchObject({ fault: 'timeout' })
  await expect(order(session, 'stop', { panTilt: true, zoom: false })).rejects.toMatchObject({
    fault: 'timeout',
  })
  const stop = order(session, 'stop', { panTilt: true, zoom: true })
  answer()
  await Promise.all([first, ...moves, preset, stop])
  expect(told.slice(-3)).toEqual(['continuousMove', 'gotoPreset', 'stop'])
  await session.close()
})

test('its end is heard by the camera, and is the end', async () => {
  const { session, told, pass } = rig({ hasEvents: true })
  await pass(0)
  await session.close()
  expect(told).toContain('close')
  const count = told.length
  await pass(600_000)
  expect(told).toHaveLength(count)
})
