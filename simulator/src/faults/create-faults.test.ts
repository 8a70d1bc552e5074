import { FaultOrder } from '@backlot/contract/control/fault-calls'
import { Registry } from 'prom-client'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { DeviceAction } from '../devices/commands.ts'
import { createDirectory, type Directory } from '../fleet/directory.ts'
import { StoreFaults } from '../store/store-faults.ts'
import { createManualClock, type ManualClock } from '../timeline/manual-clock.ts'
import { ChannelFaults } from './channel-faults.ts'
import { ClockFaults } from './clock-faults.ts'
import { createFaults, type Faults } from './create-faults.ts'
import { DeviceFaults } from './device-faults.ts'
import { defineFault, type InjectionPoints } from './fault.ts'
import { FAULTS } from './fault-list.ts'
import { HttpFaults } from './http-faults.ts'
import { MediaFaults } from './media-faults.ts'
import { SipFaults } from './sip-faults.ts'
import { WireFaults } from './wire-faults.ts'

let host: ManualClock
let directory: Directory
let done: { sn: string; action: DeviceAction }[]
let points: InjectionPoints
let registry: Registry
let faults: Faults

beforeEach(() => {
  host = createManualClock(1_000_000)
  directory = createDirectory(7)
  directory.addGroup(0, { zh: '北', en: 'North' }, 'north', 1)
  for (const sn of ['A', 'B', 'C', 'D']) addDevice(sn)
  done = []
  const commands = {
    append: async (sn: string, _atMs: number, action: DeviceAction) => {
      if (sn === 'broken') throw new Error('the store is gone')
      done.push({ sn, action })
    },
  }
  const clock = { now: () => 5 }
  const store = new StoreFaults()
  points = {
    http: new HttpFaults(),
    channel: new ChannelFaults(),
    devices: new DeviceFaults({ directory, commands, clock, store } as never),
    wire: new WireFaults(),
    media: new MediaFaults(),
    sip: new SipFaults(),
    store,
    clock: new ClockFaults(),
  }
  registry = new Registry()
  faults = createFaults({ points, host, platformNow: () => 5, seed: 7, registry, onError: () => {} })
})

function addDevice(sn: string): void {
  const name = { zh: sn, en: sn }
  const place = { x: 0, y: 0, longitude: 116, latitude: 39 }
  directory.addDevice({
    sn,
    kind: 'camera',
    name,
    groupId: 1,
    rosterIndex: 0,
    protocolType: 1,
    ability: 1,
    isPtz: false,
    installedAtMs: 0,
    installAddress: name,
    installer: name,
    ...place,
  })
}

const ENCODER = {
  ffmpeg: '',
  width: 640,
  height: 360,
  framesPerSecond: 12,
  quality: 26,
  ceilingKbps: 700,
}
/** Resolves after pending promise callbacks have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
const order = (given: object) => FaultOrder.parse(given)
const request = (path: string, account?: string) => ({ method: 'GET', path, account: () => account })
const areQuiet = () => [
  points.http.isQuiet,
  points.channel.isQuiet,
  points.wire.isQuiet,
  points.media.isQuiet,
  points.sip.isQuiet,
  points.store.isQuiet,
  points.clock.isQuiet,
]
const ALL_QUIET = [true, true, true, true, true, true, true]

test('latency strikes the paths and accounts that are meant, and no more once it is removed', async () => {
  const target = { paths: ['/alarm/*'], accounts: ['Admin'] }
  const [state] = await faults.add([order({ fault: 'http-latency', target, parameters: { delayMs: 300 } })])
  expect(points.http.impactFor(request('/alarm/list', 'admin'))).toMatchObject({ delayMs: 300 })
  expect(points.http.impactFor(request('/alarm/list', 'other'))).toBeUndefined()
  expect(points.http.impactFor(request('/alarm/list'))).toBeUndefined()
  expect(points.http.impactFor(request('/user/alarm/list', 'admin'))).toBeUndefined()
  expect(faults.list()).toMatchObject([{ id: state?.id, state: 'striking', struck: 1 }])
  expect(await registry.getSingleMetricAsString('backlot_fault_strikes_total')).toContain(
    'backlot_fault_strikes_total{fault="http-latency"} 1',
  )
  expect(await faults.remove([state!.id])).toBe(1)
  expect(areQuiet()).toEqual(ALL_QUIET)
})

test('the control API is never affected', async () => {
  await faults.add([
    order({ fault: 'http-code', target: { paths: ['*'] } }),
    order({ fault: 'http-latency' }),
  ])
  expect(points.http.impactFor(request('/control/status'))).toBeUndefined()
  expect(points.http.impactFor(request('/control'))).toBeUndefined()
  expect(points.http.impactFor(request('/controls'))).toMatchObject({ code: 503, delayMs: 500 })
})

test('all are attached or none: an order that makes no sense takes the others back, and its field is named', async () => {
  const good = order({ fault: 'http-code' })
  const bad: [object, string][] = [
    [{ fault: 'http-cod' }, 'faults.1.fault'],
    [{ fault: 'http-latency', parameters: { delayMs: -1 } }, 'faults.1.parameters.delayMs'],
    [{ fault: 'http-latency', parameters: { colour: 'red' } }, 'faults.1.parameters'],
    [{ fault: 'channel-cut', target: { paths: ['/'] } }, 'faults.1.target.paths'],
    [{ fault: 'device-offline', target: { devices: ['nobody'] } }, 'target.devices'],
    [{ fault: 'device-channel-offline', parameters: { channel: 9 } }, 'parameters.channel'],
    [{ fault: 'wire-slow', target: { groups: [99] } }, 'target.groups'],
  ]
  for (const [given, field] of bad) {
    await expect(faults.add([good, order(given)]), field).rejects.toMatchObject({ field })
    expect(areQuiet()).toEqual(ALL_QUIET)
    expect(faults.list()).toEqual([])
  }
})

test('a fault whose devices cannot be reached takes back what was done and holds nothing', async () => {
  addDevice('broken')
  const orders = [order({ fault: 'http-code' }), order({ fault: 'device-offline' })]
  await expect(faults.add(orders)).rejects.toThrow('the store is gone')
  expect(points.http.isQuiet).toBe(true)
  expect(done.filter(({ sn }) => sn === 'A').map(({ action }) => 'on' in action && action.on)).toEqual([
    true,
    false,
  ])
})

test('the dice fall as often as asked, and the same way under one seed', async () => {
  const struck = async (seed: number) => {
    const [state] = await faults.add([order({ fault: 'http-code', probability: 0.3, seed })])
    const falls = Array.from({ length: 2000 }, () => points.http.impactFor(request('/')) !== undefined)
    await faults.remove([state!.id])
    return falls
  }
  const first = await struck(1)
  const share = first.filter(Boolean).length / first.length
  expect(share).toBeGreaterThan(0.25)
  expect(share).toBeLessThan(0.35)
  faults = createFaults({
    points,
    host,
    platformNow: () => 5,
    seed: 7,
    registry: new Registry(),
    onError: () => {},
  })
  expect(await struck(1)).toEqual(first)
  expect(await struck(2)).not.toEqual(first)
})

test('devices go and come back with the spells of the schedule, those that the dice chose', async () => {
  const schedule = { everyMs: 1000, strikeMs: 300, forMs: 1500 }
  const [state] = await faults.add([
    order({ fault: 'device-offline', target: { devices: ['A', 'B'] }, schedule }),
  ])
  const said = () =>
    done.splice(0).map(({ sn, action }) => `${sn} ${action.kind === 'fault' ? action.on : action.kind}`)
  expect(said()).toEqual(['A true', 'B true'])
  host.advance(300)
  await settled()
  expect(said()).toEqual(['A false', 'B false'])
  host.advance(700)
  await settled()
  expect(said()).toEqual(['A true', 'B true'])
  host.advance(500)
  await settled()
  expect(faults.list()).toMatchObject([{ id: state?.id, state: 'ended', struck: 4 }])
  await faults[Symbol.asyncDispose]()
  expect(said()).toEqual(['A false', 'B false'])
  expect(host.pending()).toBe(0)
})

test('every kind attaches, strikes where it says, and lets go', async () => {
  const parameters: Record<string, object> = { 'device-trouble': { trouble: 'gpsLost' } }
  for (const { name } of FAULTS) {
    const [state] = await faults.add([order({ fault: name, parameters: parameters[name] ?? {} })])
    points.http.impactFor(request('/'))
    points.channel.impactFor('admin', () => 'frame')
    points.wire.transformOf({ protocol: 'hj212', sn: 'A' })?.(
      Uint8Array.from(Buffer.from('##0004QN=1C2F0\r\n')),
    )
    points.media.pictureImpact('A')
    points.media.isStalled('A')
    points.media.groupImpact('A')
    points.media.openingImpact('A')
    points.media.codecOf('A', ENCODER)
    points.media.packetsOf('A', {}, [1])
    points.sip.copiesOf('A', true)
    points.store.impactFor('alarms.raise')
    expect(faults.list()[0]?.struck, name).toBeGreaterThan(0)
    await faults.remove([state!.id])
    expect(areQuiet(), name).toEqual(ALL_QUIET)
  }
  const ends = done.filter(({ action }) => action.kind === 'fault' && !action.on).length
  expect(ends).toBe(done.length / 2)
})

test('what became of a fault is remembered: which it was, when it struck in both times, also once it is gone', async () => {
  const [state] = await faults.add([
    order({ fault: 'http-code', probability: 0.5, parameters: { code: 500 } }),
  ])
  const fallen = Array.from({ length: 100 }, () => {
    host.advance(10)
    return points.http.impactFor(request('/')) === undefined ? [] : [host.now()]
  }).flat()
  await faults.remove([state!.id])
  expect(faults.list()).toEqual([])
  const [record] = faults.record()
  expect(record).toMatchObject({
    id: 'http-code-1',
    parameters: { code: 500 },
    seed: 7,
    state: 'ended',
    sinceMs: 1_000_000,
    sincePlatformMs: 5,
    endedMs: 1_001_000,
    struck: fallen.length,
    lastStrike: { hostMs: fallen.at(-1), platformMs: 5, times: 1 },
  })
  expect(record?.strikes.map(({ hostMs }) => hostMs)).toEqual(fallen.slice(0, 20))
})

test('a fault of somebody else is attached like ours', async () => {
  const mine = defineFault({
    name: 'mine',
    summary: 'Everything is refused.',
    targets: [],
    parameters: z.strictObject({}),
    attach: ({ aim, points: { http } }) => ({
      detach: http.attach(() => (aim.strikes() ? { code: 500 } : undefined)),
    }),
  })
  const own = createFaults({
    points,
    host,
    platformNow: () => 5,
    seed: 7,
    registry: new Registry(),
    onError: () => {},
    kinds: [mine],
  })
  await own.add([order({ fault: 'mine' })])
  expect(points.http.impactFor(request('/'))).toMatchObject({ code: 500 })
})
