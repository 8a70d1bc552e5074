import { expect, test } from 'vitest'
import { onvifSummaryLines, onvifSummaryOf } from './onvif-report.ts'

const WELL = {
  devices: 3,
  started: 3,
  announced: 3,
  called: 3,
  searches: 1,
  answered: 30,
  refused: 2,
  wrongLogins: 1,
  failed: 0,
  subscriptions: 3,
  events: 6,
  viewers: 1,
  rtspRequests: 5,
  rtspRefused: 1,
  packets: 900,
  bytesSent: 900,
  bytesReceived: 90,
}
const TIMES = { count: 0, meanMs: 0, p50Ms: 0, p90Ms: 0, p99Ms: 0, p999Ms: 0, maxMs: 0 }

test.each([
  [{}, []],
  [{ called: 2, failed: 1 }, ['2 of 3 cameras were called', '1 requests failed']],
  [
    { started: 1, called: 1 },
    ['1 of 3 cameras appeared: --for is too short for --rate', '1 of 3 cameras were called'],
  ],
])('a summary of cameras says what is missing', (more, failures) => {
  const summary = onvifSummaryOf('onvif://127.0.0.1:8000', { ...WELL, ...more }, TIMES, 3000)
  expect([summary.passed, summary.failures]).toEqual([failures.length === 0, failures])
  const lines = onvifSummaryLines(summary)
  expect(lines[0]).toContain(failures.length === 0 ? 'passed' : failures.join('; '))
  expect(lines).toContain(
    `requests  30 answered (10/s), 2 refused, 1 with wrong credentials, ${summary.failed} failed`,
  )
})
