import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createHostClock } from '../../timeline/host-clock.ts'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { DISCOVERY, readProbeMatches, writeProbe } from '../../wire/onvif/discovery-message.ts'
import { onvifClient } from '../onvif-client.test-support.ts'
import { ACCOUNT } from '../onvif-rig.test-support.ts'
import { openOnvifSwarm } from './open-onvif-swarm.ts'
import type { SwarmCamera } from './swarm-cameras.ts'

const log = { info() {}, warn() {}, debug() {}, error() {} }
const cameras = (count: number): SwarmCamera[] =>
  Array.from({ length: count }, (_, i) => ({
    sn: `CAM0${i + 1}`,
    entity: i,
    name: `Gate ${i + 1}`,
    model: 'BL-PTZ',
    firmware: '3.2.1',
    headingDeg: 90,
    location: { lat: 30.25, lng: 120.17 },
  }))
const [SN = ''] = cameras(1).map(({ sn }) => sn)
const OPTIONS = {
  host: '127.0.0.1',
  port: 0,
  rtspPort: 0,
  each: undefined,
  account: ACCOUNT,
  discoveryPort: undefined,
  channels: 1,
  rampPerSecond: 1000,
  intervalMs: 2000,
  seed: 7,
}

test('a client of others uses a camera, and the counters tell', async () => {
  await using swarm = await openOnvifSwarm(OPTIONS, cameras(2), { hostClock: createHostClock(), log })
  await expect.poll(() => swarm.progress().started).toBe(2)
  const { cam, call } = await onvifClient(swarm.port, SN)
  expect(await call('getDeviceInformation')).toMatchObject({ model: 'BL-PTZ', serialNumber: SN })
  const [profile] = await call('getProfiles')
  expect(profile.videoEncoderConfiguration.resolution).toEqual({ width: 640, height: 360 })
  await call('setPreset', { presetName: 'Yard' })
  expect(Object.keys(await call('getPresets', {}))).toContain('Yard')
  await call('absoluteMove', { x: 0.25, y: 0.3, zoom: 0.2, speed: { x: 1, y: 1, z: 1 } })
  await expect
    .poll(async () => (await call('getStatus', {})).position.x, { timeout: 10_000 })
    .toBeCloseTo(0.25)
  await call('setImagingSettings', { brightness: 70 })
  expect(await call('getImagingSettings', {})).toMatchObject({ brightness: 70 })
  const { uri } = await call('getStreamUri', { protocol: 'RTSP' })
  expect(uri).toMatch(new RegExp(`^rtsp://127.0.0.1:\\d+/${SN}/1/main$`))
  const heard: string[] = []
  cam.on('event', (message: object) => void heard.push(JSON.stringify(message)))
  await expect.poll(() => swarm.progress().events, { timeout: 10_000 }).toBeGreaterThan(0)
  await expect.poll(() => heard.join()).toContain('Motion')
  const shot = await fetch((await call('getSnapshotUri', {})).uri)
  expect(shot.status).toBe(401)
  const guesser = await onvifClient(swarm.port, SN, { password: 'wrong' })
  await expect(guesser.call('getDeviceInformation')).rejects.toThrow()
  const some = expect.toSatisfy((count: number) => count > 0)
  expect(swarm.progress()).toMatchObject({
    ...{ devices: 2, called: 1, answered: some, refused: some, wrongLogins: some, failed: 0 },
    ...{ subscriptions: some, events: some, bytesSent: some, bytesReceived: some },
  })
  cam.removeAllListeners('event')
  expect(swarm.latency().count).toBeGreaterThan(0)
}, 20_000)

test('cameras come at their rate, each at a port of its own, restart, and withdraw at the end', async () => {
  const hostClock = createManualClock(1_700_000_000_000)
  const client = createSocket('udp4').bind(0, '127.0.0.1')
  await once(client, 'listening')
  client.setMulticastInterface('127.0.0.1')
  const asked = new Set(['urn:uuid:1'])
  const found: string[] = []
  client.on('message', (bytes) => {
    for (const { xaddrs } of readProbeMatches(bytes.toString(), asked)) found.push(...xaddrs)
  })
  const each = { first: 39_100, last: 39_109 }
  const options = { ...OPTIONS, rampPerSecond: 2, each, discoveryPort: 37_021 }
  await using swarm = await openOnvifSwarm(options, cameras(4), { hostClock, log })
  const pass = async (ms: number) => {
    for (let at = 0; at < ms; at += 20) {
      hostClock.advance(20)
      await new Promise(setImmediate)
    }
  }
  await pass(1000)
  expect(swarm.progress()).toMatchObject({ started: 2, announced: 2 })
  client.send(writeProbe('urn:uuid:1'), 37_021, DISCOVERY.group)
  while (found.length < 2) await pass(20)
  expect(found).toEqual([39_100, 39_101].map((port) => `http://127.0.0.1:${port}/onvif/device_service`))
  await pass(2000)
  expect(swarm.progress()).toMatchObject({ started: 4, announced: 4, searches: 1 })
  client.close()

  const isThere = async (port: number) => {
    const socket = connect(port, '127.0.0.1')
    socket.end('GET /onvif/device_service HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    let said = ''
    socket.on('data', (bytes) => {
      said += bytes
    })
    await once(socket, 'close')
    return said.startsWith('HTTP/1.1 405')
  }
  expect(await isThere(39_103)).toBe(true)
  const drained = swarm.drain(5000)
  await pass(3000)
  await drained
  expect(await isThere(39_103)).toBe(false)
  expect(swarm.progress()).toMatchObject({ announced: 4, failed: 0 })
})
