import { CODES } from '@backlot/contract/codes'
import { login } from '@backlot/contract/session/calls'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { PlatformError } from '../kernel/platform-error.ts'
import { createCallRate } from './call-rate.ts'
import { type AnsweredCall, createCallRunner, type Incoming } from './call-runner.ts'
import { refusalAnswer } from './reply.ts'
import { type Caller, type Route, route } from './route.ts'

const callerOf = (sessionId: string) => ({ sessionId }) as Caller

test('a session that calls without end is told how long to wait; others are not, and it is heard again then', () => {
  const host = { now: () => nowMs }
  let nowMs = 1_000_000
  const count = createCallRate(3, host)
  for (let call = 0; call < 30; call++) count(callerOf('busy'))
  nowMs += 3500
  let refusal: PlatformError | undefined
  try {
    count(callerOf('busy'))
  } catch (error) {
    refusal = error as PlatformError
  }
  expect(refusal).toMatchObject({
    code: CODES.tooManyRequests,
    message: 'At most 3 calls a second. Try again in 7 s.',
  })
  expect(refusalAnswer(refusal!)).toMatchObject({ status: 429, headers: { 'retry-after': '7' } })
  expect(() => count(callerOf('quiet'))).not.toThrow()
  nowMs += 6500
  expect(() => count(callerOf('busy'))).not.toThrow()
})

test('a machine whose clock is set back locks nobody out', () => {
  let nowMs = 1_000_000
  const count = createCallRate(1, { now: () => nowMs })
  for (let call = 0; call < 10; call++) count(callerOf('a'))
  nowMs -= 3_600_000
  expect(() => count(callerOf('a'))).not.toThrow()
})

test('calls past the rate are not run, and no log hears of them', () => {
  const told: AnsweredCall[] = []
  const run = createCallRunner({
    log: pino({ level: 'silent' }),
    checkReplies: false,
    observer: { now: () => 0, answered: (call) => told.push(call) },
    rate: createCallRate(1, { now: () => 0 }),
  })
  const of: Route = route(login, () => {
    throw new Error('it was run')
  })
  const incoming = { caller: callerOf('a'), query: '', body: {}, request: { socket: {} } } as Incoming
  const codes = Array.from({ length: 12 }, () => {
    try {
      return run({ ...of, call: { ...of.call, writes: true } }, incoming)
    } catch (error) {
      return (error as PlatformError).code
    }
  })
  expect(codes.slice(10)).toEqual([CODES.tooManyRequests, CODES.tooManyRequests])
  expect(codes.slice(0, 10)).not.toContain(CODES.tooManyRequests)
  expect(told).toHaveLength(10)
})
