import { MEETING_RESULTS } from '@backlot/contract/talk/results'
import { expect, it } from 'vitest'
import { fakeSockets } from '../../platform/fake-sockets.test-support.ts'
import { createTalkEngine } from '../../platform/talk-engine.ts'
import { createMeetingSession } from './meeting-session.ts'

/** A signed-in console with a microphone, before a meeting server in the test's hands. */
function newConsole() {
  const { sockets, timers, environment } = fakeSockets()
  const engine = createTalkEngine('meeting', environment)
  const state = { holdsTurn: false, mayTakeTurn: true, records: false }
  const said: string[] = []
  const waits: { run: () => void; ms: number }[] = []
  const session = createMeetingSession({
    engine,
    audio: {
      openSpeaker: async () => {},
      play: () => {},
      silence: () => {},
      capture: async () => {
        state.records = true
      },
      release: () => {
        state.records = false
      },
    },
    turn: {
      take: () => {
        if (state.mayTakeTurn) state.holdsTurn = true
        return state.mayTakeTurn
      },
      end: () => {
        state.holdsTurn = false
      },
    },
    say: (key) => void said.push(key),
    ownMemberId: () => 'u:1',
    timers: {
      setTimer(run, ms) {
        const timer = { run, ms }
        waits.push(timer)
        return timer
      },
      clearTimer: (timer) => void waits.splice(waits.indexOf(timer as (typeof waits)[number]), 1),
    },
  })
  engine.connect({ projectName: 'p', loginName: 'l', sessionId: 's', lang: 'en' })
  const signIn = () => {
    const socket = sockets.at(-1)!
    socket.onopen?.()
    socket.say({ type: 'talkLoginReply', code: 0, msg: '' })
  }
  signIn()
  const stop = session.start()
  const socket = () => sockets.at(-1)!
  /** Answers the newest request that waits for it. */
  const answer = (result: number, meetingId?: number) => {
    const { requestId } = socket().frames.at(-1)!
    socket().say({ type: 'meetingResult', requestId, result, ...(meetingId ? { meetingId } : {}) })
  }
  const facts = () => {
    const { here, entering } = session.store.getState()
    return { here, entering, holdsTurn: state.holdsTurn, records: state.records }
  }
  return { engine, session, state, said, waits, timers, socket, signIn, answer, facts, stop }
}

const OUT = { here: undefined, entering: false, holdsTurn: false, records: false }
const IN = { here: 7, entering: false, holdsTurn: true, records: true }
const NEW = { name: 'n', devices: [], operators: [] }
const refusals = Object.entries(MEETING_RESULTS).filter(([name]) => name !== 'ok')

it('takes part, with the microphone, once the platform has accepted the join, and not before', () => {
  const { session, answer, facts } = newConsole()
  session.join(7)
  expect(facts()).toEqual({ ...OUT, entering: true, holdsTurn: true })
  answer(MEETING_RESULTS.ok, 7)
  expect(facts()).toEqual(IN)
})

it.each(refusals)(
  'stays out of a meeting whose join is refused as %s, with or without an id',
  (name, result) => {
    const { session, answer, facts, said, waits } = newConsole()
    for (const id of [7, undefined]) {
      session.join(7)
      answer(result, id)
      expect(facts()).toEqual(OUT)
      expect(said.splice(0)).toEqual([`meeting.result.${name}`])
    }
    expect(waits).toEqual([])
  },
)

it('says the number of a refusal that it has no words for', () => {
  const { session, answer, facts, said } = newConsole()
  session.join(7)
  answer(99, 7)
  session.create(NEW)
  answer(99, 7)
  expect(facts()).toEqual(OUT)
  expect(said).toEqual(['meeting.result.other', 'meeting.result.other'])
})

it.each(refusals)('stays out of a meeting that could not be created (%s)', (name, result) => {
  const { session, answer, facts, said } = newConsole()
  session.create(NEW)
  answer(result)
  expect(facts()).toEqual(OUT)
  expect(said).toEqual([`meeting.result.${name}`])
})

it.each([
  ['inAnotherMeeting', false],
  ['tooMany', false],
  ['notChairman', false],
  ['deviceOffline', true],
  ['audioChannelNotFound', true],
  ['full', true],
  ['notFound', true],
] as const)('a new meeting answered with its id and %s: takes part is %s', (name, isIn) => {
  const { session, answer, facts, said } = newConsole()
  session.create(NEW)
  answer(MEETING_RESULTS[name], 7)
  expect(facts()).toEqual(isIn ? IN : OUT)
  expect(said).toEqual([`meeting.result.${name}`])
})

it('a success that names no meeting lets nobody in', () => {
  const { session, answer, facts, said } = newConsole()
  session.create(NEW)
  answer(MEETING_RESULTS.ok)
  expect(facts()).toEqual(OUT)
  expect(said).toEqual(['meeting.result.other'])
})

it('a refusal of what is asked within a meeting does not lead out of it', () => {
  const { session, answer, facts, said } = newConsole()
  session.join(7)
  answer(0, 7)
  session.mute('u:2', true)
  answer(MEETING_RESULTS.notChairman, 7)
  expect(facts()).toEqual(IN)
  expect(said).toEqual(['meeting.result.notChairman'])
})

it('whoever takes part in a meeting leaves it before another', () => {
  const { session, answer, facts, said, socket } = newConsole()
  session.join(7)
  answer(0, 7)
  const { length } = socket().frames
  session.join(8)
  session.create(NEW)
  expect(socket().frames).toHaveLength(length)
  expect(said).toEqual(['turn.meeting', 'turn.meeting'])
  expect(facts()).toEqual(IN)
})

it('asks once, however often the button is pressed, and not while another talk has the turn', () => {
  const { session, socket, state, facts } = newConsole()
  const { length } = socket().frames
  state.mayTakeTurn = false
  session.join(7)
  expect(facts()).toEqual(OUT)
  state.mayTakeTurn = true
  session.join(7)
  session.join(7)
  session.create(NEW)
  expect(socket().frames).toHaveLength(length + 1)
})

it('an answer that does not come gives the turn back; one that comes late is left again', () => {
  const { session, answer, facts, said, waits, socket } = newConsole()
  session.join(7)
  waits.shift()!.run()
  expect(facts()).toEqual(OUT)
  expect(said).toEqual(['meeting.noAnswer'])
  answer(0, 7)
  expect(facts()).toEqual(OUT)
  expect(socket().frames.at(-1)).toMatchObject({ type: 'meetingLeave', meetingId: 7 })
})

it('an acceptance that comes late leaves no meeting that was asked for again', () => {
  const { session, answer, facts, waits, socket } = newConsole()
  session.join(7)
  const { requestId } = socket().frames.at(-1)!
  waits.shift()!.run()
  session.join(7)
  const { length } = socket().frames
  socket().say({ type: 'meetingResult', requestId, result: 0, meetingId: 7 })
  expect(socket().frames).toHaveLength(length)
  answer(0, 7)
  expect(facts()).toEqual(IN)
})

it('a window that is closed before the answer stays out, and what is accepted then is left', () => {
  const { session, answer, facts, waits, socket } = newConsole()
  session.create(NEW)
  session.leave()
  expect(facts()).toEqual(OUT)
  expect(waits).toEqual([])
  answer(0, 7)
  expect(facts()).toEqual(OUT)
  expect(socket().frames.at(-1)).toMatchObject({ type: 'meetingLeave', meetingId: 7 })
})

it.each(['before', 'after'])('a connection that is lost %s the answer leads out and says so', (when) => {
  const { session, answer, facts, said, socket, signIn, timers } = newConsole()
  session.join(7)
  if (when === 'after') answer(0, 7)
  socket().drop(1006)
  expect(facts()).toEqual(OUT)
  expect(said).toEqual(['meeting.linkLost'])
  const isCutOff = () => session.store.getState().cutOff
  timers.pop()!.run()
  signIn()
  expect(facts()).toEqual(OUT)
  // Shown until something is done about it: an operator who looks at the pictures would miss a passing message.
  expect(isCutOff()).toBe(true)
  session.join(7)
  expect(isCutOff()).toBe(false)
  answer(0, 7)
  expect(facts()).toEqual(IN)
})

it('a connection that is made anew leads out and says so, a sign-out says nothing', () => {
  for (const again of [true, false]) {
    const { engine, session, answer, facts, said } = newConsole()
    session.join(7)
    answer(0, 7)
    if (again) engine.connect({ projectName: 'p', loginName: 'l', sessionId: 's', lang: 'zh' })
    else engine.close()
    expect(facts()).toEqual(OUT)
    expect(said).toEqual(again ? ['meeting.linkLost'] : [])
  }
})

it('without a connection nothing is taken', () => {
  const { session, facts, said, socket } = newConsole()
  socket().drop(1006)
  session.join(7)
  expect(facts()).toEqual(OUT)
  expect(said).toEqual(['meeting.offline'])
})

it.each(['ended', 'removed', 'revoked'] as const)('a meeting that is over for us (%s) is left', (why) => {
  const { session, answer, facts, said, socket } = newConsole()
  session.join(7)
  answer(0, 7)
  socket().say({ type: 'meetingOut', meetingId: 8, why })
  expect(facts()).toEqual(IN)
  socket().say({ type: 'meetingOut', meetingId: 7, why })
  expect(facts()).toEqual(OUT)
  expect(said).toEqual([`meeting.out.${why}`])
})

it('an invitation stands until it is accepted, declined or taken back', () => {
  const { session, answer, socket } = newConsole()
  socket().say({ type: 'meetingInvited', meetingId: 7, name: 'n', by: 'b' })
  session.join(7)
  answer(MEETING_RESULTS.full, 7)
  expect(session.store.getState().invitation).toMatchObject({ meetingId: 7 })
  session.join(7)
  answer(0, 7)
  expect(session.store.getState().invitation).toBeUndefined()
})
