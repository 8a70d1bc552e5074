import { setImmediate } from 'node:timers/promises'
import type { FleetSpec } from '@backlot/contract/control/fleet-spec'
import { fromCivil, MINUTE_MS } from '@backlot/contract/time'
import { runFleet } from '@backlot/simulator/composition/run-fleet'
import { createInlineStore } from '@backlot/simulator/composition/store/inline-store'
import { createIngest } from '@backlot/simulator/composition/wires/create-ingest'
import { openHj212 } from '@backlot/simulator/composition/wires/hj212/open-hj212'
import { runHj212Uplinks } from '@backlot/simulator/composition/wires/hj212/run-hj212-uplinks'
import { openJt808 } from '@backlot/simulator/composition/wires/jt808/open-jt808'
import { runJt808Uplinks } from '@backlot/simulator/composition/wires/jt808/run-jt808-uplinks'
import { openForeignDevices } from '@backlot/simulator/composition/wires/open-foreign-devices'
import { withWireReadings } from '@backlot/simulator/composition/wires/wire-readings'
import type { DeviceAction } from '@backlot/simulator/devices/commands'
import { KINDS } from '@backlot/simulator/devices/kinds'
import { WireFaults } from '@backlot/simulator/faults/wire-faults'
import { buildFleet } from '@backlot/simulator/fleet/build-fleet'
import { createCommandLog } from '@backlot/simulator/fleet/command-log'
import { createStationReadings } from '@backlot/simulator/history/station-readings'
import { createDisposal } from '@backlot/simulator/kernel/disposal'
import { createLog } from '@backlot/simulator/kernel/log'
import { loadScenario } from '@backlot/simulator/scenario/read-scenario'
import { createMetrics } from '@backlot/simulator/telemetry/metrics'
import { createManualClock } from '@backlot/simulator/timeline/manual-clock'
import { createOverlayLog } from '@backlot/simulator/timeline/overlay-log'
import { createPlatformClock } from '@backlot/simulator/timeline/platform-clock'
import { packCity } from '@backlot/simulator/world/city/packed-city'
import { gridCity } from '@backlot/simulator/world/traffic/grid-city.test-support'
import { createWorld } from '@backlot/simulator/world/world'
import { beforeAll, describe, expect, it } from 'vitest'

const SEED = 7
const CITY = gridCity(13)
const START = fromCivil(2026, 11, 20, 8, 1, 0, 0, 480)
const MINUTES = 16
/** By then every device that is up has connected. */
const KNOWN_FROM = START + 2 * MINUTE_MS
const STEP_MS = 500
const GIVE_UP_MS = 60_000
/** How much later than in process a connection may come or go: the uplinks' intervals, and pauses between attempts. */
const CONNECTING_MS = 15_000

const FLEETS: FleetSpec[] = [
  { kind: 'vehicle', count: 8, group: 'taxis', placement: 'traffic' },
  { kind: 'vehicle', count: 2, group: 'buses', placement: 'traffic', profile: 'busy' },
  { kind: 'vehicle', count: 2, group: 'services', placement: 'traffic', profile: 'calm' },
  {
    kind: 'hj212Station',
    count: 10,
    group: 'airQuality',
    placement: 'parks',
    models: ['air', 'dust', 'noise', 'water', 'industrial'],
  },
  { kind: 'gasDetector', count: 4, group: 'gas', placement: 'industry' },
]

/** Actions on devices: after how many seconds, on which device of the kind. */
const ACTIONS: { afterS: number; kind: string; index: number; action: DeviceAction }[] = [
  { afterS: 181, kind: 'vehicle', index: 0, action: { kind: 'connectivity', forced: 'offline' } },
  { afterS: 361, kind: 'vehicle', index: 0, action: { kind: 'connectivity', forced: 'online' } },
  { afterS: 200, kind: 'hj212Station', index: 1, action: { kind: 'connectivity', forced: 'offline' } },
  { afterS: 440, kind: 'hj212Station', index: 1, action: { kind: 'connectivity', forced: 'online' } },
  {
    afterS: 300,
    kind: 'vehicle',
    index: 2,
    action: { kind: 'fault', fault: 'gpsLost', on: true, forMs: 4 * MINUTE_MS },
  },
  { afterS: 150, kind: 'hj212Station', index: 0, action: { kind: 'fault', fault: 'stuckSensor', on: true } },
  // A clock that is wrong by six seconds a minute.
  {
    afterS: 160,
    kind: 'hj212Station',
    index: 2,
    action: { kind: 'fault', fault: 'clockDrift', on: true, amount: 8640 },
  },
  {
    afterS: 170,
    kind: 'hj212Station',
    index: 3,
    action: { kind: 'fault', fault: 'duplicateReports', on: true },
  },
  // Set while they run: it holds at once.
  {
    afterS: 200,
    kind: 'hj212Station',
    index: 4,
    action: { kind: 'setting', setting: 'realtimeSeconds', value: 30 },
  },
  {
    afterS: 201,
    kind: 'vehicle',
    index: 4,
    action: { kind: 'setting', setting: 'reportSeconds', value: 25 },
  },
  {
    afterS: 330,
    kind: 'vehicle',
    index: 4,
    action: { kind: 'setting', setting: 'reportSeconds', value: 3 },
  },
]

/** Knowledge of a platform, in the order in which it arrived; times are those of the devices. */
type Known = {
  /** One line a position: device, time of the fix, longitude, latitude, speed, direction. */
  positions: string[]
  /** One line a value: device, time of the report, code, value and unit. */
  readings: string[]
  /** Of each device: whether it was online once all had connected, then every change of that, with its moment. */
  online: Map<string, { online: boolean; atMs: number }[]>
  kinds: Map<string, string>
}

/** Lets a platform with the fleet live for some minutes; its clock passes as fast as its devices are heard. */
async function live(wire: boolean, hj212Units: 'field' | 'standard' = 'field'): Promise<Known> {
  const disposal = createDisposal()
  try {
    const host = createManualClock(START)
    const store = disposal.use(await createInlineStore(host))
    const overlay = createOverlayLog(store)
    const clock = createPlatformClock({ host, zoneMinutes: 480, lastEpoch: 0, keep: () => {} })
    const commands = createCommandLog(overlay)
    const fleets = FLEETS.map((fleet) => ({ ...fleet, wire }))
    const { directory, roster } = buildFleet(SEED, { ...loadScenario('demo'), fleets }, CITY)
    const world = createWorld(SEED, { city: CITY, roster })
    const devices = Array.from({ length: directory.deviceCount() }, (_, slot) => directory.device(slot)!)
    const log = createLog('silent')
    const known: Known = {
      positions: [],
      readings: [],
      online: new Map(devices.map(({ sn }) => [sn, []])),
      kinds: new Map(devices.map(({ sn, kind, model }) => [sn, model ? `${kind} ${model}` : kind])),
    }

    const publisher = {
      treeChanged: () => {},
      status: () => {},
      moved(slots: Iterable<number>) {
        for (const slot of slots) {
          const { longitude, latitude, speedKmh, directionDeg, locationTimeMs } = directory.state(slot)
          const values = [longitude, latitude, speedKmh, directionDeg]
          known.positions.push([devices[slot]!.sn, locationTimeMs, ...values].join(' '))
        }
      },
    }
    const faults = new WireFaults()
    const metrics = disposal.use(createMetrics())
    const config = { host: '127.0.0.1', port: 0, hj212Port: 0, jt808Port: 0, hj212Units, hj212Unit: [] }
    const deps = { store, directory, publisher, clock, host, log }
    const foreign = openForeignDevices({ ...deps, days: 180 }, disposal)
    const ingest = createIngest({ ...deps, foreign, discover: false }, disposal)
    const { ready } = runFleet(
      {
        world,
        packedCity: packCity({ city: CITY }),
        directory,
        commands,
        outbox: publisher,
        clock,
        host,
        log,
      },
      disposal,
    )
    await ready
    const hj212 = disposal.use((await openHj212({ config, ingest, clock, host, log, metrics }))!)
    const jt808 = disposal.use(
      (await openJt808({ config, directory, ingest, store, clock, host, log, metrics }))!,
    )
    const given = { world, directory, commands, faults, clock, host, log, config }
    const uplinks = [
      runHj212Uplinks({ ...given, port: hj212.port }, disposal),
      runJt808Uplinks({ ...given, port: jt808.port }, disposal),
    ]
    /** Whether nothing is on its way between devices and platform. */
    const isHeard = () =>
      uplinks
        .flatMap((each) => each.stats())
        .every(({ state, sent, acked, lost }) => state !== 'connecting' && sent === acked + lost)

    const readings = withWireReadings(
      createStationReadings(world, directory, (sn) => commands.commandsOf(sn)),
      directory,
      ingest.latestReadings,
    )
    const shown = new Map<string, number>()
    const look = () => {
      const nowMs = clock.now()
      for (const { sn, slot, kind } of devices) {
        const states = known.online.get(sn)!
        const online = directory.isOnline(slot)
        if (nowMs >= KNOWN_FROM && states.at(-1)?.online !== online) states.push({ online, atMs: nowMs })
        const family = KINDS[kind].family
        for (const row of (family && readings.latest(sn, family, nowMs)) ?? []) {
          const key = `${sn} ${row.code}`
          if (shown.get(key) === row.atMs) continue
          shown.set(key, row.atMs)
          known.readings.push([sn, row.atMs, row.code, row.value, row.unit].join(' '))
        }
      }
    }

    const actions = [...ACTIONS].sort((a, b) => a.afterS - b.afterS)
    for (let atMs = START; atMs < START + MINUTES * MINUTE_MS; atMs += STEP_MS) {
      while (actions[0] && START + actions[0].afterS * 1000 <= atMs) {
        const { kind, index, action } = actions.shift()!
        await commands.append(devices.filter((device) => device.kind === kind)[index]!.sn, atMs, action)
      }
      host.advance(STEP_MS)
      await until(isHeard)
      look()
    }
    return known
  } finally {
    await disposal.end()
  }
}

/** Lets sockets work until something holds. Throws when it does not come to pass. */
async function until(holds: () => boolean): Promise<void> {
  const giveUpMs = performance.now() + GIVE_UP_MS
  do {
    if (performance.now() > giveUpMs) throw new Error('Reports are on their way and do not arrive.')
    await setImmediate()
  } while (!holds())
}

/** Lines of the time in which both platforms know every device. */
function comparable(lines: readonly string[]): string[] {
  const untilMs = START + (MINUTES - 1) * MINUTE_MS
  return lines
    .filter((line) => {
      const atMs = Number(line.split(' ')[1])
      return atMs >= KNOWN_FROM && atMs < untilMs
    })
    .sort()
}

describe('a fleet on the wire and the same fleet in process', () => {
  let inProcess: Known
  let overWire: Known
  beforeAll(async () => {
    inProcess = await live(false)
    overWire = await live(true)
  })

  it('are the same devices', () => {
    expect(overWire.kinds).toEqual(inProcess.kinds)
  })

  it('report the same positions at the same seconds', () => {
    const expected = comparable(inProcess.positions)
    expect(expected.length).toBeGreaterThan(2000)
    expect(comparable(overWire.positions)).toEqual(expected)
  })

  it('show the same values of every quantity at the same seconds', () => {
    const expected = comparable(inProcess.readings)
    expect(expected.length).toBeGreaterThan(800)
    expect(comparable(overWire.readings)).toEqual(expected)
  })

  it('carries the same values in the units of the standard', async () => {
    const standard = await live(true, 'standard')
    expect(comparable(standard.readings)).toEqual(comparable(inProcess.readings))
  })

  it('are on line and off line alike', () => {
    for (const [sn, states] of inProcess.online) {
      const wired = overWire.online.get(sn)!
      expect([sn, wired.map(({ online }) => online)]).toEqual([sn, states.map(({ online }) => online)])
      states.forEach(({ atMs }, i) => {
        expect(wired[i]!.atMs - atMs).toBeLessThanOrEqual(CONNECTING_MS)
      })
    }
    const changes = [...inProcess.online.values()].filter((states) => states.length > 1)
    expect(changes.length).toBeGreaterThanOrEqual(2)
  })
})
