import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processAlarms } from '@backlot/contract/alarms/calls'
import {
  controlDevices,
  controlRaiseAlarm,
  controlStatus,
  controlStorm,
} from '@backlot/contract/control/calls'
import Database from '@backlot/simulator/store/sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

let data: string
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'backlot-survival-'))
})
afterAll(() => rm(data, { recursive: true, force: true }))

it('killed in a storm while eight operators work, the program has lost nothing that it acknowledged', async () => {
  await using simulator = await launchSimulator(['--data', data, '--no-rtmp'])
  const { url } = simulator
  const admin = await Operator.signIn(url)
  const { list: devices } = await control(url, controlDevices, { query: { limit: 50 } })
  await control(url, controlStorm, { body: { ratePerSecond: 1000, forMs: 60_000 } })
  const acknowledged: { id: number; content: string }[] = []
  let killed: Promise<void> | undefined
  const operator = async (number: number) => {
    for (let n = 0; !killed; n++) {
      const { sn } = devices[(number + n) % devices.length]!
      const { id, alarmSeq } = await control(url, controlRaiseAlarm, {
        body: { sn, type: 'IoAlarm', subType: 'SOS' },
      })
      const content = `operator ${number}, ${n}`
      const { code } = await admin.ask(processAlarms, {
        body: { list: [{ id, sn, alarmSeq }], type: 5, content },
      })
      if (code === 0) acknowledged.push({ id, content })
      if (acknowledged.length === 200) killed = simulator.kill()
    }
  }
  // The kill breaks the pending calls: those were not acknowledged.
  await Promise.allSettled(Array.from({ length: 8 }, (_, number) => operator(number)))
  await killed
  expect(acknowledged.length).toBeGreaterThanOrEqual(200)

  const db = new Database(join(data, 'backlot.db'))
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  const find = db.prepare(
    'SELECT processing_content AS content, processing_type AS type FROM alarms WHERE id = ?',
  )
  expect(acknowledged.map(({ id }) => find.get(id))).toEqual(
    acknowledged.map(({ content }) => ({ content, type: 5 })),
  )
  db.close()

  await using again = await launchSimulator(['--data', data, '--no-rtmp'])
  const after = await control(again.url, controlStatus)
  expect(after.alarms.stored).toBeGreaterThan(200)
  expect(await again.stop()).toBe(0)
})
