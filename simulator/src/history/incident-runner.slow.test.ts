import { setImmediate } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../composition/areas/test-platform.test-support.ts'
import { type CommandLog, createCommandLog } from '../fleet/command-log.ts'
import { createDisposal, type Disposal } from '../kernel/disposal.ts'
import type { WorkSlices } from '../kernel/work-slices.ts'
import { createOverlayLog } from '../timeline/overlay-log.ts'
import type { ControlledClock } from '../timeline/platform-clock.ts'
import { gridCity } from '../world/traffic/grid-city.test-support.ts'
import type { Incident, World } from '../world/types.ts'
import { createWorld } from '../world/world.ts'
import { createDeviceAlarms } from './device-alarms.ts'
import { createIncidentRunner, type IncidentRunner } from './incident-runner.ts'

let platform: TestPlatform
let disposal: Disposal
let runner: IncidentRunner
let clock: ControlledClock
let commands: CommandLog

/** One intruder every half hour of all time, for five minutes. */
function startingIn(fromMs: number, toMs: number): Incident[] {
  const list: Incident[] = []
  for (let n = Math.ceil(fromMs / (HOUR_MS / 2)); n * (HOUR_MS / 2) < toMs; n++) {
    const startMs = n * (HOUR_MS / 2)
    list.push({
      id: `intruder-${n}`,
      kind: 'intruder',
      startMs,
      endMs: startMs + 5 * MINUTE_MS,
      subject: { kind: 'ptzCamera', index: 1 },
      x: 0,
      y: 0,
      severity: 0.5,
    })
  }
  return list
}

/** Every piece of work is followed by others' turn; how often that was. */
let pauses = 0
const slices: WorkSlices = {
  async pause() {
    pauses++
    await setImmediate()
  },
}

beforeEach(async () => {
  pauses = 0
  platform = await createTestPlatform()
  disposal = createDisposal()
  const { store, directory, hostClock: host, records } = platform
  clock = platform.platformClock
  commands = createCommandLog(createOverlayLog(store))
  await commands.append('N-PTZ', 1, { kind: 'connectivity', forced: 'online' })
  const none = () => []
  const world: World = {
    ...createWorld(1, { city: gridCity(9) }),
    incidents: { startingIn, ofKind: none, activeAt: none, feltAt: none },
  }
  const log = pino({ level: 'silent' })
  const repository = records.alarms
  const alarms = disposal.use(createDeviceAlarms({ world, directory, commands }))
  const deps = { world, directory, commands, alarms, store, repository, clock, host, log, slices }
  runner = createIncidentRunner(deps, disposal)
  await runner.backfill()
  drained()
})

afterEach(async () => {
  await disposal.end()
  await platform[Symbol.asyncDispose]()
})

/** Alarms sent to consoles since the last look, new ones by their sequence. */
function drained(): string[] {
  const { alarms } = platform.outbox.drain(platform.hostClock.now())
  return alarms.filter(({ updateOnly }) => !updateOnly).map(({ alarm }) => alarm.alarmSeq)
}

/** Lets host time pass in steps, each stored before the next. */
async function pass(hostMs: number): Promise<string[]> {
  for (let left = hostMs; left > 0; left -= 500) {
    platform.hostClock.advance(Math.min(500, left))
    await runner.backfill()
  }
  return drained()
}

/** Of the incidents above; spontaneous warnings of devices are not counted. */
const storedIn = (fromMs: number, toMs: number) =>
  (
    platform.store.read
      .prepare(
        "SELECT count(*) AS n FROM alarms WHERE sub_type = 'Intruder' AND start_ms >= ? AND start_ms < ?",
      )
      .get(fromMs, toMs) as { n: number }
  ).n

/** Both ends: incidents in progress when the week began ended in it. */
const A_WEEK = 7 * 48 + 1

test('a platform begins with a week of alarms', () => {
  expect(storedIn(START_MS - 7 * DAY_MS, START_MS + 1)).toBe(A_WEEK)
})

test('a long jump lets others have their turn between its alarms, and what is learnt meanwhile is not lost', async () => {
  pauses = 0
  clock.jump(START_MS + DAY_MS)
  const filling = runner.backfill()
  await setImmediate()
  // While the day is gone through, somebody presses a button.
  await commands.append('N-PTZ', clock.now() - 700, { kind: 'sosPressed', forMs: 2000 })
  await filling
  // A look an hour, one for each alarm, and one for each that is stored.
  expect(pauses).toBeGreaterThan(24 + 48 + 48)
  expect(storedIn(START_MS + 1, START_MS + DAY_MS + 1)).toBeGreaterThanOrEqual(48)
  await pass(500)
  const calls = platform.store.read
    .prepare("SELECT count(*) AS n FROM alarms WHERE alarm_seq LIKE 'sos-c%'")
    .get()
  expect(calls).toEqual({ n: 1 })
  const starts = platform.store.read.prepare('SELECT start_ms AS at FROM alarms ORDER BY cursor').all() as {
    at: number
  }[]
  expect(starts.map(({ at }) => at)).toEqual(starts.map(({ at }) => at).sort((a, b) => a - b))
})

test('a button that was pressed a moment before it is learnt of raises its alarm, once, and it ends', async () => {
  await pass(1000)
  await commands.append('N-PTZ', clock.now() - 700, { kind: 'sosPressed', forMs: 2000 })
  const raised = await pass(1000)
  expect(raised).toEqual([expect.stringMatching(/^sos-c\d+$/)])
  expect(await pass(3000)).toEqual([])
  const row = platform.store.read.prepare('SELECT state FROM alarms WHERE alarm_seq = ?').get(raised[0])
  expect(row).toEqual({ state: 2 })
})

test('an alarm of lost power ends when the power is back, though its device was off line before', async () => {
  const alarm = { sn: 'N-PTZ', chnId: 1, type: 'DeviceAlarm', subType: 'PowerLoss', alarmSeq: 'dark' }
  const state = () => platform.store.read.prepare('SELECT state FROM alarms WHERE alarm_seq = ?').get('dark')
  await pass(1000)
  await commands.append('N-PTZ', clock.now() - 1, { kind: 'connectivity', forced: 'offline' })
  const startMs = clock.now()
  await platform.records.alarms.raise([{ ...alarm, startMs }])
  await commands.append('N-PTZ', startMs, { kind: 'powerCut', forMs: 60_000, alarmSeq: 'dark', chnId: 1 })
  await pass(30_000)
  expect(state()).toEqual({ state: 1 })
  await pass(32_000)
  expect(state()).toEqual({ state: 2 })
})

test('pictures and a clip follow an alarm when its first seconds have passed, as a message of their own', async () => {
  const startMs = Math.ceil((START_MS + 1) / (HOUR_MS / 2)) * (HOUR_MS / 2)
  clock.jump(startMs - 600)
  await pass(500)
  platform.hostClock.advance(1000)
  await runner.backfill()
  const { alarms } = platform.outbox.drain(platform.hostClock.now())
  expect(alarms).toMatchObject([{ updateOnly: false, alarm: { startTime: startMs / 1000, state: 1 } }])
  const { alarm } = alarms[0]!
  expect(alarm.resource).toEqual([{ type: 1, url: `/alarm/picture/${alarm.id}/0` }])
  const later: unknown[] = []
  for (let step = 0; step < 20; step++) {
    platform.hostClock.advance(500)
    await runner.backfill()
    const events = platform.outbox.drain(platform.hostClock.now())
    expect(events.alarms).toEqual([])
    later.push(...events.resources)
  }
  const url = (index: number) => `/alarm/picture/${alarm.id}/${index}`
  const resource = [
    { type: 1, url: url(0) },
    { type: 1, url: url(1) },
    { type: 2, url: url(2) },
  ]
  expect(later).toEqual([{ sn: 'N-PTZ', alarmSeq: alarm.alarmSeq, resource }])
  const admin = await platform.signIn('admin')
  expect((await admin.get(`/alarm/get?id=${alarm.id}`)).data).toMatchObject({ resource })
})

test('after a jump ahead and back alarms go on as time passes', async () => {
  clock.jump(START_MS + 180 * DAY_MS)
  await pass(1000)
  clock.realTime()
  expect(await pass(1000)).toEqual([])
  clock.speed(60)
  expect(await pass(70_000)).toHaveLength(2)
})

test('alarms that the clock passes again come as new, but not those that somebody processed', async () => {
  clock.jump(START_MS + HOUR_MS)
  await pass(1000)
  const last = platform.store.read.prepare('SELECT * FROM alarms ORDER BY start_ms DESC LIMIT 2').all() as {
    id: number
    sn: string
    alarm_seq: string
    cursor: number
  }[]
  const admin = await platform.signIn('admin')
  const { id, sn, alarm_seq: alarmSeq } = last[0]!
  const answer = await admin.post('/alarm/processing', { list: [{ id, sn, alarmSeq }], type: 0 })
  expect(answer.code).toBe(0)
  clock.realTime()
  await pass(1000)
  clock.speed(60)
  expect(await pass(62_000)).toEqual([last[1]!.alarm_seq])
  expect(storedIn(START_MS, START_MS + 2 * HOUR_MS)).toBe(3)
})

test('after a jump back the week before has its alarms', async () => {
  const there = START_MS - 90 * DAY_MS
  clock.jump(there)
  expect(await pass(1000)).toEqual([])
  expect(storedIn(there - 7 * DAY_MS, there + 1)).toBe(A_WEEK)
})

test('a fast clock raises alarms with popups', async () => {
  clock.speed(3600)
  expect((await pass(3000)).length).toBeGreaterThanOrEqual(5)
})

test('what devices that go had in progress ends with them, is told as an update, and is as it was after a jump back', async () => {
  const repository = platform.records.alarms
  const draft = { sn: 'N-PTZ', chnId: 1, type: 'AiAlarm', subType: 'Fire' }
  await repository.raise([
    { ...draft, alarmSeq: 'over', startMs: START_MS - 2000, state: 2, endMs: START_MS - 1000 },
    { ...draft, alarmSeq: 'open', startMs: START_MS - 2000 },
    { ...draft, alarmSeq: 'ahead', startMs: START_MS + 60_000 },
  ])
  platform.outbox.drain(platform.hostClock.now())
  await repository.endOf(['N-PTZ', 'nobody'], START_MS)
  const told = platform.outbox.drain(platform.hostClock.now()).alarms
  expect(told.every(({ alarm, updateOnly }) => updateOnly && alarm.state === 2)).toBe(true)
  expect(
    told.filter(({ alarm }) => alarm.subType === 'Fire').map(({ alarm }) => [alarm.alarmSeq, alarm.endTime]),
  ).toEqual([['open', START_MS / 1000]])
  const states = () =>
    platform.store.read
      .prepare(
        "SELECT alarm_seq AS seq, state, end_ms AS endMs FROM alarms WHERE alarm_seq IN ('over', 'open', 'ahead') ORDER BY id",
      )
      .all()
  expect(states()).toEqual([
    { seq: 'over', state: 2, endMs: START_MS - 1000 },
    { seq: 'open', state: 2, endMs: START_MS },
    { seq: 'ahead', state: 1, endMs: null },
  ])
  await repository.wentBack(START_MS - 1500, START_MS - DAY_MS, false)
  expect(states()).toMatchObject([{ state: 1 }, { state: 1, endMs: null }, { state: 1 }])
})
