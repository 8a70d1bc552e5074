import { existsSync } from 'node:fs'
import { listAlarms } from '@backlot/contract/alarms/calls'
import { controlFaultKinds } from '@backlot/contract/control/fault-calls'
import { listUsers } from '@backlot/contract/users/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BacklotSimulator, createSimulator } from './create-simulator.ts'
import { ExpectationFailed } from './expect.ts'

let sim: BacklotSimulator
beforeAll(async () => {
  sim = await createSimulator({ seed: 7, pastDays: 0, checkReplies: true, hj212Port: null, jt808Port: null })
}, 120_000)
afterAll(() => sim?.[Symbol.asyncDispose]())

test('the clock pauses, advances, jumps and runs, as over the control API', async () => {
  const { nowMs } = await sim.clock.pause()
  expect(sim.clock.rate()).toBe(0)
  await sim.clock.advance('10m')
  expect(sim.clock.now()).toBe(nowMs + 600_000)
  expect(await sim.clock.jump({ by: '-10m' })).toMatchObject({ nowMs, epoch: sim.clock.state().epoch })
  await expect(sim.clock.speed(99_999)).rejects.toMatchObject({ name: 'PlatformError', field: 'rate' })
  await expect(sim.clock.advance('soon')).rejects.toThrow("'soon' is no span")
  await sim.clock.realTime()
  expect(sim.clock.rate()).toBe(1)
})

test('devices are found, taken off line and brought back, placed and turned', async () => {
  const camera = await sim.devices.find('camera 2')
  expect((await sim.devices.list({ kind: 'camera' }))[1]).toEqual(camera)
  await sim.devices.offline('camera 2')
  await sim.expect.state('camera 2', 'offline', { within: '1m' })
  await sim.devices.online('camera 2')
  await sim.expect.state(camera.sn, 'online', { within: '1m' })
  await sim.devices.move('camera 2', { longitude: camera.longitude + 0.001, latitude: camera.latitude })
  expect((await sim.devices.find('camera 2')).longitude).toBeCloseTo(camera.longitude + 0.001, 6)
  await sim.devices.online('ptzCamera 1')
  await sim.devices.turn('ptzCamera 1', { setPreset: 9 })
  await expect(sim.devices.find('nonsense 4')).rejects.toThrow("'nonsense 4' names no device")
})

test('an alarm that is raised is expected; one that is not raised fails with what it takes to do it again', async () => {
  await sim.expect.fromNow()
  const { alarmSeq } = await sim.alarms.raise({ device: 'camera 1', type: 'IoAlarm', subType: 'SOS' })
  expect(alarmSeq).not.toBe('')
  await sim.expect.alarm({ type: 'IoAlarm', subType: 'SOS', device: 'camera 1' })
  await sim.expect('alarm {type: IoAlarm, device: camera 1} within 5s')
  const failure = await sim
    .expect({ alarm: { type: 'FaceAlarm', device: 'camera 1', count: 3 } })
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ExpectationFailed)
  expect(String(failure)).toMatch(/seed 7, scenario demo[\s\S]*Again: npx backlot start [\s\S]*--seed 7/)
  expect(String(failure)).toContain('raised IoAlarm SOS')
  await expect(sim.alarms.raise({ device: 'camera 1', type: 'NoSuch' })).rejects.toThrow(
    'no alarm type NoSuch',
  )
})

test('faults are typed by kind, hold until their block ends, and stand in the report', async () => {
  {
    await using fault = await sim.faults.add('http-code', {
      parameters: { code: 503 },
      target: { paths: ['/user/*'] },
    })
    expect((await fetch(`${sim.url}/user/verifycode`)).status).toBe(503)
    expect((await fault.state()).struck).toBe(1)
  }
  expect((await fetch(`${sim.url}/user/verifycode`)).status).toBe(200)
  expect(sim.report().text).toMatch(/Faults:\n.*addFaults.*http-code/)
  const { list } = await sim.call(controlFaultKinds)
  expect(list.map(({ name }) => name)).toContain('http-code')
})

test('an operator makes calls of the platform, and the event log tells of them', async () => {
  const operator = await sim.operator()
  expect((await operator.call(listUsers, { query: { pageSize: 5 } })).list.length).toBeGreaterThan(0)
  expect(sim.events().map(({ said }) => said)).toContainEqual(expect.stringContaining('session.login'))
})

test('many begin together; each has its own world, and nothing of them is left', async () => {
  // Threads and sockets of earlier tests have ended.
  const before = process.getActiveResourcesInfo().length
  const platforms = await Promise.all(
    [7, 7, 8, 8, 7].map((seed) => createSimulator({ seed, pastDays: 0, scenario: tiny(seed) })),
  )
  const names = await Promise.all(
    platforms.map(async ({ devices }) => (await devices.list()).map(({ longitude }) => longitude).join()),
  )
  expect(names[0]).toBe(names[1])
  expect(names[2]).toBe(names[3])
  expect(new Set(names).size).toBe(2)
  await platforms[0]!.clock.pause()
  expect(platforms.map(({ clock }) => clock.rate())).toEqual([0, 1, 1, 1, 1])
  const listeners = process.listenerCount('SIGINT') + process.listenerCount('exit')
  await Promise.all(platforms.map((platform) => platform[Symbol.asyncDispose]()))
  expect(platforms.filter(({ dataFolder }) => existsSync(dataFolder))).toEqual([])
  expect(process.listenerCount('SIGINT') + process.listenerCount('exit')).toBeLessThanOrEqual(listeners)
  // Handles close in the turns of the event loop after their end.
  while (process.getActiveResourcesInfo().length > before) await new Promise((done) => setTimeout(done, 10))
}, 120_000)

/** A scenario without a file: three cameras in a group. */
function tiny(seed: number) {
  return {
    name: `tiny ${seed}`,
    groups: [{ key: 'all', name: { zh: '全部', en: 'All' } }],
    fleets: [{ kind: 'camera' as const, count: 3, group: 'all', placement: 'junctions' as const }],
  }
}

test('a mistake in a scenario that is an object names its field', async () => {
  const wrong = {
    ...tiny(1),
    fleets: [{ kind: 'camera' as const, count: -3, group: 'all', placement: 'junctions' as const }],
  }
  await expect(createSimulator({ scenario: wrong })).rejects.toThrow(/scenario:\d+: fleets\.0\.count/)
})

test('a platform begins at the time that is asked for, its past before that, and says how to begin there again', async () => {
  const startMs = Date.UTC(2027, 4, 12, 2)
  await using other = await createSimulator({
    seed: 7,
    startAt: '2027-05-12 10:00:00',
    pastDays: 1,
    hj212Port: null,
    jt808Port: null,
  })
  expect(other.clock.now()).toBeGreaterThanOrEqual(startMs)
  expect(other.clock.now()).toBeLessThan(startMs + 600_000)
  const operator = await other.operator()
  const endTime = startMs / 1000
  const { total } = await operator.call(listAlarms, { query: { startTime: endTime - 86_400, endTime } })
  expect(total).toBeGreaterThan(20)
  expect(other.report().command).toContain("--start-at '2027-05-12 10:00:00'")
}, 120_000)

test('a platform is set back to a snapshot, and another one begins with its file', async () => {
  await using own = await createSimulator({ seed: 7, pastDays: 0, scenario: tiny(7) })
  await own.clock.pause()
  const { nowMs } = own.clock.state()
  const jumps: string[] = []
  own.clock.onChange(({ kind }) => jumps.push(kind))
  await using before = await own.snapshot()
  await own.alarms.raise({ device: 'camera 1', type: 'IoAlarm', subType: 'SOS' })
  await own.clock.jump({ by: '1h' })
  await before.restore()
  expect(own.clock.state()).toMatchObject({ nowMs, rate: 0 })
  expect(jumps).toEqual(['jump', 'jump'])
  await expect(own.expect.alarm({ type: 'IoAlarm' })).rejects.toThrow(ExpectationFailed)
  await own.alarms.raise({ device: 'camera 1', type: 'IoAlarm', subType: 'SOS' })
  await own.expect.alarm({ type: 'IoAlarm' })

  const file = `${own.dataFolder}/before.tar.gz`
  await before.export(file)
  await using other = await createSimulator({ snapshot: file, scenario: tiny(7) })
  expect(other.seed).toBe(7)
  expect(other.clock.state()).toMatchObject({ nowMs, rate: 0 })
  await expect(createSimulator({ snapshot: file, scenario: tiny(7), seed: 8 })).rejects.toThrow(/of seed 7/)
}, 120_000)
