import { expect, test } from 'vitest'
import { logClosedSockets } from './closed-sockets-log.ts'

test('a flood of closed connections is one line per minute and reason, with how many they were', () => {
  const lines: unknown[] = []
  let nowMs = 0
  const closed = logClosedSockets({ warn: (...line: unknown[]) => lines.push(line[0]) } as never, () => nowMs)
  for (let n = 0; n < 1000; n++) closed('tooSlow', '10.0.0.1')
  closed('pipelined', '10.0.0.2')
  nowMs += 60_000
  closed('tooSlow', '10.0.0.3')
  expect(lines).toEqual([
    { address: '10.0.0.1', sinceLastLine: 1 },
    { address: '10.0.0.2', sinceLastLine: 1 },
    { address: '10.0.0.3', sinceLastLine: 1000 },
  ])
})
