import type { DeviceKind } from '@backlot/contract/devices/kinds'
import { expect, test } from 'vitest'
import { loadScenario } from '../scenario/read-scenario.ts'
import { buildCity } from '../world/city/build-city.ts'
import { squareToEdge } from '../world/traffic/edge-place.ts'
import { buildFleet } from './build-fleet.ts'
import { expandRoutes } from './fleet-spec.ts'

const scenario = loadScenario('demo')
const city = buildCity(7)
const { directory, roster, roles, users } = buildFleet(7, scenario, city)
const devices = Array.from({ length: directory.slotLimit() }, (_, slot) => directory.device(slot)!)
const countOf = (kind: DeviceKind) => devices.filter((device) => device.kind === kind).length

test('the demo has the devices, accounts and roles it promises', () => {
  expect(countOf('camera') + countOf('ptzCamera')).toBe(120)
  expect(countOf('ptzCamera')).toBe(40)
  expect(countOf('vehicle')).toBe(60)
  expect(countOf('hj212Station')).toBe(40)
  expect(countOf('solarStation')).toBe(20)
  expect(countOf('farmStation')).toBe(20)
  expect(countOf('gasDetector')).toBe(20)
  expect(countOf('bodyCamera')).toBe(10)
  expect(users).toHaveLength(12)
  expect(roles).toHaveLength(5)
  expect(users[0]).toMatchObject({ loginName: 'admin', password: 'Backlot@2026', nodeId: 0, type: 0 })
  expect(roles[0]!.permission.length).toBeGreaterThan(50)
  const viewer = roles.find((role) => role.name === 'Viewer')!
  expect(viewer.permission.some((path) => path.startsWith('/realTime') || path.startsWith('/dispatch'))).toBe(
    false,
  )
  expect(users.find((user) => user.loginName === 'enviro2')!.nodeId).toBe(directory.groupByKey('farms')!.id)
})

test('serials are unique and look like those of their protocol, names are in both languages and mostly unique', () => {
  const style = [/^10\d{9}$/, /^\d{20}$/, /^22\d{9}$/, /^[0-9A-F]{24}$/, /^013\d{9}$/, /^35\d{10}$/]
  for (const device of devices) {
    expect(device.sn).toMatch(style[device.protocolType]!)
    expect(device.name.zh).toMatch(/[\u4e00-\u9fff]/)
    expect(device.name.en).not.toMatch(/^\s|\s$|undefined/)
  }
  expect(new Set(devices.map((device) => device.sn)).size).toBe(devices.length)
  expect(new Set(devices.map((device) => device.name.zh)).size).toBeGreaterThan(devices.length * 0.95)
})

test('fixed devices stand where they belong and cameras look along a road', () => {
  for (const device of devices) {
    if (device.trafficIndex !== undefined) continue
    expect(Math.abs(device.x) + Math.abs(device.y)).toBeGreaterThan(0)
    expect(directory.state(device.slot).longitude).toBeCloseTo(device.longitude, 9)
    expect(device.headingDeg).toBeGreaterThanOrEqual(0)
    expect(device.headingDeg).toBeLessThan(360)
    const sites = roster.sites[device.kind]!
    expect([sites[2 * device.rosterIndex], sites[2 * device.rosterIndex + 1]]).toEqual([device.x, device.y])
  }
  const junctionCameras = devices.filter((device) => device.kind === 'ptzCamera')
  for (const camera of junctionCameras) {
    const { nodeX, nodeY, nodeCount } = city.graph
    let nearest = Number.POSITIVE_INFINITY
    for (let n = 0; n < nodeCount; n++) {
      nearest = Math.min(nearest, Math.hypot(nodeX[n]! - camera.x, nodeY[n]! - camera.y))
    }
    expect(nearest).toBeLessThan(12)
  }
  const gates = devices.filter(({ kind, name }) => kind === 'camera' && name.en.includes(' gate '))
  expect(gates.length).toBe(24)
  for (const camera of gates) {
    let nearest = Number.POSITIVE_INFINITY
    for (let edge = 0; edge < city.graph.edgeCount; edge++) {
      nearest = Math.min(nearest, squareToEdge(city.graph, edge, camera.x, camera.y))
    }
    expect(Math.sqrt(nearest)).toBeLessThan(25)
  }
})

test('vehicles and body cameras ride different vehicles of the traffic', () => {
  const riding = devices.flatMap((device) => (device.trafficIndex === undefined ? [] : [device.trafficIndex]))
  expect(new Set(riding).size).toBe(70)
  expect(Math.max(...riding)).toBe(69)
  expect(roster).toMatchObject({ vehicles: 60, bodyCameras: 10 })
})

test('the same seed builds the same fleet and another seed another one', () => {
  const again = buildFleet(7, scenario, city)
  expect(Array.from({ length: devices.length }, (_, slot) => again.directory.device(slot))).toEqual(devices)
  expect(again.directory.groupsInOrder()).toEqual(directory.groupsInOrder())
  expect(buildFleet(8, scenario, city).directory.device(0)!.name).not.toEqual(devices[0]!.name)
})

test('ten thousand vehicles and two thousand cameras are built with unique serials', () => {
  const many = buildFleet(
    7,
    {
      ...scenario,
      fleets: [
        { kind: 'vehicle', count: 10_000, group: 'taxis', placement: 'traffic' },
        { kind: 'camera', count: 2000, group: 'junctions', placement: 'junctions' },
      ],
    },
    city,
  )
  expect(many.directory.deviceCount()).toBe(12_000)
})

test('a path that no route has is refused', () => {
  expect(() => expandRoutes(['/nope'])).toThrow('/nope')
  expect(expandRoutes(['/dispatch/*'])).toEqual(['/dispatch', '/dispatch/mapReplay'])
})
