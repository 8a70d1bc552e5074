import type { RunResult } from '@backlot/simulator/scenario/verdict'
import { expect, it } from 'vitest'
import { junitXml } from './junit.ts'
import { againCommand, resultLines, verdictLine } from './run-lines.ts'

const RESULT: RunResult = {
  scenario: 'a "b" <c>',
  file: 'my scenarios/a.yaml',
  mode: 'virtual',
  seed: 7,
  start: '2026-11-20 08:00:00',
  lastedMs: 61_500,
  held: 1,
  failed: 1,
  skipped: 1,
  verdicts: [
    {
      atMs: 5000,
      file: 'a.yaml',
      line: 3,
      kind: 'expect',
      text: 'online > 0.9',
      outcome: 'held',
      seen: '10 of 10',
    },
    {
      atMs: 6000,
      file: 'a.yaml',
      line: 4,
      kind: 'act',
      text: 'sos',
      outcome: 'failed',
      seen: "no 'x' & \u0001y",
    },
    {
      atMs: 7000,
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
  expect(resultLines({ ...RESULT, failed: 0 })).toHaveLength(1)
  expect(verdictLine(RESULT.verdicts[1]!)).toContain('sos could not be done')
})
