import { Times } from '@backlot/simulator/telemetry/times'
import { expect, test } from 'vitest'
import { type CountedSwarm, summaryLines, summaryOf } from './swarm-report.ts'

const WELL = {
  devices: 3,
  started: 3,
  online: 3,
  reached: 3,
  connects: 3,
  breaks: 0,
  sent: 9,
  acked: 9,
  resent: 0,
  lost: 0,
  backlog: 0,
  answered: 0,
  bytesSent: 900,
  bytesReceived: 90,
}

const swarmOf = (more: Partial<typeof WELL>): CountedSwarm => ({
  progress: () => ({ ...WELL, ...more }),
  latency: () => new Times(),
  struck: () => [],
})

test.each([
  [{}, []],
  [{ sent: 0, acked: 0 }, ['no report was sent: --for may be shorter than the interval of reports']],
  [{ online: 0, reached: 0, sent: 0, acked: 0 }, ['0 of 3 devices are online']],
  [
    { online: 2, lost: 1, acked: 7 },
    ['2 of 3 devices are online', '1 reports were lost', '1 reports had no answer'],
  ],
])('a summary says what is missing', (more, failures) => {
  const summary = summaryOf('jt808://127.0.0.1:8808', swarmOf(more), 3000)
  expect([summary.passed, summary.failures]).toEqual([failures.length === 0, failures])
  expect(summaryLines(summary)[0]).toContain(failures.length === 0 ? 'passed' : failures.join('; '))
})
