import type { RunResult } from '@backlot/simulator/scenario/verdict'
import { expect, it } from 'vitest'
import { junitXml } from './junit.ts'
import { actLine, againCommand, noteLine, resultLines, verdictLine } from './run-lines.ts'

const RESULT: RunResult = {
  scenario: 'a "b" <c>',
  file: 'my scenarios/a.yaml',
  mode: 'virtual',
  seed: 7,
  start: '2026-11-20 08:00:00',
  lastedMs: 61_500,
  zoneMinutes: 480,
  faults: [],
  held: 1,
  failed: 1,
  skipped: 1,
  verdicts: [
    {
      atMs: 5000,
      platformTime: '2026-11-20 08:00:05',
      file: 'a.yaml',
      line: 3,
      kind: 'expect',
      text: 'online > 0.9',
      outcome: 'held',
      seen: '10 of 10',
    },
    {
      atMs: 6000,
      platformTime: '2026-11-20 08:00:06',
      file: 'a.yaml',
      line: 4,
      kind: 'act',
      text: 'sos',
      outcome: 'failed',
      seen: "no 'x' & \u0001y",
    },
    {
      atMs: 7000,
      platformTime: '2026-11-20 08:00:07',
      file: 'a.yaml',
      line: 5,
      kind: 'expect',
      text: 'channel',
      outcome: 'skipped',
      seen: 'none',
    },
  ],
}

it('writes verdicts as JUnit has them, with nothing in it that XML cannot carry', () => {
  const xml = junitXml(RESULT)
  expect(xml).toContain(
    '<testsuite name="a &quot;b&quot; &lt;c&gt;" tests="3" failures="1" skipped="1" time="61.5">',
  )
  expect(xml).toContain(
    '<testcase name="5s online &gt; 0.9" classname="a &quot;b&quot; &lt;c&gt;" file="a.yaml" line="3" time="0"/>',
  )
  expect(xml).toContain('<failure message="seen: no \'x\' &amp; y">')
  expect(xml).toContain('<skipped message="none"/>')
  expect(xml).toContain('<property name="seed" value="7"/>')
  expect(xml).not.toContain('\u0001')
})

it('a failed run says how to see it again', () => {
  expect(againCommand(RESULT)).toBe(
    "npx backlot run 'my scenarios/a.yaml' --virtual --seed 7 --start '2026-11-20 08:00:00'",
  )
  expect(resultLines(RESULT)[0]).toBe('a "b" <c>: 1 held, 1 failed, 1 skipped in 1m1s500ms of platform time')
  expect(resultLines(RESULT)[1]).toBe('seed 7, began 2026-11-20 08:00:00, failed at 2026-11-20 08:00:06')
  expect(resultLines({ ...RESULT, failed: 0 })).toHaveLength(1)
  expect(verdictLine(RESULT.verdicts[1]!)).toContain('sos could not be done')
  expect(noteLine({ atMs: 90_000, en: 'Look', zh: '看' })).toBe('  »    1m30s  Look')
  expect(actLine('sos', 5000, 'Li: SOS')).toBe('  →       5s  sos: Li: SOS')
})

const FAULT: RunResult['faults'][number] = {
  id: 'http-latency-2',
  fault: 'http-latency',
  target: { paths: ['/alarm/*'], accounts: ['a', 'b', 'c', 'd'] },
  probability: 0.3,
  schedule: { everyMs: 60_000, strikeMs: 2000 },
  parameters: { delayMs: 800, jitterMs: 0 },
  seed: 9,
  state: 'striking',
  sinceMs: Date.UTC(2026, 10, 22, 6),
  sincePlatformMs: Date.UTC(2026, 10, 20, 0),
  struck: 3,
  strikes: [
    { platformMs: Date.UTC(2026, 10, 20, 0, 0, 1), hostMs: Date.UTC(2026, 10, 22, 6, 0, 1), times: 1 },
  ],
  lastStrike: {
    platformMs: Date.UTC(2026, 10, 20, 0, 0, 9),
    hostMs: Date.UTC(2026, 10, 22, 6, 0, 9),
    times: 2,
  },
  isEarlier: true,
}

it('tells the faults of a run in both times, and attaches those of before again', () => {
  const real: RunResult = { ...RESULT, mode: 'real', against: 'http://127.0.0.1:8080', faults: [FAULT] }
  expect(resultLines(real)[2]).toBe(
    'fault http-latency-2 delayMs=800, jitterMs=0, paths /alarm/*, accounts a b c and 1 more, probability 0.3, every 1m, strike 2s, seed 9, injected 2026-11-20 08:00:00 (machine: 2026-11-22T06:00:00.000Z), 3 impacts, first at 2026-11-20 08:00:01 (machine: 2026-11-22T06:00:01.000Z), last at 2026-11-20 08:00:09 (machine: 2026-11-22T06:00:09.000Z)',
  )
  expect(againCommand(real)).toBe(
    "npx backlot fault add http-latency delayMs=800 jitterMs=0 --paths '/alarm/*' --accounts a,b,c,d --probability 0.3 --every 60000ms --strike 2000ms --fault-seed 9 --control http://127.0.0.1:8080 && npx backlot run 'my scenarios/a.yaml' --against http://127.0.0.1:8080 --start '2026-11-20 08:00:00'",
  )
  expect(junitXml(real)).toContain('<system-out>seed 7, began 2026-11-20 08:00:00')
})
