import { comparison, holds, parseComparison } from '@backlot/contract/control/comparison'
import { durationMs, durationText } from '@backlot/contract/control/duration'
import { ExpectationBody } from '@backlot/contract/control/scenario-expectations'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectationOfText } from './expectation-text.ts'

test.each([
  ['online 0.95', { online: 0.95 }],
  ['online >= 0.9 of vehicle within 30s', { online: { of: 'vehicle', share: '>= 0.9' }, within: '30s' }],
  ['devices 10000', { devices: 10_000 }],
  ['alarm within 5s', { alarm: {}, within: '5s' }],
  [
    'alarm {type: IoAlarm, subType=SOS, count: >= 3} within 5s',
    { alarm: { type: 'IoAlarm', subType: 'SOS', count: '>= 3' }, within: '5s' },
  ],
  [
    'reading gasDetector 3 gasCombustible > 20 within 10m',
    { reading: { device: 'gasDetector 3', quantity: 'gasCombustible', is: '> 20' }, within: '10m' },
  ],
  [
    'state vehicle 3 offline throughout 1m',
    { state: { device: 'vehicle 3', is: 'offline' }, throughout: '1m' },
  ],
  ['sky dust > 0.5', { sky: { dust: '> 0.5' } }],
  ['fresh 30s 0.9 of vehicle', { fresh: { within: '30s', share: 0.9, of: 'vehicle' } }],
  ['channel lag p99 < 200ms', { channel: { lag: 'p99', under: '200ms' } }],
])('%s', (text, long) => {
  const made = expectationOfText(text)
  expect(made).toEqual(long)
  expect(ExpectationBody.safeParse(made).error).toBeUndefined()
})

test('what is no expectation says how one is written', () => {
  expect(() => expectationOfText('reading it')).toThrow("write 'reading <device> <quantity> > 20'")
  expect(() => expectationOfText('chanel lag p99 < 1s')).toThrow("Did you mean 'channel'?")
})

test('bounds hold as written', () => {
  for (const [text, yes, no] of [
    ['>= 3', 3, 2],
    ['<= 3', 3, 4],
    ['> 3', 4, 3],
    ['< 3', 2, 3],
    ['= 3', 3, 4],
    ['2..4', 4, 5],
    ['-3..-1', -2, 0],
  ] as const) {
    const bound = parseComparison(text, '=')!
    expect([holds(bound, yes), holds(bound, no)], text).toEqual([true, false])
  }
  expect(comparison('>=').parse(5)).toEqual({ operator: '>=', value: 5 })
  expect(parseComparison('three', '=')).toBeUndefined()
})

test('a span reads as it is written', () => {
  expect(durationMs('1h30m')).toBe(5_400_000)
  expect(durationMs('250ms')).toBe(250)
  expect(durationMs('10')).toBeUndefined()
  fc.assert(
    fc.property(fc.nat(10 * 86_400_000), (ms) => {
      expect(durationMs(durationText(ms))).toBe(ms)
    }),
  )
})
