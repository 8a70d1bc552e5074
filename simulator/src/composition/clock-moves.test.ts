import { HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import fc from 'fast-check'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createAlarmPorts } from '../areas/alarm-ports.ts'
import { AlarmBook } from '../areas/alarms/alarm-book.ts'
import { readAfter } from '../areas/alarms/list-query.ts'
import { Placement } from '../areas/devices/placement.ts'
import { createDirectoryView } from '../areas/directory-view.ts'
import type { Publisher } from '../channel/publisher.ts'
import { outages } from '../devices/connectivity.ts'
import { createDisposal } from '../disposal.ts'
import { createDirectory } from '../fleet/directory.ts'
import { createFleetDrive } from '../fleet/fleet-drive.ts'
import { createMotorHost } from '../fleet/motor-host.ts'
import { createInlineStore } from '../scenario/virtual/inline-store.ts'
import { createCommandLog } from '../timeline/command-log.ts'
import { createInterventionLog } from '../timeline/intervention-log.ts'
import { createManualClock } from '../timeline/manual-clock.ts'
import { createOverlayLog } from '../timeline/overlay-log.ts'
import { createPlatformClock } from '../timeline/platform-clock.ts'
import { createTraffic } from '../world/traffic/create-traffic.ts'
import { gridCity } from '../world/traffic/grid-city.test-support.ts'
import { createClockMoves } from './clock-moves.ts'

const SEED = 7
const START = 1_795_000_000_000
const CITY = gridCity(5)
const LOOPS = createTraffic(SEED, CITY).loops
const SNS = ['A', 'B', 'C', 'D', 'E'] as const

/** A platform's time with five cameras in it: clock, log, alarms, fleet; what the world itself does is left out. */
async function createRig() {
  const disposal = createDisposal()
  const host = createManualClock(START)
  const store = disposal.use(await createInlineStore(host))
  const overlay = createOverlayLog(store)
  const clock = createPlatformClock({ host, zoneMinutes: 480, lastEpoch: 0, keep: () => {} })
  const commands = createCommandLog(overlay)
  const deeds = createInterventionLog(overlay)
  const directory = createDirectory(SEED)
  directory.addGroup(0, { zh: '组', en: 'Group' }, 'group', 1)
  SNS.forEach((sn, i) => {
    directory.addDevice({
      sn,
      kind: 'camera',
      name: { zh: sn, en: sn },
      groupId: 1,
      rosterIndex: i,
      protocolType: 1,
      ability: 1,
      isPtz: false,
      x: i,
      y: i,
      longitude: 116.4,
      latitude: 39.9,
      installedAtMs: START - HOUR_MS,
      installAddress: { zh: '', en: '' },
      installer: { zh: '', en: '' },
    })
  })
  const popups: string[] = []
  const applied: number[] = []
  const publisher = {
    alarms: (list, updateOnly) => {
      if (!updateOnly) popups.push(...list.map(({ alarmSeq }) => alarmSeq))
    },
  } satisfies Partial<Publisher> as unknown as Publisher
  const view = createDirectoryView(directory, () => clock.now())
  const book = new AlarmBook(store, createAlarmPorts(view, directory).devices, publisher)
  const drive = disposal.use(
    createFleetDrive({
      directory,
      hosts: [createMotorHost(SEED, CITY, LOOPS)],
      startMs: clock.now(),
      commandsOf: (sn) => commands.commandsOf(sn),
      onMoved: () => {},
      onError: (error) => {
        throw error
      },
      spare: () => createMotorHost(SEED, CITY, LOOPS),
    }),
  )
  await drive.refresh({ quiet: true })
  commands.onCut(() => void drive.refresh())
  const placement = new Placement(store.read, view)
  clock.onChange(({ kind, toMs }) => {
    if (kind !== 'jump') return
    void drive.reset(toMs)
    placement.apply(toMs)
  })
  commands.onCommand(({ sn, atMs }) => {
    const device = directory.deviceBySn(sn)
    if (device) void drive.recheck(device, atMs)
  })
  host.every(200, () => void drive.step(clock.now(), false))
  const log = pino({ level: 'silent' })
  const moves = createClockMoves(
    {
      clock,
      host,
      store,
      overlay,
      book,
      log,
      reachedMs: () => clock.now(),
      backfill: async () => {},
      applyPlaces(atMs) {
        applied.push(atMs)
        placement.apply(atMs)
      },
    },
    disposal,
  )
  const settle = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    await moves.settled()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    clock,
    commands,
    deeds,
    directory,
    moves,
    book,
    popups,
    applied,
    store,
    settle,
    /** Lets host time pass in pieces, each brought to its end. */
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 250) {
        host.advance(Math.min(250, left))
        await settle()
      }
    },
    visibleAlarms: () =>
      readAfter(store.read, { after: 0, nowMs: Math.floor(clock.now()), groupIds: undefined, limit: 1000 })
        .map((row) => row.alarm_seq)
        .sort(),
    /** Puts a device at a longitude, as an operator does. */
    async place(sn: string, longitude: number) {
      const validFromMs = clock.now()
      const position = { longitude, latitude: 39.9 }
      const actor = { userId: 0, loginName: 'test', atMs: validFromMs, address: '', requestId: '' }
      await store.write('devices.place', {
        sn,
        validFromMs,
        position,
        action: 'devices.updatePlaceGps',
        actor,
      })
      placement.move(sn, position)
    },
    longitudeOf: (sn: string) => directory.state(directory.slotOf(sn)!).longitude,
    async raise(seq: string, sn: string) {
      await book.raise([
        { sn, chnId: 1, alarmSeq: seq, type: 'IoAlarm', subType: 'SOS', startMs: clock.now() },
      ])
    },
    [Symbol.asyncDispose]: () => disposal.end(),
  }
}

/** The same by stepping: everything that was ever done in a list, looked through from the beginning at every question. */
class NaivePlatform {
  #hostMs = START
  #fromHostMs = START
  #fromMs = START
  #rate = 1
  #resumeRate = 1
  alarms: { seq: string; sn: string; atMs: number }[] = []
  edits: { sn: string; atMs: number; longitude: number }[] = []
  commands: { sn: string; atMs: number; order: number; forced: 'online' | 'offline' | 'released' }[] = []

  now() {
    return Math.floor(this.#fromMs + (this.#hostMs - this.#fromHostMs) * this.#rate)
  }
  pass(ms: number) {
    this.#hostMs += ms
  }
  #turn(rate: number, atMs = this.now()) {
    this.#fromMs = atMs
    this.#fromHostMs = this.#hostMs
    this.#rate = rate
  }
  pause() {
    if (this.#rate !== 0) this.#turn(0)
  }
  resume() {
    if (this.#rate === 0) this.#turn(this.#resumeRate)
  }
  speed(rate: number) {
    this.#turn(rate)
    this.#resumeRate = rate
  }
  step(ms: number) {
    this.#turn(0, this.now() + ms)
  }
  jump(toMs: number, cut: boolean) {
    if (cut && toMs < this.now()) {
      this.alarms = this.alarms.filter(({ atMs }) => atMs <= toMs)
      this.commands = this.commands.filter(({ atMs }) => atMs <= toMs)
      this.edits = this.edits.filter(({ atMs }) => atMs <= toMs)
    }
    this.#turn(this.#rate, toMs)
  }
  get isPaused() {
    return this.#rate === 0
  }
  visible() {
    return this.alarms
      .filter(({ atMs }) => atMs <= this.now())
      .map(({ seq }) => seq)
      .sort()
  }
  /** Steps through the edits of one device up to now; of one moment the last counts. */
  longitude(sn: string) {
    const nowMs = this.now()
    const own = this.edits.filter((edit) => edit.sn === sn && edit.atMs <= nowMs)
    return own.toSorted((a, b) => a.atMs - b.atMs).at(-1)?.longitude ?? 116.4
  }
  /** Steps through the commands to one device up to now; without one in force its own outages count. */
  online(sn: string, entity: number) {
    let forced: 'online' | 'offline' | 'released' = 'released'
    const nowMs = this.now()
    const own = this.commands.filter((command) => command.sn === sn)
    own.sort((a, b) => a.atMs - b.atMs || a.order - b.order)
    for (const command of own) if (command.atMs <= nowMs) forced = command.forced
    if (forced !== 'released') return forced === 'online'
    return !outages(SEED, entity, nowMs, nowMs + 1).some(
      ({ fromMs, toMs }) => nowMs >= fromMs && nowMs < toMs,
    )
  }
}

const sn = fc.constantFrom(...SNS)
const deed = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 4000 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('alarm' as const), sn }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('edit' as const), sn, step: fc.integer({ min: 1, max: 50 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('command' as const),
      sn,
      forced: fc.constantFrom('online' as const, 'offline' as const, 'released' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('jump' as const),
      byMs: fc.integer({ min: -3 * HOUR_MS, max: 3 * HOUR_MS }),
      cut: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('speed' as const), rate: fc.constantFrom(0.1, 1, 7, 60, 3600) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pause' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('resume' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('step' as const), ms: fc.integer({ min: 1, max: 2 * HOUR_MS }) }),
  },
)

test('random moves of the clock, edits, commands, alarms and outages agree with a naive stepping reference', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 5, maxLength: 40 }), async (deeds) => {
      await using rig = await createRig()
      const naive = new NaivePlatform()
      let order = 0
      for (const one of deeds) {
        switch (one.do) {
          case 'pass':
            await rig.pass(one.ms)
            naive.pass(one.ms)
            break
          case 'alarm':
            await rig.raise(`alarm-${++order}`, one.sn)
            naive.alarms.push({ seq: `alarm-${order}`, sn: one.sn, atMs: naive.now() })
            break
          case 'edit':
            await rig.place(one.sn, 116 + one.step / 100)
            naive.edits.push({ sn: one.sn, atMs: naive.now(), longitude: 116 + one.step / 100 })
            break
          case 'command':
            await rig.commands.append(one.sn, rig.clock.now(), { kind: 'connectivity', forced: one.forced })
            naive.commands.push({ sn: one.sn, atMs: naive.now(), order: ++order, forced: one.forced })
            break
          case 'jump':
            await rig.moves.jump(rig.clock.now() + one.byMs, one.cut)
            naive.jump(naive.now() + one.byMs, one.cut)
            break
          case 'speed':
            rig.clock.speed(one.rate)
            naive.speed(one.rate)
            break
          case 'pause':
            rig.clock.pause()
            naive.pause()
            break
          case 'resume':
            rig.clock.resume()
            naive.resume()
            break
          case 'step':
            if (!naive.isPaused) break
            rig.clock.step(one.ms)
            naive.step(one.ms)
        }
        // A step of the fleet, so that it has seen the present; host time passes for both.
        await rig.pass(250)
        naive.pass(250)
        expect(rig.clock.now()).toBe(naive.now())
        expect(rig.visibleAlarms()).toEqual(naive.visible())
        // The fleet looks every 200 ms, what comes again is looked for every 500 ms: changes since then are not seen yet.
        await rig.pass(500)
        naive.pass(500)
        const seen = (lagMs: number) => {
          naive.pass(-lagMs)
          const states = SNS.map((device) => ({
            online: naive.online(device, rig.directory.deviceBySn(device)!.entity),
            longitude: naive.longitude(device),
          }))
          naive.pass(lagMs)
          return states
        }
        const [now, earlier, earliest] = [seen(0), seen(200), seen(500)]
        SNS.forEach((device, i) => {
          const { slot } = rig.directory.deviceBySn(device)!
          if (now[i]!.online === earlier[i]!.online) {
            expect(rig.directory.isOnline(slot), device).toBe(now[i]!.online)
          }
          if (now[i]!.longitude === earliest[i]!.longitude) {
            expect(rig.longitudeOf(device), device).toBe(now[i]!.longitude)
          }
        })
      }
    }),
    { numRuns: 300 },
  )
})

test('what a jump back hides comes again as new, once; what it cuts does not', async () => {
  await using rig = await createRig()
  await rig.pass(1000)
  await rig.raise('before', 'A')
  const beforeMs = rig.clock.now()
  await rig.moves.jump(beforeMs + MINUTE_MS)
  await rig.raise('later', 'B')
  const laterMs = rig.clock.now()
  expect(rig.popups).toEqual(['before', 'later'])
  const flag = (name: string) => rig.directory.state(rig.directory.slotOf(name)!).alarmFlg
  expect([flag('A'), flag('B')]).toEqual([1, 1])

  await rig.moves.jump(laterMs - 2000)
  expect(rig.visibleAlarms()).toEqual(['before'])
  expect([flag('A'), flag('B')]).toEqual([1, 0])
  await rig.pass(4000)
  expect(rig.visibleAlarms()).toEqual(['before', 'later'])
  expect(rig.popups).toEqual(['before', 'later', 'later'])
  expect(flag('B')).toBe(1)

  await rig.moves.jump(laterMs - 2000, true)
  await rig.pass(6000)
  expect(rig.visibleAlarms()).toEqual(['before'])
  expect(rig.popups).toEqual(['before', 'later', 'later'])
})

test('what was done to the world is hidden by a jump back and gone after a cut', async () => {
  await using rig = await createRig()
  const weather = () =>
    rig.deeds.interventions.touching('weather', rig.clock.now() - 1, rig.clock.now()).map(({ dust }) => dust)
  await rig.pass(1000)
  await rig.deeds.append(rig.clock.now(), { kind: 'weather', dust: 0.5, forMs: HOUR_MS })
  await rig.pass(1000)
  expect(weather()).toEqual([0.5])
  const atMs = rig.clock.now()
  await rig.moves.jump(atMs - MINUTE_MS)
  expect(weather()).toEqual([])
  await rig.moves.jump(atMs)
  expect(weather()).toEqual([0.5])
  await rig.moves.jump(atMs - MINUTE_MS, true)
  await rig.moves.jump(atMs)
  expect(weather()).toEqual([])
})

test('where people placed a device comes again with its time', async () => {
  await using rig = await createRig()
  await rig.pass(60_000)
  const placedMs = rig.clock.now()
  await rig.place('A', 116.5)
  await rig.moves.jump(placedMs - 5000)
  await rig.pass(4000)
  expect(rig.applied).toEqual([])
  expect(rig.longitudeOf('A')).toBe(116.4)
  await rig.pass(2000)
  expect(rig.applied).toHaveLength(1)
  expect(rig.longitudeOf('A')).toBe(116.5)
})

test('an alarm that was over is in progress again before its end', async () => {
  await using rig = await createRig()
  const startMs = rig.clock.now()
  await rig.pass(20_000)
  const alarm = { sn: 'A', chnId: 1, alarmSeq: 'x', type: 'IoAlarm', subType: 'SOS', startMs }
  await rig.book.raise([{ ...alarm, state: 2, endMs: startMs + 15_000 }])
  await rig.moves.jump(startMs + 5000)
  const [again] = await rig.book.raise([alarm])
  expect(again).toMatchObject({ state: 1, endTime: null })
})
