/** A device of GB/T 28181 over sockets, whose pictures ffmpeg muxes, at the running platform; SIP tools of others. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { controlStatus } from '@backlot/contract/control/calls'
import { channelList } from '@backlot/contract/devices/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { PTZ, ptzControl } from '@backlot/contract/ptz/calls'
import { listServers } from '@backlot/contract/servers/calls'
import { createSimulator } from '@backlot/simulator/create-simulator'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { control } from '../../testing/control.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { itByDebian } from './debian-program.ts'
import { GB_SERVER, openRecorder, RECORDER } from './gb-recorder.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const run = promisify(execFile)
const SOURCE = [
  ...['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=20'],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-threads', '1', '-g', '25', '-pix_fmt', 'yuv420p'],
]

let folder: string
let film: string
let simulator: Awaited<ReturnType<typeof createSimulator>>
let operator: Operator
let port: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-gb-'))
  film = join(folder, 'film.vob')
  await run(FFMPEG, ['-v', 'error', '-nostdin', ...SOURCE, '-f', 'vob', film])
  simulator = await createSimulator({
    port: 0,
    data: ':memory:',
    seed: 7,
    pastDays: 0,
    rtmpPort: null,
    rtspPort: null,
    onvifPort: null,
    logLevel: 'silent',
  })
  operator = await Operator.signIn(simulator.url)
  port = Number(simulator.gb28181!.split(':').at(-1))
}, 60_000)
afterAll(async () => {
  await simulator[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Hashes of pictures as ffmpeg decodes them. */
async function hashesOf(input: readonly string[], count: number): Promise<string[]> {
  const args = ['-v', 'error', '-nostdin', ...input, '-frames:v', String(count), '-f', 'framehash', '-']
  const { stdout } = await run(FFMPEG, args, { maxBuffer: 2 ** 26 })
  const lines = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => line.split(',').at(-1)!.trim())
}

it('shows the pictures of a recorder that registers, steers it, and hangs up when nobody watches', async () => {
  await using recorder = await openRecorder({ port, film })
  expect(await recorder.register('wrong')).toBe(401)
  expect(await recorder.register(DEMO_PASSWORD)).toBe(200)
  const channels = await vi.waitUntil(
    async () => {
      const { list } = await operator.call(channelList, { query: { sn: RECORDER } })
      return list.some(({ name }) => name === '大门') ? list : undefined
    },
    { timeout: 20_000, interval: 100 },
  )
  expect(channels.map(({ chnId, name }) => [chnId, name])).toEqual([
    [1, '大门'],
    [2, '后门'],
    [99, '扬声器'],
  ])
  const wish = { sn: RECORDER, chnId: 1, streamType: 'main' as const }
  const { httpUrl, source } = await operator.call(startLiveVideo, { body: wish })
  expect(source).toBe('pulled')
  const seen = await hashesOf(['-i', `${simulator.url}${httpUrl}`], 50)
  const sent = new Set(await hashesOf(['-i', film], 500))
  expect(seen).toHaveLength(50)
  expect(seen.filter((hash) => !sent.has(hash))).toEqual([])
  const packets = await packetsOf(simulator.url)
  expect(packets).toBeGreaterThan(seen.length)

  await operator.call(ptzControl, { body: { sn: RECORDER, chnId: 1, cmd: PTZ.right, speed: 50 } })
  await vi.waitUntil(() => recorder.heard.some(({ kind }) => kind === 'deviceControl'), { timeout: 20_000 })
  const servers = await operator.call(listServers)
  expect(servers.list.find(({ kind }) => kind === 'gbt')).toMatchObject({ state: 'running', connections: 1 })
  await vi.waitUntil(() => recorder.events.includes('bye'), { timeout: 60_000, interval: 200 })
  expect(recorder.events).toEqual(['playing', 'bye'])
  expect(await packetsOf(simulator.url)).toBeGreaterThanOrEqual(packets)
  expect(await recorder.register(DEMO_PASSWORD, '0')).toBe(200)
}, 120_000)

/** RTP packets of streams since the start. */
async function packetsOf(url: string): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text()
  return Number(/^backlot_gb28181_packets_total (\d+)$/m.exec(page)?.[1])
}

it.each<'tcp' | 'tcp-active'>(['tcp', 'tcp-active'])(
  '%s: pictures come within the ports that are given',
  async (gb28181Media) => {
    const [first, last] = [41_200, 41_203]
    await using other = await createSimulator({
      port: 0,
      data: ':memory:',
      seed: 8,
      pastDays: 0,
      rtmpPort: null,
      rtspPort: null,
      onvifPort: null,
      gb28181Media,
      gb28181MediaPorts: `${first}-${last}`,
      logLevel: 'silent',
    })
    const person = await Operator.signIn(other.url)
    await using recorder = await openRecorder({ port: Number(other.gb28181!.split(':').at(-1)), film })
    expect(await recorder.register(DEMO_PASSWORD)).toBe(200)
    await vi.waitUntil(
      async () => (await person.call(channelList, { query: { sn: RECORDER } })).list.length > 1,
      { timeout: 20_000, interval: 100 },
    )
    const wish = { sn: RECORDER, chnId: 1, streamType: 'main' as const }
    const { httpUrl } = await person.call(startLiveVideo, { body: wish })
    const seen = await hashesOf(['-i', `${other.url}${httpUrl}`], 25)
    const sent = new Set(await hashesOf(['-i', film], 500))
    expect(seen).toHaveLength(25)
    expect(seen.filter((hash) => !sent.has(hash))).toEqual([])
    const ports = recorder.offers.map((offer) => Number(/m=video (\d+)/.exec(offer)?.[1]))
    for (const one of ports)
      if (gb28181Media === 'tcp') expect([first, first + 2]).toContain(one)
      else expect(one).toBe(9)
  },
  60_000,
)

const SIPSAK = { program: 'sipsak', packages: ['sipsak'] }
const sipsak = (...args: string[]) =>
  run('sipsak', ['-v', ...args], { timeout: 60_000 }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: `${error.stdout}${error.stderr}`,
    }),
  )

itByDebian(SIPSAK, 'sipsak: OPTIONS, a registration, a wrong password, a body past all limits', async () => {
  const uri = (user: string) => `sip:${user}@127.0.0.1:${port}`
  expect((await sipsak('-s', uri(GB_SERVER))).code).toBe(0)
  const user = '34020000001320000042'
  const account = (password: string) => ['-U', '-C', uri(user), '-x', '3600', '-u', user, '-a', password]
  expect(await sipsak(...account(DEMO_PASSWORD), '-s', uri(user))).toMatchObject({ code: 0 })
  expect((await sipsak(...account('wrong'), '-s', uri(user))).code).not.toBe(0)
  const huge = await sipsak('-M', '-B', 'x'.repeat(60_000), '-s', uri(GB_SERVER))
  expect(huge.code).not.toBe(0)
  // It goes on.
  expect((await sipsak('-s', uri(GB_SERVER))).code).toBe(0)
  const { ports } = await control(simulator.url, controlStatus)
  expect(ports.gb28181).toBe(port)
})
