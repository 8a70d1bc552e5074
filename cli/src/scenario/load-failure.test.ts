import { expect, it } from 'vitest'
import { againLoadCommand, loadFailureLines } from './load-failure.ts'

it('a load that failed says seed, times and how to ask for the same, without passwords', () => {
  const asked = {
    operators: '20',
    for: '30s',
    profile: 'map=3,alarms=1',
    account: ['admin:Secret@1', 'chief'],
    assert: ['http.p99<250'],
    loadSeed: '3',
  }
  const again = againLoadCommand(asked, [], 'http://127.0.0.1:8080')
  expect(again).toBe(
    "npx backlot load --operators 20 --for 30s --profile map=3,alarms=1 --account admin --account chief --assert 'http.p99<250' --load-seed 3 --control http://127.0.0.1:8080",
  )
  const machineTime = '2026-11-22T06:00:00.000Z'
  expect(
    loadFailureLines({
      seed: 7,
      platformTime: '2026-11-20 08:00:00',
      machineTime,
      zoneMinutes: 480,
      faults: [],
      again,
    }),
  ).toEqual([
    'seed 7, platform time 2026-11-20 08:00:00 (machine: 2026-11-22T06:00:00.000Z)',
    `again: ${again}`,
  ])
  expect(loadFailureLines({ machineTime, zoneMinutes: 480, faults: [], again })[0]).toContain(
    'did not answer',
  )
})
