import { expect, test } from 'vitest'
import { createDirectory } from '../../fleet/directory.ts'
import type { Claim } from '../../gateways/ingest.ts'
import { recordingIngest } from '../../gateways/recording-ingest.test-support.ts'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { loggedIngest } from './logged-ingest.ts'

const MINUTE_MS = 60_000

function logged(refused: 'full' | 'unknown') {
  const lines: unknown[] = []
  const host = createManualClock(0)
  const { ingest } = recordingIngest({ admit: async () => ({ refused }) })
  const logs = {
    device: (event: string, { sn }: { sn: string }, told?: { detail?: object }) =>
      void lines.push([event, sn, told?.detail]),
  }
  const told = loggedIngest(ingest, logs, createDirectory(7), host)
  const ask = (sn: string, from: string) =>
    told.admit({ sn, from, kind: 'vehicle', protocolType: 4 } satisfies Claim, 0)
  return { lines, host, ask }
}

test('an address that makes up numbers for which there is no room is one line a minute, with how many there were', async () => {
  const { lines, host, ask } = logged('full')
  for (let n = 0; n < 500; n++) await ask(`F${n}`, '10.0.0.1')
  await ask('OTHER', '10.0.0.2')
  expect(lines).toEqual([
    ['refused', 'F0', { reason: 'full', address: '10.0.0.1' }],
    ['refused', 'OTHER', { reason: 'full', address: '10.0.0.2' }],
  ])
  host.advance(MINUTE_MS)
  await ask('F500', '10.0.0.1')
  expect(lines[2]).toEqual(['refused', 'F500', { reason: 'full', address: '10.0.0.1', before: 499 }])
})

test('a device that is refused for itself is a line of its own', async () => {
  const { lines, ask } = logged('unknown')
  for (const sn of ['A', 'B', 'A']) await ask(sn, '10.0.0.1')
  expect(lines).toEqual([
    ['refused', 'A', { reason: 'unknown' }],
    ['refused', 'B', { reason: 'unknown' }],
  ])
})
