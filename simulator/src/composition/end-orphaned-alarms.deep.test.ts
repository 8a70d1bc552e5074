import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Call, DataOut } from '@backlot/contract/call'
import { controlDevices, controlRaiseAlarm } from '@backlot/contract/control/calls'
import { controlAddFleet, controlRemoveFleet } from '@backlot/contract/control/fleet-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimulator } from '../create-simulator.ts'
import Database from '../store/sqlite.ts'

let data: string
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'backlot-orphans-'))
})
afterAll(() => rm(data, { recursive: true, force: true }))

const OPTIONS = { port: 0, rtmpPort: null, hj212Port: null, jt808Port: null, seed: 7 } as const

/** A platform that loses its power when a fleet has gone and the ends of its alarms are about to be stored. */
async function startDoomed() {
  const program = `
    import { AlarmRepository } from ${source('../areas/alarms/alarm-repository.ts')}
    import { createSimulator } from ${source('../create-simulator.ts')}
    const { url } = await createSimulator({ ...${JSON.stringify(OPTIONS)}, data: ${JSON.stringify(data)} })
    AlarmRepository.prototype.endOf = () => process.kill(process.pid, 'SIGKILL')
    console.log(url)`
  const options = ['--import', 'tsx', '--conditions=source', '--input-type=module', '--eval', program]
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { url, exit }
}
const source = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

async function control<C extends Call>(url: string, call: C, body?: object): Promise<DataOut<C>> {
  const headers = { 'content-type': 'application/json' }
  const sent = body && { headers, body: JSON.stringify(body) }
  const reply = await fetch(new URL(call.path, url), { method: call.method, ...sent })
  const { data: answer } = (await reply.json()) as { data: unknown }
  return call.data.parse(answer) as DataOut<C>
}

/** Every alarm of a device, and when the last fleet went. */
function stored(sn: string) {
  const db = new Database(join(data, 'backlot.db'), { readonly: true })
  const alarms = db.prepare('SELECT state, end_ms AS endMs FROM alarms WHERE sn = ?').all(sn)
  const wentMs = db.prepare("SELECT max(at_ms) FROM overlay WHERE kind = 'fleetRemoved'").pluck().get()
  db.close()
  return { alarms, wentMs }
}

test('a platform killed between the going of a fleet and the ends of its alarms ends them when it starts again', async () => {
  const { url, exit } = await startDoomed()
  const body = { kind: 'camera', count: 3, group: { key: 'fair', name: { zh: '庙会', en: 'Fair' } } } as const
  const cameras = async () => (await control(url, controlDevices)).list
  const before = new Set((await cameras()).map(({ sn }) => sn))
  const { fleetId } = await control(url, controlAddFleet, { ...body, placement: 'junctions' })
  const { sn } = (await cameras()).find((camera) => !before.has(camera.sn))!
  await control(url, controlRaiseAlarm, { sn, type: 'IoAlarm', subType: 'SOS' })
  await Promise.allSettled([control(url, controlRemoveFleet, { fleetId })])
  expect(await exit).toEqual([null, 'SIGKILL'])
  const left = stored(sn)
  expect(left).toEqual({ alarms: [{ state: 1, endMs: null }], wentMs: expect.any(Number) })

  await using _again = await createSimulator({ ...OPTIONS, data })
  expect(stored(sn).alarms).toEqual([{ state: 2, endMs: left.wentMs }])
}, 120_000)
