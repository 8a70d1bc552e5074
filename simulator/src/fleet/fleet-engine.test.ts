import { DAY_MS, fromCivil } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import type { DeviceCommand } from '../devices/commands.ts'
import { onlineAt } from '../devices/connectivity.ts'
import { loadScenario } from '../scenario/read-scenario.ts'
import { projectionAt } from '../world/city/projection.ts'
import { squareToEdge } from '../world/traffic/edge-place.ts'
import { gridCity } from '../world/traffic/grid-city.test-support.ts'
import { createWorld } from '../world/world.ts'
import { buildFleet } from './build-fleet.ts'
import type { DirectoryChange } from './directory-change.ts'
import { createFleetTicker } from './fleet-ticker.test-support.ts'
import { lastPositionAt } from './presence.ts'

const scenario = loadScenario('demo')
const city = gridCity(13)
const NOON = fromCivil(2026, 11, 20, 12)

function start(commands: DeviceCommand[] = []) {
  const { directory, roster } = buildFleet(7, scenario, city)
  const world = createWorld(7, { city, roster })
  const ticker = createFleetTicker(world, directory, (sn) => commands.filter((command) => command.sn === sn))
  const slots = Array.from({ length: directory.slotLimit() }, (_, slot) => slot)
  return { directory, world, ticker, slots, commands }
}

test('after a reset about one device in ten is off line and vehicles are where they last said', () => {
  const { directory, world, ticker, slots } = start()
  ticker.reset(NOON)
  const { total, online } = directory.countBelow(0)
  expect(total).toBe(scenario.fleets.reduce((sum, { count }) => sum + count, 0))
  expect(total - online).toBeGreaterThan(10)
  expect(total - online).toBeLessThan(55)
  for (const slot of slots) {
    const device = directory.device(slot)!
    expect(directory.isOnline(slot)).toBe(onlineAt(7, device.entity, NOON))
    if (device.trafficIndex === undefined) continue
    const last = lastPositionAt(world, device, NOON, [])
    expect(directory.state(slot).longitude).toBe(last?.longitude ?? 0)
  }
})

test('forty minutes stepped in ticks leave the status that a reset at their end finds', () => {
  const stepped = start()
  stepped.ticker.reset(NOON)
  const changes: DirectoryChange[] = []
  stepped.directory.onChange((change) => changes.push(change))
  for (let at = NOON; at < NOON + 40 * 60_000; at += 700) stepped.ticker.step(at, at + 700, () => false)
  const jumped = start()
  jumped.ticker.reset(NOON + 40 * 60_000 + 400)
  for (const slot of stepped.slots) {
    expect(stepped.directory.isOnline(slot)).toBe(jumped.directory.isOnline(slot))
  }
  expect(changes.filter((change) => change.kind === 'status').length).toBeGreaterThan(0)
})

test('watched vehicles report every few seconds from the road, unwatched ones not at all', () => {
  const { directory, ticker, slots } = start()
  ticker.reset(NOON)
  const vehicles = slots.filter((slot) => directory.device(slot)!.kind === 'vehicle')
  const watched = new Set(vehicles.filter((_, i) => i % 2 === 0))
  const reports = new Map<number, number>()
  const { toLocal } = projectionAt(city.longitude, city.latitude)
  let offRoad = 0
  for (let at = NOON; at < NOON + 60_000; at += 100) {
    for (const change of ticker.step(at, at + 100, (slot) => watched.has(slot))) {
      expect(watched.has(change.slot)).toBe(true)
      // Fixed on the second before.
      expect(change.locationTimeMs % 1000).toBe(0)
      expect(change.locationTimeMs).toBeGreaterThan(at - 1000)
      expect(change.locationTimeMs).toBeLessThanOrEqual(at + 100)
      reports.set(change.slot, (reports.get(change.slot) ?? 0) + 1)
      const { x, y } = toLocal(change.longitude, change.latitude)
      const nearest = Math.min(
        ...Array.from({ length: city.graph.edgeCount }, (_, edge) => squareToEdge(city.graph, edge, x, y)),
      )
      if (nearest > 64) offRoad++
    }
  }
  expect(reports.size).toBeGreaterThan(20)
  for (const count of reports.values()) {
    expect(count).toBeGreaterThanOrEqual(5)
    expect(count).toBeLessThanOrEqual(31)
  }
  expect(offRoad).toBe(0)
})

test('however time is cut into ticks, the same positions come', () => {
  const collect = (tickMs: number) => {
    const { ticker } = start()
    ticker.reset(NOON)
    const seen = new Set<string>()
    for (let at = NOON; at < NOON + 30_000; at += tickMs) {
      for (const change of ticker.step(at, at + tickMs, () => true)) {
        seen.add(`${change.sn} ${change.locationTimeMs} ${change.longitude} ${change.latitude}`)
      }
    }
    return seen
  }
  expect(collect(100)).toEqual(collect(250))
})

test('a silent vehicle is on line where it last said, whoever looks and whenever, until it speaks again', () => {
  const { directory, ticker, slots, commands, world } = start()
  ticker.reset(NOON)
  const slot = slots.find((one) => directory.device(one)!.kind === 'vehicle' && directory.isOnline(one))!
  const device = directory.device(slot)!
  const said = (fromMs: number, toMs: number) => ticker.step(fromMs, toMs, (one) => one === slot).length
  expect(said(NOON, NOON + 30_000)).toBe(1)
  const silentMs = NOON + 30_000
  commands.push({
    atMs: silentMs,
    seq: 1,
    sn: device.sn,
    kind: 'fault',
    fault: 'silent',
    on: true,
    forMs: 60_000,
  })
  ticker.recheck(slot, silentMs)
  expect(said(silentMs, silentMs + 59_000)).toBe(0)
  expect(directory.isOnline(slot)).toBe(true)
  expect(directory.state(slot).locationTimeMs).toBeLessThan(silentMs)
  expect(lastPositionAt(world, device, silentMs + 59_000, commands)?.locationTimeMs).toBeLessThan(silentMs)
  ticker.reset(silentMs + 59_000)
  expect(directory.state(slot).locationTimeMs).toBeLessThan(silentMs)
  expect(said(silentMs + 59_000, silentMs + 90_000)).toBe(1)
  expect(directory.state(slot).locationTimeMs).toBeGreaterThan(silentMs + 60_000)
})

test('a command takes a device off line at once, and a jump of the clock is followed', () => {
  const { directory, ticker, slots, commands } = start()
  ticker.reset(NOON)
  const slot = slots.find((candidate) => directory.isOnline(candidate))!
  const { sn } = directory.device(slot)!
  commands.push({ atMs: NOON + 500, seq: 1, sn, kind: 'connectivity', forced: 'offline' })
  ticker.step(NOON, NOON + 1000, () => false)
  ticker.recheck(slot, NOON + 1000)
  expect(directory.isOnline(slot)).toBe(false)
  expect(ticker.step(NOON + 1000, NOON - 10 * DAY_MS, () => true)).toEqual([])
  expect(directory.isOnline(slot)).toBe(onlineAt(7, directory.device(slot)!.entity, NOON - 10 * DAY_MS))
})

test('a device added while time passes is looked at, and a removed one is forgotten', () => {
  const { directory, ticker, slots } = start()
  ticker.reset(NOON)
  const moving = slots.find((slot) => directory.device(slot)!.kind === 'vehicle' && directory.isOnline(slot))!
  directory.removeDevice(moving)
  for (let at = NOON; at < NOON + 20_000; at += 1000) {
    expect(ticker.step(at, at + 1000, () => true).some((change) => change.slot === moving)).toBe(false)
  }
  const model = directory.device(slots.find((slot) => slot !== moving)!)!
  const added = directory.addDevice(
    { ...model, sn: 'NEW', entity: 1, rosterIndex: 9999, channels: undefined },
    900_000,
  )
  expect(directory.isOnline(added.slot)).toBe(onlineAt(7, 1, NOON + 20_000))
})

test('a device reports at the period that was set for it, and at its own before and after a jump back', () => {
  const { directory, ticker, slots, commands } = start()
  ticker.reset(NOON)
  const slot = slots.find((one) => directory.device(one)!.kind === 'vehicle' && directory.isOnline(one))!
  const { sn } = directory.device(slot)!
  const during = (fromMs: number, forMs: number) => {
    const times: number[] = []
    for (let at = fromMs; at < fromMs + forMs; at += 100) {
      for (const change of ticker.step(at, at + 100, (one) => one === slot)) times.push(change.locationTimeMs)
    }
    return times
  }
  const before = during(NOON, 60_000)
  expect(before.length).toBeGreaterThanOrEqual(6)
  // One that holds at once, and one whose time has yet to come.
  const set = (atMs: number, value: number) =>
    commands.push({ atMs, seq: commands.length, sn, kind: 'setting', setting: 'reportSeconds', value })
  set(NOON + 60_000, 20)
  set(NOON + 180_000, 7)
  ticker.recheck(slot, NOON + 60_000)
  const slow = during(NOON + 60_000, 120_000)
  expect(slow.map((at, i) => at - (slow[i - 1] ?? at - 20_000))).toEqual(Array(6).fill(20_000))
  const quick = during(NOON + 180_000, 70_000)
  expect(quick.slice(1).map((at, i) => at - quick[i]!)).toEqual(Array(quick.length - 1).fill(7000))
  expect(quick.length).toBe(10)
  ticker.reset(NOON)
  expect(during(NOON, 60_000)).toEqual(before)
})

test('a moving device whose reports are late jumps to where its last batch left it', () => {
  const { directory, ticker, slots, commands } = start()
  ticker.reset(NOON)
  const slot = slots.find((one) => directory.device(one)!.kind === 'vehicle' && directory.isOnline(one))!
  const { sn } = directory.device(slot)!
  commands.push({ atMs: NOON, seq: 1, sn, kind: 'connectivity', forced: 'online' })
  commands.push({ atMs: NOON, seq: 2, sn, kind: 'fault', fault: 'lateReports', on: true, amount: 60 })
  ticker.recheck(slot, NOON)
  const told: number[] = []
  for (let at = NOON; at < NOON + 200_000; at += 200) {
    for (const change of ticker.step(at, at + 200, (one) => one === slot)) told.push(change.locationTimeMs)
  }
  // Each time the last second before the batch, and nothing in between.
  expect(told.map((ms) => Math.floor((ms - NOON) / 1000))).toEqual([-1, 59, 119, 179])
})
