/** A device of GB/T 28181 over sockets, whose pictures ffmpeg muxes, at the running platform; SIP tools of others. */
import { execFile, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
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
import { openSipNet } from '../../simulator/src/sip/open-sip-net.ts'
import { requestWithLogin } from '../../simulator/src/sip/request-with-login.ts'
import { createSipEndpoint } from '../../simulator/src/sip/sip-endpoint.ts'
import { createHostClock } from '../../simulator/src/timeline/host-clock.ts'
import type { ManscdpMessage } from '../../simulator/src/wire/gb28181/manscdp-message.ts'
import { readManscdp } from '../../simulator/src/wire/gb28181/read-manscdp.ts'
import { writeManscdp } from '../../simulator/src/wire/gb28181/write-manscdp.ts'
import { writeRtp } from '../../simulator/src/wire/rtp/rtp-packet.ts'
import { control } from '../../testing/control.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { itByDebian } from './debian-program.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const run = promisify(execFile)
const SERVER = '34020000002000000001'
const RECORDER = '34020000001180000007'
const CAMERA = '34020000001310000007'
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

/** Pictures in MPEG-PS as ffmpeg muxes them, in RTP to a port, as fast as they are shown. */
function sendPictures(to: number): { stop(): void } {
  const socket = createSocket('udp4')
  const child = spawn(FFMPEG, ['-v', 'error', '-re', '-i', film, '-c', 'copy', '-f', 'vob', '-'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let sequence = 0
  child.stdout.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; at += 1300) {
      const head = {
        payloadType: 96,
        marker: false,
        sequence: sequence & 0xffff,
        timestamp: sequence,
        ssrc: 77,
      }
      sequence++
      socket.send(writeRtp(head, [chunk.subarray(at, at + 1300)]), to, '127.0.0.1')
    }
  })
  return {
    stop() {
      child.kill()
      socket.close()
    },
  }
}

async function openRecorder() {
  const host = createHostClock()
  const net = await openSipNet({ host: '127.0.0.1', port: 0, udp: true, tcp: 'call' }, host)
  const heard: ManscdpMessage[] = []
  const events: string[] = []
  const to = { transport: 'udp' as const, address: '127.0.0.1', port }
  let calls = 0
  const request = (
    method: string,
    id: string,
    body: Uint8Array,
    more: { name: string; value: string }[],
  ) => ({
    kind: 'request' as const,
    method,
    uri: `sip:${SERVER}@3402000000`,
    headers: [
      { name: 'Max-Forwards', value: '70' },
      { name: 'From', value: `<sip:${RECORDER}@3402000000>;tag=t${++calls}` },
      { name: 'To', value: `<sip:${id}@3402000000>` },
      { name: 'Call-ID', value: `recorder-${calls}` },
      { name: 'CSeq', value: `1 ${method}` },
      ...more,
    ],
    body,
  })
  const say = (message: ManscdpMessage) => {
    const type = { name: 'Content-Type', value: 'Application/MANSCDP+xml' }
    endpoint.request(request('MESSAGE', SERVER, writeManscdp(message), [type]), to, {
      answered: () => undefined,
      failed: () => undefined,
    })
  }
  const endpoint = createSipEndpoint(
    {
      handlers: {
        MESSAGE(incoming) {
          incoming.respond(200)
          const read = readManscdp(incoming.request.body)
          if (!read.ok) throw new Error(read.problem.message)
          heard.push(read.value)
          if (read.value.kind !== 'catalogQuery') return
          const items = [
            { deviceId: CAMERA, name: '大门', status: 'ON' as const, info: { ptzType: 1 } },
            { deviceId: '34020000001310000008', name: '后门', status: 'OFF' as const },
          ]
          say({ kind: 'catalogResponse', sn: read.value.sn, deviceId: RECORDER, sumNum: 2, items })
        },
        INVITE(incoming) {
          const offer = new TextDecoder().decode(incoming.request.body)
          const [, media] = /m=video (\d+) RTP\/AVP 96/.exec(offer) ?? []
          const answer = ['v=0', `o=${CAMERA} 0 0 IN IP4 127.0.0.1`, 's=Play', 'c=IN IP4 127.0.0.1', 't=0 0']
          answer.push('m=video 40000 RTP/AVP 96', 'a=sendonly', 'a=rtpmap:96 PS/90000', 'y=0000000077', '')
          let pictures: { stop(): void } | undefined
          const type = { name: 'Content-Type', value: 'application/sdp' }
          incoming.accept(
            { headers: [endpoint.contact(RECORDER, 'udp'), type], body: Buffer.from(answer.join('\r\n')) },
            {
              acked() {
                events.push('playing')
                pictures = sendPictures(Number(media))
              },
              ended(reason) {
                events.push(reason)
                pictures?.stop()
              },
            },
          )
        },
      },
    },
    { net, hostClock: host, log: { error: (fields) => void events.push(JSON.stringify(fields)) } },
  )
  return {
    heard,
    events,
    register: (password: string, expires = '3600') =>
      new Promise<number | string>((resolve) => {
        const more = [endpoint.contact(RECORDER, 'udp'), { name: 'Expires', value: expires }]
        const account = { username: RECORDER, password }
        requestWithLogin(endpoint, request('REGISTER', RECORDER, new Uint8Array(), more), to, account, {
          answered: ({ status }) => resolve(status),
          failed: resolve,
        })
      }),
    [Symbol.asyncDispose]: () => endpoint[Symbol.asyncDispose](),
  }
}

it('shows the pictures of a recorder that registers, steers it, and hangs up when nobody watches', async () => {
  await using recorder = await openRecorder()
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
  ])
  const wish = { sn: RECORDER, chnId: 1, streamType: 'main' as const }
  const { httpUrl, source } = await operator.call(startLiveVideo, { body: wish })
  expect(source).toBe('pulled')
  const seen = await hashesOf(['-i', `${simulator.url}${httpUrl}`], 50)
  const sent = new Set(await hashesOf(['-i', film], 500))
  expect(seen).toHaveLength(50)
  expect(seen.filter((hash) => !sent.has(hash))).toEqual([])

  await operator.call(ptzControl, { body: { sn: RECORDER, chnId: 1, cmd: PTZ.right, speed: 50 } })
  await vi.waitUntil(() => recorder.heard.some(({ kind }) => kind === 'deviceControl'), { timeout: 20_000 })
  const servers = await operator.call(listServers)
  expect(servers.list.find(({ kind }) => kind === 'gbt')).toMatchObject({ state: 'running', connections: 1 })
  await vi.waitUntil(() => recorder.events.includes('bye'), { timeout: 60_000, interval: 200 })
  expect(recorder.events).toEqual(['playing', 'bye'])
  expect(await recorder.register(DEMO_PASSWORD, '0')).toBe(200)
}, 120_000)

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
  expect((await sipsak('-s', uri(SERVER))).code).toBe(0)
  const user = '34020000001320000042'
  const account = (password: string) => ['-U', '-C', uri(user), '-x', '3600', '-u', user, '-a', password]
  expect(await sipsak(...account(DEMO_PASSWORD), '-s', uri(user))).toMatchObject({ code: 0 })
  expect((await sipsak(...account('wrong'), '-s', uri(user))).code).not.toBe(0)
  const huge = await sipsak('-M', '-B', 'x'.repeat(60_000), '-s', uri(SERVER))
  expect(huge.code).not.toBe(0)
  // It goes on.
  expect((await sipsak('-s', uri(SERVER))).code).toBe(0)
  const { ports } = await control(simulator.url, controlStatus)
  expect(ports.gb28181).toBe(port)
})
