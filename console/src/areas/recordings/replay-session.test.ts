import { CODES } from '@backlot/contract/codes'
import type { PlaybackState } from '@backlot/contract/recordings/entities'
import { expect, test } from 'vitest'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { type ReplayPlatform, ReplaySession } from './replay-session.ts'

const SPAN = { fromMs: 1_790_000_000_000, toMs: 1_790_086_399_000 }
const AT_MS = SPAN.fromMs + 3_600_000
const CHANNELS = [
  { sn: 'A', chnId: 1 },
  { sn: 'B', chnId: 1 },
]

/** A platform whose playbacks are gone when it restarts, and the requests it got. */
function platformDouble() {
  const calls: string[] = []
  const stateListeners = new Set<(state: string) => void>()
  let count = 0
  let positionMs = 0
  let paused = false
  let answers: 'all' | 'lost' | 'nothing' = 'all'
  let held = Promise.resolve()
  const known = new Set<string>()
  const stateOf = (sessionId: string): PlaybackState => ({
    sessionId,
    groupId: 'group',
    state: paused ? 'paused' : 'playing',
    positionMs,
    mediaMs: 0,
    atMs: ++count,
    speed: 1,
    inGap: false,
  })
  const refused = (code: number, httpStatus: number) =>
    new PlatformReplyError({ code, msg: '', httpStatus, callName: 'test' })
  const request = async (call: { name: string }, input: { query?: never; body?: never }) => {
    if (answers === 'nothing') throw refused(-1, 0)
    const asked = { ...(input.query ?? {}), ...(input.body ?? {}) } as Record<string, never>
    calls.push([call.name, asked.sn, asked.action, asked.timeMs, asked.paused].filter(Boolean).join(' '))
    await held
    if (call.name === 'recordings.play') {
      const sessionId = `session-${++count}`
      known.add(sessionId)
      positionMs ||= SPAN.fromMs
      paused = asked.paused === 1
      const playback = stateOf(sessionId)
      return { sessionId, groupId: 'group', url: '', httpUrl: '', expiresAt: 0, hasAudio: false, playback }
    }
    if (!known.has(asked.sessionId!)) throw refused(CODES.notFound, 404)
    if (asked.action === 'seek') positionMs = asked.timeMs!
    return stateOf(asked.sessionId!)
  }
  const onState = (listener: (state: string) => void) => {
    stateListeners.add(listener)
    return () => stateListeners.delete(listener)
  }
  const tell = (state: string) => {
    for (const listener of stateListeners) listener(state)
  }
  return {
    calls,
    tell,
    // Of the channel a session uses these two alone.
    platform: { request, channel: { on: () => () => {}, onState } } as unknown as ReplayPlatform,
    restart() {
      known.clear()
      positionMs = 0
    },
    /** Answers nothing until the answered function is called. */
    hold(): () => void {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    answer(now: typeof answers) {
      answers = now
    },
  }
}

async function playing(paused: boolean) {
  const double = platformDouble()
  const session = new ReplaySession(() => {}, double.platform)
  session.open()
  const plan = {
    channels: CHANNELS,
    span: SPAN,
    source: 'server',
    streamType: 'sub',
    filesOf: () => [],
  } as const
  await session.start(plan, AT_MS, paused)
  double.calls.length = 0
  return { ...double, session }
}

test.each([false, true])(
  'what a platform that started anew no longer knows goes on where it was (paused: %s)',
  async (paused) => {
    const { session, calls, tell, restart } = await playing(paused)
    tell('connecting')
    restart()
    tell('open')
    const isPaused = paused ? ' 1' : ''
    await expect
      .poll(() => calls.filter((call) => !call.startsWith('recordings.state')))
      .toEqual([
        expect.stringMatching(/^recordings\.stop/),
        expect.stringMatching(/^recordings\.stop/),
        `recordings.play A${isPaused}`,
        expect.stringMatching(/^recordings\.control seek [\d.]+$/),
        `recordings.play B${isPaused}`,
      ])
    const sought = Number(
      calls
        .find((call) => call.includes('seek'))!
        .split(' ')
        .at(-1),
    )
    expect(Math.abs(sought - AT_MS)).toBeLessThan(60_000)
    await expect.poll(() => session.snapshot().mode).toBe(paused ? 'paused' : 'playing')
    expect(
      [...session.snapshot().members.values()].every(({ isClosed, failure }) => !isClosed && !failure),
    ).toBe(true)
  },
)

test('what the platform still knows after a cut is left alone, and so is what it cannot answer', async () => {
  const { session, calls, tell, answer } = await playing(false)
  tell('connecting')
  tell('open')
  await expect.poll(() => calls.filter((call) => call.startsWith('recordings.state')).length).toBe(2)
  answer('nothing')
  tell('connecting')
  tell('open')
  await Promise.resolve()
  answer('all')
  tell('connecting')
  tell('open')
  await expect
    .poll(() => calls.filter((call) => call.startsWith('recordings.state')).length)
    .toBeGreaterThan(2)
  expect(calls.some((call) => call.startsWith('recordings.play'))).toBe(false)
  expect(session.snapshot().mode).toBe('playing')
})

test('a picture that a window asks for once more takes back no step of the operator', async () => {
  const { session, calls, hold } = await playing(true)
  let release = hold()
  const stepped = session.step(-1, CHANNELS[0])
  await session.nudge()
  release()
  await stepped
  expect(calls).toEqual(['recordings.control step'])

  // Requested before the step, it is done before.
  calls.length = 0
  release = hold()
  const nudged = session.nudge()
  const after = session.step(-1, CHANNELS[0])
  await Promise.resolve()
  expect(calls).toEqual([expect.stringMatching(/^recordings\.control seek [\d.]+$/)])
  release()
  await Promise.all([nudged, after])
  expect(calls.slice(1)).toEqual(['recordings.control step'])
})
