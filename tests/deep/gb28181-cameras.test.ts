/** The fleet's own cameras at other platforms of GB/T 28181: one that says what it is told to, and SIPp. */
import { execFile, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  controlClock,
  controlDevices,
  controlRaiseAlarm,
  controlStatus,
} from '@backlot/contract/control/calls'
import { controlTalk } from '@backlot/contract/control/talk-calls'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { encodePtzCommand } from '../../simulator/src/wire/gb28181/ptz-command.ts'
import { writeRtp } from '../../simulator/src/wire/rtp/rtp-packet.ts'
import { control } from '../../testing/control.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { itByDebian } from './debian-program.ts'
import { GB_SERVER, type GbPlatform, openGbPlatform } from './gb-platform.ts'
import { stripsOf } from './strips-of.ts'
import { untilCaptured } from './until-captured.ts'

const run = promisify(execFile)
const PATIENT = { timeout: 30_000, interval: 100 }
const LOOPBACK = '127.0.0.1'
const query = `domain=3402000000&password=secret&kind=ptzCamera,vehicle&edition=2022&keepalive=5`

let folder: string
let simulator: LaunchedSimulator
let platform: GbPlatform
let camera: string
let cameraId: string
let vehicle: string
let vehicleId: string
// Timers of the host clock keep no process alive.
const held = setInterval(() => undefined, 1000)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-gb-own-'))
  platform = await openGbPlatform('secret')
  const to = `gb28181://${LOOPBACK}:${platform.port}?${query}`
  simulator = await launchSimulator(['--no-rtmp', ...BY_DAY, '--gb28181-to', to])
  const { list } = await control(simulator.url, controlDevices)
  const chosen = (kind: string) => list.find((one) => one.kind === kind && one.online && one.gb28181)!
  ;[camera, cameraId] = [chosen('ptzCamera').sn, chosen('ptzCamera').gb28181!]
  ;[vehicle, vehicleId] = [chosen('vehicle').sn, chosen('vehicle').gb28181!]
  await vi.waitFor(
    () => expect(platform.peers.has(cameraId) && platform.peers.has(vehicleId)).toBe(true),
    PATIENT,
  )
})
afterAll(async () => {
  await simulator?.stop()
  await platform?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
  clearInterval(held)
  expect(platform.defects).toEqual([])
})

const deviceOf = async (sn: string) =>
  (await control(simulator.url, controlDevices, { query: { sn } })).list[0]!
const poseOf = async () => (await deviceOf(camera)).pose!
const nowMs = async () => (await control(simulator.url, controlClock)).nowMs
let sn = 0
const ptz = (action: Parameters<typeof encodePtzCommand>[0]['action']) =>
  platform.send(cameraId, {
    kind: 'deviceControl',
    sn: ++sn,
    deviceId: cameraId,
    ptzCmd: encodePtzCommand({ address: 1, action }),
  })
const move = (pan: -1 | 0 | 1, zoom: -1 | 0 | 1 = 0) =>
  ptz({ kind: 'move', pan, tilt: 0, zoom, panSpeed: 128, tiltSpeed: 0, zoomSpeed: 8 })
const preset = (action: 'set' | 'call', number: number) => ptz({ kind: 'preset', action, preset: number })

it('tells what it is, and what it has recorded', async () => {
  expect(await platform.send(cameraId, { kind: 'deviceInfoQuery', sn: 1, deviceId: cameraId })).toBe(200)
  await vi.waitFor(
    () => expect(platform.of('deviceInfo').at(-1)).toMatchObject({ manufacturer: 'Backlot' }),
    PATIENT,
  )
  await platform.send(vehicleId, { kind: 'catalogQuery', sn: 2, deviceId: vehicleId })
  const items = () => platform.of('catalogResponse').flatMap((page) => page.items ?? [])
  await vi.waitFor(() => expect(items().length).toBeGreaterThan(1), PATIENT)
  expect(new Set(items().map(({ parentId }) => parentId))).toEqual(new Set([vehicleId]))
  const endTime = await nowMs()
  await platform.send(cameraId, {
    kind: 'recordQuery',
    sn: 3,
    deviceId: cameraId,
    startTime: endTime - 7_200_000,
    endTime,
    type: 'all',
  })
  await vi.waitFor(
    () => expect(platform.of('recordResponse').flatMap((page) => page.items)).not.toEqual([]),
    PATIENT,
  )
})

it('its stream is MPEG-PS that ffmpeg reads, main or sub', async () => {
  const { cameraNumber } = await deviceOf(camera)
  for (const [streamNumber, size] of [
    [0, '960x540'],
    [1, '640x360'],
  ] as const) {
    const session = await platform.invite(cameraId, { more: [`a=streamnumber:${streamNumber}`] })
    expect(session.status).toBe(200)
    await session.packets(300)
    session.end()
    const file = join(folder, `live${streamNumber}.ps`)
    await session.save(file)
    const strips = await stripsOf(file, 20, ['-f', 'mpeg'])
    expect(new Set(strips.map((strip) => strip.camera))).toEqual(new Set([cameraNumber]))
    const ffmpeg = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
    const { stderr } = await run(ffmpeg, ['-hide_banner', '-f', 'mpeg', '-i', file, '-f', 'null', '-'])
    expect(stderr).toContain(size)
  }
})

it('plays back: at a speed, from a place, paused, to the end', async () => {
  const toMs = Math.floor(((await nowMs()) - 600_000) / 1000) * 1000
  const span = { fromMs: toMs - 60_000, toMs }
  const session = await platform.invite(cameraId, { name: 'Playback', span })
  expect(session.status).toBe(200)
  await session.packets(80)
  const file = join(folder, 'playback.ps')
  await session.save(file)
  const [first] = await stripsOf(file, 1, ['-f', 'mpeg'])
  expect(Math.abs(first!.timeMs - span.fromMs)).toBeLessThan(1000)
  expect(await session.control('PLAY MANSRTSP/1.0', 'CSeq: 1', 'Scale: 8.0')).toBe(488)
  expect(await session.control('PLAY MANSRTSP/1.0', 'CSeq: 2', 'Scale: 4.0', 'Range: npt=40-')).toBe(200)
  const from = session.payloads.length
  await session.packets(200)
  expect(await session.control('PAUSE MANSRTSP/1.0', 'CSeq: 3', 'PauseTime: now')).toBe(200)
  const sought = join(folder, 'sought.ps')
  await session.save(sought, from)
  const times = (await stripsOf(sought, 200, ['-f', 'mpeg'])).map(({ timeMs }) => timeMs)
  expect(times.at(-1)! - span.fromMs).toBeGreaterThanOrEqual(40_000)
  expect(await session.control('PLAY MANSRTSP/1.0', 'CSeq: 4', 'Scale: 4.0', 'Range: npt=56-')).toBe(200)
  await vi.waitFor(
    () => expect(platform.of('mediaStatus').at(-1)).toMatchObject({ notifyType: 121 }),
    PATIENT,
  )
  session.end()
  const download = await platform.invite(cameraId, { name: 'Download', span, more: ['a=downloadspeed:4'] })
  expect(download.sdp).toMatch(/a=downloadspeed:1\r\n/)
  expect(Number(/a=filesize:(\d+)/.exec(download.sdp)?.[1])).toBeGreaterThan(10_000)
  await download.packets(50)
  download.end()
  const future = { fromMs: toMs + 7_200_000, toMs: toMs + 7_300_000 }
  const none = await platform.invite(cameraId, { name: 'Playback', span: future })
  expect(none.status).toBe(404)
  none.end()
})

it('has one pose for all who steer it, and presets, tours and a home', async () => {
  const before = await poseOf()
  expect(await move(1)).toBe(200)
  await vi.waitFor(
    async () => expect(Math.abs((await poseOf()).pan - before.pan)).toBeGreaterThan(5),
    PATIENT,
  )
  await move(0)
  await preset('set', 200)
  const there = await poseOf()
  await move(-1, 1)
  await vi.waitFor(async () => expect(Math.abs((await poseOf()).pan - there.pan)).toBeGreaterThan(5), PATIENT)
  await move(0)
  await preset('call', 200)
  await vi.waitFor(async () => {
    const { pan, zoom } = await poseOf()
    expect([pan, zoom]).toEqual([expect.closeTo(there.pan, 1), expect.closeTo(there.zoom, 1)])
  }, PATIENT)
  await platform.send(cameraId, { kind: 'presetQuery', sn: ++sn, deviceId: cameraId })
  await vi.waitFor(
    () =>
      expect(
        platform
          .of('presetResponse')
          .at(-1)
          ?.presets?.map(({ presetId }) => presetId),
      ).toContain('200'),
    PATIENT,
  )
  // The middle of the right half comes to the middle, twice as large.
  const zoomed = { length: 640, width: 360, midPointX: 480, midPointY: 180, lengthX: 320, lengthY: 180 }
  await platform.send(cameraId, { kind: 'deviceControl', sn: ++sn, deviceId: cameraId, dragZoomIn: zoomed })
  await vi.waitFor(async () => expect((await poseOf()).zoom).toBeCloseTo(there.zoom * 2, 1), PATIENT)
  const homePosition = { enabled: 1, resetTimeS: 1, presetIndex: 200 }
  await platform.send(cameraId, { kind: 'deviceControl', sn: ++sn, deviceId: cameraId, homePosition })
  await vi.waitFor(async () => expect((await poseOf()).zoom).toBeCloseTo(there.zoom, 1), PATIENT)
  const off = { ...homePosition, enabled: 0 }
  await platform.send(cameraId, { kind: 'deviceControl', sn: ++sn, deviceId: cameraId, homePosition: off })
  const tour = (command: number, second: number) => ptz({ kind: 'other', command, first: 1, second, high: 0 })
  for (const stop of [1, 2]) await tour(0x84, stop)
  await tour(0x87, 1)
  await tour(0x88, 0)
  await vi.waitFor(async () => expect(Math.abs((await poseOf()).pan - there.pan)).toBeGreaterThan(5), PATIENT)
  await move(0)
})

it('tells alarms to who subscribed, not while it is off guard, and is in alarm until it is reset', async () => {
  const subscription = { kind: 'alarmQuery', sn: ++sn, deviceId: cameraId, alarmMethod: '5' } as const
  expect(await platform.subscribe(cameraId, subscription)).toBe(200)
  const raise = () =>
    control(simulator.url, controlRaiseAlarm, {
      body: { sn: camera, chnId: 1, type: 'VideoAlarm', subType: 'Motion' },
    })
  const told = () => platform.of('alarmNotify').filter(({ deviceId }) => deviceId === cameraId)
  await raise()
  await vi.waitFor(
    () => expect(told().at(-1)).toMatchObject({ alarmMethod: 5, info: { alarmType: 2 } }),
    PATIENT,
  )
  const duty = async () => {
    const serial = ++sn
    await platform.send(cameraId, { kind: 'deviceStatusQuery', sn: serial, deviceId: cameraId })
    return vi.waitFor(() => {
      const found = platform.of('deviceStatus').find((one) => one.sn === serial)
      expect(found).toBeDefined()
      return found!.alarmStatus?.[0]?.dutyStatus
    }, PATIENT)
  }
  const order = (what: object) =>
    platform.send(cameraId, { kind: 'deviceControl', sn: ++sn, deviceId: cameraId, ...what })
  expect(await duty()).toBe('ALARM')
  await order({ alarmCmd: 'ResetAlarm' })
  expect(await duty()).toBe('ONDUTY')
  await order({ guardCmd: 'ResetGuard' })
  expect(await duty()).toBe('OFFDUTY')
  const before = told().length
  await raise()
  await order({ guardCmd: 'SetGuard' })
  await raise()
  await vi.waitFor(() => expect(told().length).toBeGreaterThan(before), PATIENT)
  expect(told()).toHaveLength(before + 1)
})

it('a vehicle tells where it is to who subscribed', async () => {
  const wish = { kind: 'positionQuery', sn: ++sn, deviceId: vehicleId, intervalS: 1 } as const
  expect(await platform.subscribe(vehicleId, wish)).toBe(200)
  await vi.waitFor(() => expect(platform.of('positionNotify').length).toBeGreaterThan(1), PATIENT)
  const { longitude, latitude } = platform.of('positionNotify').at(-1)!
  const truth = await deviceOf(vehicle)
  expect(Math.abs(longitude! - truth.longitude)).toBeLessThan(0.01)
  expect(Math.abs(latitude! - truth.latitude)).toBeLessThan(0.01)
})

it('the voice of an operator is heard by the device', async () => {
  const socket = createSocket('udp4')
  socket.bind(0, LOOPBACK)
  await once(socket, 'listening')
  let sending: NodeJS.Timeout | undefined
  platform.onInvite((incoming) => {
    const to = Number(/m=audio (\d+)/.exec(Buffer.from(incoming.request.body).toString())![1])
    const ssrc = Number(/y=(\d+)/.exec(Buffer.from(incoming.request.body).toString())![1])
    const answer = [
      'v=0',
      `o=${GB_SERVER} 0 0 IN IP4 ${LOOPBACK}`,
      's=Play',
      `c=IN IP4 ${LOOPBACK}`,
      't=0 0',
      `m=audio ${socket.address().port} RTP/AVP 8`,
      'a=sendonly',
      'a=rtpmap:8 PCMA/8000',
      `y=${String(ssrc).padStart(10, '0')}`,
      '',
    ]
    const headers = [
      platform.endpoint.contact(GB_SERVER, 'udp'),
      { name: 'Content-Type', value: 'application/sdp' },
    ]
    let sequence = 0
    // A square wave at 500 Hz.
    const voice = Buffer.from(Array.from({ length: 160 }, (_, i) => (i % 16 < 8 ? 0xaa : 0x2a)))
    incoming.accept(
      { headers, body: Buffer.from(answer.join('\r\n')) },
      {
        acked() {
          sending = setInterval(() => {
            const head = { payloadType: 8, marker: false, sequence, timestamp: sequence * 160, ssrc }
            sequence++
            socket.send(writeRtp(head, [voice]), to, LOOPBACK)
          }, 20)
        },
        ended: () => clearInterval(sending),
      },
    )
  })
  await platform.send(cameraId, { kind: 'broadcast', sn: ++sn, sourceId: GB_SERVER, targetId: cameraId })
  await vi.waitFor(async () => {
    const text = JSON.stringify(await control(simulator.url, controlTalk))
    expect(text).toContain(camera)
  }, PATIENT)
  clearInterval(sending)
  socket.close()
})

it('pictures that were ordered are uploaded, and named then', async () => {
  const got: Buffer[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    got.push(Buffer.concat(chunks))
    response.end()
  })
  server.listen(0, LOOPBACK)
  await once(server, 'listening')
  const uploadUrl = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}/snap`
  const snapshotConfig = { count: 2, intervalS: 1, uploadUrl, sessionId: 'a'.repeat(32) }
  await platform.send(cameraId, { kind: 'deviceConfig', sn: ++sn, deviceId: cameraId, snapshotConfig })
  await vi.waitFor(() => expect(platform.of('snapshotsUploaded').at(-1)?.fileIds).toHaveLength(2), PATIENT)
  expect(got.map((picture) => picture.readUInt16BE(0))).toEqual([0xffd8, 0xffd8])
  server.close()
})

it('restarts when it is told to: it signs out, and comes back', async () => {
  const before = platform.registrations.length
  await platform.send(cameraId, { kind: 'deviceControl', sn: ++sn, deviceId: cameraId, teleBoot: 'Boot' })
  const since = () => platform.registrations.slice(before).filter((one) => one.endsWith(cameraId))
  await vi.waitFor(() => expect(since()).toEqual([`-${cameraId}`]), PATIENT)
  expect((await deviceOf(camera)).online).toBe(false)
  await vi.waitFor(() => expect(since()).toEqual([`-${cameraId}`, `+${cameraId}`]), {
    timeout: 120_000,
    interval: 500,
  })
}, 150_000)

it('a recorder of several cameras has them in its catalog, and tells which went off', async () => {
  await using other = await openGbPlatform('secret')
  const to = `gb28181://${LOOPBACK}:${other.port}?password=secret&kind=ptzCamera&count=12&channels=8`
  await using nvr = await launchSimulator(['--no-rtmp', '--gb28181-to', to])
  await vi.waitFor(() => expect(other.peers.size).toBe(2), PATIENT)
  const [id] = [...other.peers.keys()].toSorted()
  await other.send(id!, { kind: 'catalogQuery', sn: 1, deviceId: id! })
  const items = () => other.of('catalogResponse').flatMap((page) => page.items ?? [])
  await vi.waitFor(() => expect(items()).toHaveLength(8), PATIENT)
  expect(await other.subscribe(id!, { kind: 'catalogQuery', sn: 2, deviceId: id! })).toBe(200)
  const on = items().find(({ status }) => status === 'ON')!
  const { list } = await control(nvr.url, controlDevices, { query: { kind: 'ptzCamera' } })
  const device = list.find(({ gb28181 }) => gb28181 === on.deviceId)!
  await fetch(new URL('/control/devices/state', nvr.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sn: device.sn, state: 'offline' }),
  })
  await vi.waitFor(
    () =>
      expect(other.of('catalogNotify').flatMap((notice) => notice.items)).toContainEqual(
        expect.objectContaining({ deviceId: on.deviceId, event: 'OFF' }),
      ),
    PATIENT,
  )
})

const TSHARK = { program: 'tshark', packages: ['tshark'] }
itByDebian(TSHARK, 'tshark finds nothing malformed in what a vehicle says', async () => {
  const file = join(folder, 'own.pcap')
  const peer = platform.peers.get(vehicleId)!
  const filter = `host ${LOOPBACK} and udp port ${platform.port}`
  const capture = spawn('tshark', ['-q', '-P', '-l', '-i', 'lo', '-w', file, '-f', filter], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await untilCaptured(capture.stdout)
  const session = await platform.invite(vehicleId, {})
  expect(session.status).toBe(404)
  session.end()
  const before = platform.of('catalogResponse').length
  await platform.send(vehicleId, { kind: 'catalogQuery', sn: ++sn, deviceId: vehicleId })
  await platform.send(vehicleId, { kind: 'deviceStatusQuery', sn: ++sn, deviceId: vehicleId })
  await platform.send(vehicleId, { kind: 'positionQuery', sn: ++sn, deviceId: vehicleId })
  await vi.waitFor(() => expect(platform.of('catalogResponse').length).toBeGreaterThan(before), PATIENT)
  capture.kill('SIGINT')
  await once(capture, 'close')
  const decode = ['-d', `udp.port==${platform.port},sip`, '-d', `udp.port==${peer.port},sip`]
  const count = async (text: string) =>
    (await run('tshark', ['-r', file, ...decode, '-Y', text], { maxBuffer: 2 ** 27 })).stdout.split('\n')
      .length - 1
  expect(await count('_ws.malformed')).toBe(0)
  expect(await count('sip.Method == "MESSAGE"')).toBeGreaterThan(5)
})

const SIPP = { program: 'sipp', packages: ['sip-tester'] }
itByDebian(SIPP, 'SIPp checks the digest of a camera of the fleet, and answers its keepalives', async () => {
  const probe = createSocket('udp4')
  probe.bind(0, LOOPBACK)
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'ptzCamera' } })
  const id = list.flatMap(({ gb28181 }) => gb28181 ?? []).toSorted()[0]!
  const scenario = join(import.meta.dirname, 'sipp/registrar.xml')
  const judged = run(
    'sipp',
    [
      ...['-sf', scenario, '-p', String(port), '-m', '4', '-nostdin', '-i', LOOPBACK],
      ...['-timeout', '60s', '-timeout_error'],
      ...['-key', 'user', id, '-key', 'secret', 'secret', '-key', 'algorithm', 'MD5'],
    ],
    { cwd: folder, timeout: 90_000, maxBuffer: 2 ** 26 },
  )
  const to = `gb28181://${LOOPBACK}:${port}?password=secret&kind=ptzCamera&count=1&keepalive=5`
  await using one = await launchSimulator(['--no-rtmp', ...BY_DAY, '--gb28181-to', to])
  await judged
  const { gb28181To } = await control(one.url, controlStatus)
  expect(gb28181To).toMatchObject({ devices: 1, online: 1, failed: 0 })
})
