/** Devices that an administrator added, and a clock that goes back before that. */

import type { DeviceKind } from '@backlot/contract/devices/kinds'
import { DAY_MS, fromCivil, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { onlineAt } from '../devices/connectivity.ts'
import { createCommandLog } from '../fleet/command-log.ts'
import { createDeviceLifecycle } from '../fleet/device-lifecycle.ts'
import { createDirectory } from '../fleet/directory.ts'
import { createEngineHost } from '../fleet/engine-host.ts'
import { createFleetDrive } from '../fleet/fleet-drive.ts'
import { createHistory } from '../history/create-history.ts'
import { createDeviceAlarms } from '../history/device-alarms.ts'
import { createStationReadings } from '../history/station-readings.ts'
import type { OverlayEntry, OverlayLog } from '../timeline/overlay-log.ts'
import { projectionAt } from '../world/city/projection.ts'
import { gridCity } from '../world/traffic/grid-city.test-support.ts'
import { createWorld } from '../world/world.ts'
import { absentBeforeAdded } from './absent-before-added.ts'

const ADDED = fromCivil(2026, 11, 20, 9)
const KINDS = [
  'solarStation',
  'gasDetector',
  'hj212Station',
  'vehicle',
  'camera',
  'sensorController',
] as const
/** Enough of each that some are online at any time. */
const EACH = 6

function start() {
  let nowMs = ADDED
  let seq = 0
  let cut = (_: unknown) => false
  const cuts = new Set<() => void>()
  // Only the part of the log that the command log uses: nothing is stored, and a cut can be triggered.
  const overlay = {
    entries: () => [],
    onCut: (listener: () => void) => cuts.add(listener),
    isCut: (entry: unknown) => cut(entry),
    append: async (entry: Omit<OverlayEntry, 'seq'>) => ({ ...entry, seq: ++seq }),
  } as unknown as OverlayLog
  const city = gridCity(9)
  const directory = createDirectory(7)
  const commands = createCommandLog(overlay)
  absentBeforeAdded(directory, commands)
  const world = createWorld(7, { city })
  const group = directory.addGroup(0, { zh: '组', en: 'Group' })
  const lifecycle = createDeviceLifecycle({
    directory,
    toLocal: projectionAt(city.longitude, city.latitude).toLocal,
    newcomers: world.newcomers,
    removeForeign: async () => true,
    left: async () => {},
  })
  const added = (sn: string, number: number, kind: DeviceKind) => ({
    sn,
    number,
    kind,
    protocolType: 0,
    name: sn,
    groupId: group.id,
    ability: 1,
    longitude: city.longitude,
    latitude: city.latitude,
    address: '',
    installer: '',
    addedMs: ADDED,
  })
  const devices = KINDS.flatMap((kind, k) =>
    Array.from({ length: EACH }, (_, i) => added(`${kind}-${i}`, k * EACH + i, kind)),
  )
  for (const device of devices) lifecycle.add(device)
  const alarms = createDeviceAlarms({ world, directory, commands })
  const history = createHistory({ world, directory, commands, alarms, clock: { now: () => nowMs } })
  const readings = createStationReadings(world, directory, (sn) => commands.commandsOf(sn))
  const drive = createFleetDrive({
    directory,
    hosts: [createEngineHost(7, city, world.traffic.loops)],
    startMs: nowMs,
    commandsOf: (sn) => commands.commandsOf(sn),
    onMoved: () => {},
    onError: (error) => {
      throw error
    },
    spare: () => createEngineHost(7, city, world.traffic.loops),
  })
  /** All that the platform knows of its devices at a moment, as a clock that jumps there finds it. */
  const seen = async (atMs: number) => {
    nowMs = atMs
    await drive.reset(atMs)
    return devices.map(({ sn, kind }) => {
      const { online, longitude, locationTimeMs } = directory.state(directory.slotOf(sn)!)
      const span = [atMs - 2 * HOUR_MS, atMs] as const
      const chnId = directory.channelsOf(directory.slotOf(sn)!)[0]?.chnId ?? 1
      return {
        sn,
        online,
        place: kind === 'vehicle' ? [longitude, locationTimeMs] : undefined,
        latest: (['hjt212', 'solar', 'gas'] as const).flatMap(
          (family) => readings.latest(sn, family, atMs) ?? [],
        ),
        track: history.trackOf(sn, ...span, MINUTE_MS),
        readings: history.readingsOf(sn, ...span, MINUTE_MS),
        recordings: history.recordingsOf(sn, chnId, ...span),
        onDevice: history.recordingsOf(sn, chnId, ...span, { source: 'device' }),
        alarms: history.alarmsOf(sn, atMs - 7 * DAY_MS, atMs),
        spans: history.onlineSpansOf(sn, ...span),
      }
    })
  }
  const cutAll = () => {
    cut = () => true
    for (const listener of cuts) listener()
  }
  return { lifecycle, directory, commands, devices, drive, seen, cutAll, added }
}

test('before the moment at which they were added devices are off line, and nothing was heard of them', async () => {
  const { drive, directory, seen } = start()
  await drive.refresh()
  const later = await seen(ADDED + 3 * DAY_MS)
  expect(later.filter(({ online }) => online).length).toBeGreaterThan(KINDS.length * 3)
  const has = (pick: (one: (typeof later)[number]) => readonly unknown[] | undefined) =>
    later.reduce((sum, one) => sum + (pick(one)?.length ?? 0), 0)
  expect(has(({ latest }) => latest)).toBeGreaterThan(20)
  expect(has(({ track }) => track)).toBeGreaterThan(20)
  expect(has(({ readings }) => readings)).toBeGreaterThan(20)
  expect(has(({ recordings }) => recordings)).toBeGreaterThan(3)
  expect(has(({ onDevice }) => onDevice)).toBeGreaterThan(3)
  expect(has(({ alarms }) => alarms)).toBeGreaterThan(0)
  for (const backMs of [1, MINUTE_MS, DAY_MS, 40 * DAY_MS]) {
    const atMs = ADDED - backMs
    for (const { sn, place, spans, ...lists } of await seen(atMs)) {
      expect(directory.deviceBySn(sn), sn).toBeDefined()
      expect(lists, sn).toEqual({
        online: false,
        latest: [],
        track: [],
        readings: [],
        recordings: [],
        onDevice: [],
        alarms: [],
      })
      expect(place ?? [0, 0]).toEqual([0, 0])
      expect(spans).toEqual([{ fromMs: atMs - 2 * HOUR_MS, toMs: atMs, online: false }])
    }
  }
  // When the time comes again, all of it is as it was.
  expect(await seen(ADDED + 3 * DAY_MS)).toEqual(later)
})

test('they come on line as time passes their moment, and nobody can have them before', async () => {
  const { drive, directory, devices, commands, seen, cutAll } = start()
  await drive.refresh()
  const [first] = devices
  await commands.append(first!.sn, ADDED - HOUR_MS, { kind: 'connectivity', forced: 'online' })
  await seen(ADDED - MINUTE_MS / 2)
  const online = () => devices.filter(({ sn }) => directory.isOnline(directory.slotOf(sn)!))
  expect(online()).toEqual([])
  await drive.step(ADDED - 1, false)
  expect(online()).toEqual([])
  await drive.step(ADDED + 1000, false)
  expect(online().length).toBeGreaterThan(KINDS.length * 3)
  expect(online()).toContain(first)
  // A cut removes orders, not the added devices.
  cutAll()
  expect(commands.commandsOf(first!.sn)).toHaveLength(1)
  const { entity } = directory.deviceBySn(first!.sn)!
  expect(onlineAt(7, entity, ADDED - 1, commands.commandsOf(first!.sn))).toBe(false)
})

test('one that was removed and added again is there from the second moment on; fleets carry no mark', () => {
  const { lifecycle, directory, commands, added, devices } = start()
  const [first] = devices
  lifecycle.drop(first!.sn)
  expect(commands.commandsOf(first!.sn)).toEqual([])
  lifecycle.add({ ...added(first!.sn, 900, 'solarStation'), addedMs: ADDED + DAY_MS })
  expect(commands.commandsOf(first!.sn)).toMatchObject([{ kind: 'absence', untilMs: ADDED + DAY_MS }])
  const given = directory.deviceBySn(first!.sn)!
  directory.addDevice({ ...given, sn: 'OF-FLEET', rosterIndex: 901, fleetId: 'fleet-1' })
  expect(commands.commandsOf('OF-FLEET')).toEqual([])
})
