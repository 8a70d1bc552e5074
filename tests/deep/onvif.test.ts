import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { controlClock, controlDevices } from '@backlot/contract/control/calls'
import { startPlayRecordFile } from '@backlot/contract/recordings/calls'
import { type OnvifClient, onvifClient } from '@backlot/simulator/onvif/onvif-client.test-support'
import onvif from 'onvif'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { itByDebian } from './debian-program.ts'
import { stripsOf } from './strips-of.ts'

const PASSWORD = 'Backlot@2026'
const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const run = promisify(execFile)

let simulator: LaunchedSimulator
let sn: string
let client: OnvifClient
beforeAll(async () => {
  simulator = await launchSimulator(['--no-rtmp', ...BY_DAY, '--onvif-discovery', '127.0.0.1'])
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'ptzCamera' } })
  sn = list.find(({ online }) => online)!.sn
  client = await onvifClient(Number(new URL(simulator.onvif!).port), sn, { password: PASSWORD })
})
afterAll(() => simulator?.stop())

const addressOf = async (method: string, options: object) => {
  const { uri } = await client.call(method, options)
  return String(uri ?? uri.uri).replace('rtsp://', `rtsp://admin:${encodeURIComponent(PASSWORD)}@`)
}

/** Mean luma of the camera's picture of now. */
async function brightness(): Promise<number> {
  const { uri } = await client.call('getSnapshotUri', { profileToken: 'ch1_sub' })
  const digest = ['--digest', '-u', `admin:${PASSWORD}`]
  const { stdout } = await run('curl', ['-s', ...digest, uri], { encoding: 'buffer' })
  const decoder = spawn(FFMPEG, ['-loglevel', 'quiet', '-i', '-', '-f', 'rawvideo', '-pix_fmt', 'gray', '-'])
  const bytes: Buffer[] = []
  decoder.stdout.on('data', (chunk: Buffer) => bytes.push(chunk))
  decoder.stdin.end(stdout)
  await once(decoder, 'close')
  const luma = Buffer.concat(bytes)
  return luma.reduce((sum, value) => sum + value, 0) / luma.length
}

it('the pose that a client sets is in the stream and in the console', async () => {
  await client.call('absoluteMove', { x: 0.25, y: 0.3, zoom: 0.2 })
  expect((await client.statusAtRest()).position).toMatchObject({ x: expect.closeTo(0.25, 2) })
  const { nowMs } = await control(simulator.url, controlClock)
  const { pose } = (await control(simulator.url, controlDevices, { query: { sn } })).list[0]!
  const live = await addressOf('getStreamUri', { protocol: 'RTSP', profileToken: 'ch1_main' })
  const shown = (await stripsOf(live, 12, ['-rtsp_transport', 'tcp'])).at(-1)!
  const close = {
    pan: expect.closeTo(pose!.pan, 0),
    tilt: expect.closeTo(pose!.tilt, 0),
    zoom: expect.closeTo(pose!.zoom, 0),
  }
  expect({ pan: shown.panDeg, tilt: shown.tiltDeg, zoom: shown.zoom }).toEqual(close)
  expect(shown.timeMs).toBeGreaterThan(nowMs - 5000)
})

it('the pose that a client set is in the recording of that time', async () => {
  await client.call('absoluteMove', { x: -0.4, y: 0.1, zoom: 0.5 })
  await client.statusAtRest()
  const { pose } = (await control(simulator.url, controlDevices, { query: { sn } })).list[0]!
  const now = async () => (await control(simulator.url, controlClock)).nowMs
  const startTime = Math.ceil((await now()) / 1000)
  await expect.poll(now).toBeGreaterThan((startTime + 1) * 1000)
  await client.call('absoluteMove', { x: 0.5, y: -0.2, zoom: 0 })
  await client.statusAtRest()
  const operator = await Operator.signIn(simulator.url)
  const span = { startTime, endTime: startTime + 3600 }
  const { httpUrl } = await operator.call(startPlayRecordFile, { query: { sn, chnId: 1, ...span } })
  const [shown] = await stripsOf(new URL(httpUrl, simulator.url).href, 1, ['-analyzeduration', '0'])
  expect(Math.abs(shown!.timeMs - startTime * 1000)).toBeLessThan(1000)
  expect(shown!.panDeg).toBeCloseTo(pose!.pan, 0)
  expect(shown!.tiltDeg).toBeCloseTo(pose!.tilt, 0)
  expect(shown!.zoom).toBeCloseTo(pose!.zoom, 0)
})

it('focus and iris, brightness and colours change the picture', async () => {
  const before = await brightness()
  const picture = (more: object) => client.call('setImagingSettings', { ...more })
  await picture({ brightness: 80 })
  expect(await brightness()).toBeGreaterThan(before + 10)
  await picture({ brightness: 50, exposure: { mode: 'MANUAL', iris: -24 } })
  await expect.poll(brightness, { timeout: 20_000 }).toBeLessThan(before - 10)
})

it('cameras are found on the loopback interface by a client of others', async () => {
  const found = await new Promise<unknown[]>((resolve, reject) => {
    const options = { timeout: 3000, device: 'lo', resolve: false }
    onvif.Discovery.probe(options, (error: unknown, list: unknown[] = []) =>
      error ? reject(error) : resolve(list),
    )
  })
  expect(JSON.stringify(found)).toContain(`/onvif/${sn}/device_service`)
})

const ONVIF_UTIL = { program: 'onvif-util', packages: ['onvif-tools', 'iproute2'] }
/** onvif-util hears no machine but others: it runs in a network of its own, beside ours. It has room for 128 cameras. */
const FEW = `
name: few-cameras
groups: [{ key: yard, name: { zh: 场院, en: Yard } }]
fleets:
  - { kind: ptzCamera, count: 3, group: yard, placement: junctions }
`

itByDebian(ONVIF_UTIL, "Debian's onvif-util finds a camera, reads it and sets its picture", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'onvif-'))
  const ip = (...args: string[]) => run('ip', args)
  const inside = ['netns', 'exec', 'backlot']
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true })]
  await ip('netns', 'add', 'backlot')
  undo.push(() => ip('netns', 'del', 'backlot'))
  try {
    await ip('link', 'add', 'backlot0', 'type', 'veth', 'peer', 'name', 'backlot1', 'netns', 'backlot')
    await ip('addr', 'add', '10.97.0.1/24', 'dev', 'backlot0')
    await ip('link', 'set', 'backlot0', 'up')
    await ip(...inside, 'ip', 'addr', 'add', '10.97.0.2/24', 'dev', 'backlot1')
    await ip(...inside, 'ip', 'link', 'set', 'backlot1', 'up')
    await ip(...inside, 'ip', 'route', 'add', 'default', 'via', '10.97.0.1')
    await writeFile(join(folder, 'few.yaml'), FEW)
    const own = await launchSimulator([
      ...['--host', '10.97.0.1', '--onvif-discovery', '10.97.0.1', '--password', 'Quiet@Street7'],
      ...['--scenario', join(folder, 'few.yaml'), '--no-rtmp'],
    ])
    undo.push(() => own.stop())
    const tool = spawn('ip', [...inside, 'onvif-util', '-u', 'admin', '-p', 'Quiet@Street7', '10.97.0.1'])
    tool.stdin.end('get rtsp\nget profiles\nset brightness 70\nget imaging\nget video\nquit\n')
    const said = await text(tool.stdout)
    expect(said).toContain('successfully connected to host')
    expect(said).toMatch(new RegExp(`${own.rtsp!.replaceAll('.', '[.]')}/[0-9]+/1/main`))
    expect(said).toMatch(/ch1_main\s+Token 1: ch1_sub/)
    expect(said).toMatch(/Brightness: +70/)
    expect(said).toMatch(/Resolution: 960 x 540/)
  } finally {
    for (const step of undo.toReversed()) await step()
  }
})
