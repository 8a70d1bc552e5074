import type { FleetSpec } from '@backlot/contract/control/fleet-spec'
import { DAY_MS, fromCivil } from '@backlot/contract/time'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createOutbox } from '../channel/outbox.ts'
import { createDirectoryView } from '../composition/adapters/directory-view.ts'
import { loadScenario } from '../scenario/read-scenario.ts'
import { createManualClock } from '../timeline/manual-clock.ts'
import type { OverlayEntry } from '../timeline/overlay-log.ts'
import { createPlatformClock } from '../timeline/platform-clock.ts'
import { buildCity } from '../world/city/build-city.ts'
import { projectionAt } from '../world/city/projection.ts'
import { createNewcomers } from '../world/newcomers.ts'
import { buildFleet } from './build-fleet.ts'
import { createFleetManager } from './create-fleet-manager.ts'

const scenario = loadScenario('demo')
const city = buildCity(7)
/** Devices of the scenario. */
const OWN = scenario.fleets.reduce((sum, { count }) => sum + count, 0)
const NOON = fromCivil(2026, 11, 20, 12)

/** A platform with its fleets; `entries` are those that an earlier one stored. */
function start(
  entries: OverlayEntry[] = [],
  nowMs = NOON,
  left?: (sns: readonly string[], atMs: number) => Promise<void>,
) {
  const host = createManualClock(nowMs)
  const clock = createPlatformClock({ host, zoneMinutes: 480, lastEpoch: 0, keep: () => {} })
  const { directory, counters } = buildFleet(7, scenario, city)
  const outbox = createOutbox(() => host.now())
  const overlay = {
    entriesOf: (kinds: readonly string[]) => entries.filter(({ kind }) => kinds.includes(kind)),
    append: async (fresh: Omit<OverlayEntry, 'seq'>) => {
      // Stored entries are JSON.
      const entry = JSON.parse(JSON.stringify({ ...fresh, seq: entries.length + 1 })) as OverlayEntry
      entries.push(entry)
      return entry
    },
  }
  const log = pino({ level: 'silent' })
  const newcomers = createNewcomers()
  const manager = createFleetManager({
    seed: 7,
    city,
    directory,
    counters,
    overlay,
    clock,
    host,
    publisher: outbox,
    log,
    newcomers,
    left,
  })
  const devices = () =>
    Array.from({ length: directory.slotLimit() }, (_, slot) => directory.device(slot)).filter(
      (device) => device !== undefined,
    )
  const added = () =>
    devices()
      .filter((device) => device.fleetId !== undefined)
      .map(({ slot: _slot, ...device }) => device)
      .sort((a, b) => a.id - b.id)
  return { host, clock, directory, outbox, manager, entries, devices, added, newcomers }
}

const taxis: FleetSpec = { kind: 'vehicle', count: 40, group: 'taxis', placement: 'traffic', profile: 'busy' }
const cameras: FleetSpec = {
  kind: 'camera',
  count: 900,
  group: { key: 'festival', name: { zh: '庙会', en: 'Temple Fair' }, parent: 'safety' },
  split: 'district',
  placement: 'junctions',
}

test('added devices are in the tree with names and serials of their own, and the list says so', async () => {
  const { manager, directory, devices } = start()
  expect(await manager.add(taxis)).toEqual({ fleetId: 'fleet-1', added: 40 })
  expect(await manager.add(cameras)).toEqual({ fleetId: 'fleet-2', added: 900 })
  const all = devices()
  expect(all).toHaveLength(OWN + 940)
  for (const key of ['sn', 'id', 'entity'] as const) {
    expect(new Set(all.map((device) => device[key])).size, key).toBe(all.length)
  }
  const own = all.filter(({ fleetId }) => fleetId !== undefined)
  expect(new Set(own.map(({ name }) => name.en)).size).toBe(own.length)
  expect(new Set(all.flatMap(({ trafficIndex }) => trafficIndex ?? [])).size).toBe(70 + 40)
  const fair = directory.groupByKey('festival')!
  expect(directory.groupPath(fair.id).map((id) => directory.group(id)!.key)).toEqual([
    'festival',
    'safety',
    'city',
  ])
  expect(directory.groupChildren(fair.id).length).toBeGreaterThan(5)
  expect(directory.countBelow(fair.id).total).toBe(900)
  expect(manager.list()).toEqual([
    expect.objectContaining({
      fleetId: 'fleet-1',
      kind: 'vehicle',
      count: 40,
      group: 'taxis',
      addedAtMs: NOON,
    }),
    expect.objectContaining({
      fleetId: 'fleet-2',
      kind: 'camera',
      count: 900,
      group: 'festival',
      wire: false,
    }),
  ])
})

test('a restart has the same devices, whatever was added and removed in between', async () => {
  const first = start()
  await first.manager.add(taxis)
  const { fleetId } = await first.manager.add({ ...taxis, count: 10, kind: 'bodyCamera', group: 'officers' })
  await first.manager.add(cameras)
  await first.manager.remove(fleetId)
  await first.manager.add({ ...taxis, count: 5 })
  const again = start(first.entries, NOON + 1000)
  expect(again.added()).toEqual(first.added())
  expect(again.manager.list().map(({ fleetId }) => fleetId)).toEqual(['fleet-1', 'fleet-3', 'fleet-4'])
  // The serial numbers of the next fleet were used by nobody before.
  await again.manager.add({ ...taxis, count: 10 })
  expect(new Set(again.devices().map(({ sn }) => sn)).size).toBe(OWN + 40 + 900 + 5 + 10)
})

test('removing takes the devices and the groups that were made for them, and nothing else', async () => {
  const { manager, directory, devices } = start()
  const groups = directory.groupsInOrder().map(({ id }) => id)
  const before = devices()
  const { fleetId } = await manager.add(cameras)
  await manager.add({ ...cameras, group: 'junctions', split: undefined, count: 20 })
  expect(await manager.remove(fleetId)).toEqual({ fleetId, removed: 900 })
  expect(directory.groupByKey('festival')).toBeUndefined()
  expect(directory.deviceCount()).toBe(OWN + 20)
  await manager.remove('fleet-2')
  expect(devices()).toEqual(before)
  expect(directory.groupsInOrder().map(({ id }) => id)).toEqual(groups)
  await expect(manager.remove(fleetId)).rejects.toThrow('There is no fleet fleet-1')
})

test('ten thousand devices are one tree notice, half a second later, and others get their turn meanwhile', async () => {
  const { manager, outbox, host, directory } = start()
  let turns = 0
  let done = false
  const count = () => {
    turns++
    if (!done) setImmediate(count)
  }
  setImmediate(count)
  await manager.add({ ...cameras, count: 10_000, split: 500 })
  done = true
  expect(turns).toBeGreaterThan(30)
  expect(outbox.drain(host.now()).treeParents).toEqual([])
  const { treeParents } = outbox.drain(host.now() + 500)
  expect(treeParents).toHaveLength(22)
  expect(treeParents).toContain(directory.groupByKey('safety')!.id)
  expect(outbox.drain(host.now() + 5000).treeParents).toEqual([])
})

test('before the moment of its adding a fleet is not there, after it again', async () => {
  const { manager, clock, host, added, directory } = start()
  await manager.add(taxis)
  const taxisOf = added()
  clock.jump(NOON - DAY_MS)
  // A change is queued behind the clock's.
  await expect(manager.remove('fleet-1')).rejects.toThrow('no fleet')
  expect(directory.deviceCount()).toBe(OWN)
  expect(manager.list()).toEqual([])
  clock.jump(NOON - 1500)
  host.advance(2000)
  await manager.add({ ...taxis, count: 1 })
  expect(added().filter(({ fleetId }) => fleetId === 'fleet-1')).toEqual(taxisOf)
})

test('a user whose scope is one group sees the devices that come into it and no others', async () => {
  const { manager, directory, clock } = start()
  const view = createDirectoryView(directory, () => clock.now())
  const scope = { rootGroupIds: [directory.groupByKey('transport')!.id] }
  await manager.add(taxis)
  await manager.add(cameras)
  const seen = [...directory.slotsInScope(directory.scopeOf(scope.rootGroupIds))].map(
    (slot) => directory.device(slot)!.fleetId,
  )
  expect(seen.filter((fleetId) => fleetId === 'fleet-1')).toHaveLength(40)
  expect(seen.filter((fleetId) => fleetId === 'fleet-2')).toHaveLength(0)
  const fair = directory.groupByKey('festival')!
  expect(view.inScope(fair.id, scope)).toBe(false)
  expect(view.inScope(fair.id, { rootGroupIds: [directory.groupByKey('safety')!.id] })).toBe(true)
})

test('places are districts, roads, worksites, routes and circles, and a name that the city lacks is refused', async () => {
  const { manager, directory } = start()
  const { toLocal } = projectionAt(city.longitude, city.latitude)
  const district = city.districts[0]!
  const road = city.roads.find(({ class: kind, name }) => kind === 'arterial' && name.zh !== '')!
  const worksite = city.places.find(({ kind }) => kind === 'worksite')!
  const fixed: FleetSpec = { kind: 'camera', count: 30, group: 'gates', placement: 'gates' }
  const centre: [number, number] = [city.longitude, city.latitude]
  const away: [number, number] = [city.longitude + 0.03, city.latitude + 0.02]
  const placesOf = async (placement: FleetSpec['placement']) => {
    const { fleetId, added } = await manager.add({ ...fixed, placement })
    expect(added).toBe(30)
    const places: { x: number; y: number; districtKey: string }[] = []
    for (let slot = 0; slot < directory.slotLimit(); slot++) {
      const device = directory.device(slot)
      if (device?.fleetId !== fleetId) continue
      const { longitude, latitude } = directory.state(slot)
      places.push({ ...toLocal(longitude, latitude), districtKey: directory.group(device.groupId)!.key! })
    }
    return places
  }
  // A pole at the boundary may be on the other side of it.
  const inside = (await placesOf({ district: district.name.zh })).filter(
    ({ districtKey }) => districtKey === `gates/${district.id}`,
  )
  expect(inside.length).toBeGreaterThan(26)
  for (const { x, y } of await placesOf({ worksite: worksite.name.en })) {
    expect(Math.hypot(x - worksite.x, y - worksite.y)).toBeLessThan(125)
  }
  const [longitude, latitude] = away
  const middle = toLocal(longitude, latitude)
  for (const { x, y } of await placesOf({ around: { longitude, latitude, radiusM: 800 } })) {
    expect(Math.hypot(x - middle.x, y - middle.y)).toBeLessThan(900)
  }
  const along = await placesOf({ route: [centre, away] })
  expect(Math.hypot(along[0]!.x, along[0]!.y)).toBeLessThan(900)
  expect(Math.hypot(along[29]!.x - middle.x, along[29]!.y - middle.y)).toBeLessThan(900)
  expect(await placesOf({ road: road.name.en })).toHaveLength(30)
  await expect(manager.add({ ...fixed, placement: { district: 'Atlantis' } })).rejects.toThrow(
    'placement: there is no district Atlantis',
  )
  await expect(manager.add({ ...fixed, group: 'nowhere' })).rejects.toThrow(
    'group: there is no group nowhere',
  )
})

test('a seed of its own draws other names and never the serials of others', async () => {
  const { manager, devices } = start()
  await manager.add(taxis)
  await manager.add({ ...taxis, seed: 99 })
  const serials = devices().map(({ sn }) => sn)
  expect(new Set(serials).size).toBe(serials.length)
  const again = start()
  await again.manager.add({ ...taxis, seed: 99 })
  expect(again.added().map(({ name }) => name)).not.toEqual(start().added())
})

test('whoever leaves is told of with its moment: that of the removal, also when the clock is past it', async () => {
  const told: [count: number, atMs: number][] = []
  const left = async (sns: readonly string[], atMs: number) => {
    told.push([sns.length, atMs])
  }
  const { manager, clock } = start([], NOON, left)
  await manager.add(taxis)
  clock.jump(NOON + 60_000)
  await manager.remove('fleet-1')
  expect(told).toEqual([[40, NOON + 60_000]])
  clock.jump(NOON + 30_000)
  await manager.settled()
  clock.jump(NOON + DAY_MS)
  await manager.settled()
  expect(told.slice(1)).toEqual([[40, NOON + 60_000]])
})
