import { DAY_MS, dayStart, fromCivil, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { homePose, initialPtzState } from '../devices/camera-home.ts'
import { commandPosition, type DeviceAction, type DeviceCommand } from '../devices/commands.ts'
import { onlineAt, onlineSpans } from '../devices/connectivity.ts'
import { gpsReportAt } from '../devices/gps-fix.ts'
import { lastHeardMs } from '../devices/last-heard.ts'
import { outages } from '../devices/outages.ts'
import { createPtzTrack } from '../devices/ptz-track.ts'
import { stationReportAt } from '../devices/station-reports.ts'
import type { DayFold } from '../world/air/day-fold.ts'
import { createInterventions } from '../world/create-interventions.ts'
import type { Intervention, WorldAction } from '../world/interventions.ts'
import { gridCity } from '../world/traffic/grid-city.test-support.ts'
import { type BuiltWorld, createWorld } from '../world/world.ts'

const SEEDS = [7, 40, 1999] as const
const START = fromCivil(2026, 6, 17, 5)
/** Across a midnight: one day's end is the next one's start. */
const HOURS = 40
const STEPPED_HOURS = 16
const city = gridCity(9)
const SOLAR = { x: 10, y: 20 }
const roster = {
  vehicles: 5,
  bodyCameras: 0,
  sites: {
    gasDetector: Float64Array.from([0, 0]),
    hj212Station: Float64Array.from([120, 30]),
    solarStation: Float64Array.from([SOLAR.x, SOLAR.y]),
  },
}
/** The roads' loops of each seed: they take long to make. */
const loopsOf = new Map(
  SEEDS.map((seed) => [seed, createWorld(seed, { city, roster }).traffic.loops] as const),
)
type Seed = (typeof SEEDS)[number]
const worldWith = (seed: Seed, interventions: readonly Intervention[]) =>
  createWorld(seed, {
    city,
    roster,
    loops: loopsOf.get(seed),
    interventions: createInterventions(interventions),
  })

const worldSeed = fc.constantFrom(...SEEDS)

const moment = fc.integer({ min: START, max: START + HOURS * HOUR_MS })
const share = fc.double({ min: 0, max: 1, noNaN: true })
const forMs = fc.integer({ min: MINUTE_MS, max: 5 * HOUR_MS })
const degrees = (middle: number) =>
  fc.double({ min: -0.004, max: 0.004, noNaN: true }).map((by) => middle + by)
const place = { longitude: degrees(city.longitude), latitude: degrees(city.latitude) }
const intervention: fc.Arbitrary<WorldAction> = fc.oneof(
  fc.record({
    kind: fc.constant('weather' as const),
    forMs,
    cloud: fc.option(share, { nil: undefined }),
    rainMmPerHour: fc.option(fc.double({ min: 0, max: 20, noNaN: true }), { nil: undefined }),
    windSpeedMs: fc.option(fc.double({ min: 0, max: 15, noNaN: true }), { nil: undefined }),
    windFromDeg: fc.option(fc.integer({ min: 0, max: 359 }), { nil: undefined }),
    dust: fc.option(share, { nil: undefined }),
    temperatureC: fc.option(fc.integer({ min: -5, max: 38 }), { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant('leak' as const),
    ...place,
    gas: fc.constantFrom('combustible' as const, 'co' as const, 'h2s' as const),
    severity: share,
    forMs,
  }),
  fc.record({
    kind: fc.constant('incident' as const),
    incident: fc.constantFrom(
      'dust' as const,
      'noise' as const,
      'fire' as const,
      'sos' as const,
      'lowBattery' as const,
    ),
    ...place,
    severity: share,
    forMs,
  }),
  fc.record({
    kind: fc.constant('calm' as const),
    what: fc.constantFrom('weather' as const, 'leak' as const),
  }),
)
const order: fc.Arbitrary<DeviceAction> = fc.oneof(
  fc.record({
    kind: fc.constant('connectivity' as const),
    forced: fc.constantFrom('online' as const, 'offline' as const, 'released' as const),
  }),
  fc.constantFrom({ kind: 'reboot' as const }, { kind: 'restart' as const }, { kind: 'ptzStop' as const }),
  fc.record({
    kind: fc.constant('fault' as const),
    fault: fc.constantFrom(
      'offline' as const,
      'flapping' as const,
      'gpsLost' as const,
      'stuckSensor' as const,
      'clockDrift' as const,
      'lateReports' as const,
      'duplicateReports' as const,
      'silent' as const,
      'lowBattery' as const,
    ),
    on: fc.boolean(),
    forMs: fc.option(forMs, { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant('ptzMove' as const),
    motion: fc.record({
      pan: fc.constantFrom(-1 as const, 1 as const),
      tilt: fc.constantFrom(-1 as const, 0 as const),
    }),
    speed: fc.integer({ min: 1, max: 100 }),
    forMs: fc.option(fc.integer({ min: 200, max: 5000 }), { nil: undefined }),
  }),
)
/** Edits of the log: a new intervention, or the clock goes back and cuts later ones. */
const edit = fc.oneof(
  { weight: 6, arbitrary: fc.record({ atMs: moment, intervention }) },
  { weight: 6, arbitrary: fc.record({ atMs: moment, order }) },
  { weight: 1, arbitrary: fc.record({ cutMs: moment }) },
)

/** Everything that can be seen at a moment. */
function seen(
  { world, seed }: { world: BuiltWorld; seed: Seed },
  commands: readonly DeviceCommand[],
  atMs: number,
) {
  const station = {
    kind: 'hj212Station' as const,
    model: 'full',
    x: 120,
    y: 30,
    entity: 3,
    seed,
    commands,
  }
  const detector = { ...station, kind: 'gasDetector' as const, model: undefined, x: 0, y: 0, entity: 4 }
  const solar = { ...detector, kind: 'solarStation' as const, entity: 5, ...SOLAR }
  const farm = { ...detector, kind: 'farmStation' as const, entity: 6 }
  const { at } = { at: (ms: number) => world.traffic.vehicleAt(2, ms) }
  return {
    sky: { ...world.sky.at(atMs) },
    reports: [station, detector, solar, farm].map((each) => stationReportAt(world.air, each, atMs)),
    online: onlineAt(seed, 8, atMs, commands),
    gps: gpsReportAt(seed, 8, atMs, at, commands),
    heard: lastHeardMs(seed, 8, atMs, commands),
    pose: createPtzTrack(initialPtzState(seed, 9, 90), commands).poseAt(atMs),
    incidents: world.incidents
      .activeAt(atMs)
      .map(({ id }) => id)
      .sort(),
  }
}

test('whatever is done, cut and asked in whatever order, a world answers as one that lived through it', () => {
  fc.assert(
    fc.property(
      worldSeed,
      fc.array(edit, { maxLength: 14 }),
      fc.array(moment, { minLength: 4, maxLength: 10 }),
      (seed, edits, asked) => {
        // The world under test: things are done to it in the order given, with questions in between.
        const asker = { world: worldWith(seed, []), seed }
        const orders: DeviceCommand[] = []
        let seq = 1
        edits.forEach((what, i) => {
          seen(asker, orders, asked[i % asked.length]!)
          if ('cutMs' in what) {
            asker.world.interventions.removeAfter(what.cutMs)
            orders.splice(0, orders.length, ...orders.filter(({ atMs }) => atMs <= what.cutMs))
          } else if ('intervention' in what) {
            asker.world.interventions.add({
              ...what.intervention,
              atMs: what.atMs,
              seq: seq++,
            } as Intervention)
          } else {
            const command = { ...what.order, atMs: what.atMs, seq: seq++, sn: 'S' } as DeviceCommand
            orders.splice(commandPosition(orders, command), 0, command)
          }
        })
        const answers = new Map(asked.map((atMs) => [atMs, seen(asker, orders, atMs)]))

        // The reference lives from moment to moment and learns of everything only when its time comes.
        const lived = { world: worldWith(seed, []), seed }
        const toCome = [...asker.world.interventions.list()]
        for (const atMs of [...asked].sort((a, b) => a - b)) {
          while (toCome[0] && toCome[0].atMs <= atMs) lived.world.interventions.add(toCome.shift()!)
          const known = orders.filter((command) => command.atMs <= atMs)
          expect(seen(lived, known, atMs)).toEqual(answers.get(atMs))
        }
      },
    ),
    { numRuns: 40, seed: 11 },
  )
}, 120_000)

test('battery and soil equal stepping by hand with stored state, interventions in it', () => {
  const action = fc.record({
    atMs: fc.integer({ min: START - 4 * DAY_MS, max: START + 8 * HOUR_MS }),
    intervention,
  })
  fc.assert(
    fc.property(
      worldSeed,
      fc.array(action, { maxLength: 6 }),
      fc.array(moment, { minLength: 3, maxLength: 3 }),
      (seed, actions, asked) => {
        const log = actions.map(
          ({ atMs, intervention: done }, i) => ({ ...done, atMs, seq: i + 1 }) as Intervention,
        )
        const world = worldWith(seed, log)
        const solar = world.air.solar.stateFold(5, SOLAR)
        const soil = world.air.soil.moistureFold(6)
        for (const atMs of asked) {
          const { charge, loaded } = stepped(solar, atMs)
          const { stateOfCharge, outputCurrentA } = world.air.solar.at(5, atMs, SOLAR)
          expect([stateOfCharge, outputCurrentA > 0]).toEqual([charge, loaded])
          expect(world.air.soil.moistureAt(6, atMs)).toBe(stepped(soil, atMs))
        }
      },
    ),
    { numRuns: 15, seed: 12 },
  )
}, 120_000)

/** The state of a fold as a world that keeps it would have it. */
function stepped<State>(fold: DayFold<State>, atMs: number): State {
  let nowMs = dayStart(atMs) - fold.windowDays * DAY_MS
  let state = fold.initial
  while (nowMs < atMs) {
    const ms = Math.min(fold.stepMs, atMs - nowMs)
    state = fold.step(state, nowMs, ms)
    nowMs += ms
  }
  return state
}

/** The plainest possible device: gets commands one by one, asked second by second. */
function steppedOnline(
  seed: Seed,
  entity: number,
  orders: readonly DeviceCommand[],
  fromMs: number,
  toMs: number,
  stepMs: number,
) {
  const flags = { forced: 'released', outUntilMs: 0, overruled: false, downs: [] as [number, number][] }
  const own = outages(seed, entity, fromMs - DAY_MS, toMs)
  const waiting = [...orders]
  const states: boolean[] = []
  for (let nowMs = fromMs; nowMs < toMs; nowMs += stepMs) {
    while (waiting[0] && waiting[0].atMs <= nowMs) {
      const next = waiting.shift()!
      if (next.kind === 'connectivity') {
        flags.forced = next.forced
        flags.overruled = next.forced === 'online'
      }
      if (next.kind === 'reboot') flags.downs.push([next.atMs + 1500, next.atMs + 56_500])
      if (next.kind === 'restart') flags.downs.push([next.atMs + 500, next.atMs + 12_500])
      if (next.kind === 'fault' && next.fault === 'offline' && next.on) {
        flags.outUntilMs = next.forMs === undefined ? Number.POSITIVE_INFINITY : next.atMs + next.forMs
        flags.overruled = false
      }
    }
    const down = flags.downs.some(([from, to]) => nowMs >= from && nowMs < to)
    const out = own.some((span) => nowMs >= span.fromMs && nowMs < span.toMs)
    const fails = nowMs < flags.outUntilMs && !flags.overruled
    if (down || fails) states.push(false)
    else if (flags.forced !== 'released') states.push(flags.forced === 'online')
    else states.push(!out)
  }
  return states
}

test('connectivity at random equals a device stepped second by second through its commands', () => {
  const upset = order.filter(
    (action) => !(action.kind === 'fault' && (action.fault !== 'offline' || !action.on)),
  )
  fc.assert(
    fc.property(
      worldSeed,
      fc.nat(400),
      fc.array(fc.record({ atMs: moment, action: upset }), { maxLength: 10 }),
      (seed, entity, done) => {
        const orders = done
          .map(({ atMs, action }, i) => ({ ...action, atMs, seq: i, sn: 'S' }) as DeviceCommand)
          .sort((a, b) => a.atMs - b.atMs || a.seq - b.seq)
        const [fromMs, toMs, stepMs] = [START, START + STEPPED_HOURS * HOUR_MS, 7000]
        const stepped = steppedOnline(seed, entity, orders, fromMs, toMs, stepMs)
        const spans = onlineSpans(seed, entity, fromMs, toMs, orders)
        stepped.forEach((online, i) => {
          const atMs = fromMs + i * stepMs
          expect(onlineAt(seed, entity, atMs, orders)).toBe(online)
          expect(spans.find((span) => atMs < span.toMs)!.online).toBe(online)
        })
      },
    ),
    { numRuns: 12, seed: 13 },
  )
}, 120_000)

test('a camera that nobody commands stands as it was mounted', () => {
  expect(createPtzTrack(initialPtzState(SEEDS[0], 9, 90)).poseAt(START)).toEqual(homePose(SEEDS[0], 9, 90))
})
