/** An operator speaks to a device of GB/T 28181: what arrives at its loudspeaker, and what tshark says of the call. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { channelList } from '@backlot/contract/devices/calls'
import { TALK_FRAME_MS, TALK_FRAME_SAMPLES, TALK_RATE_HZ } from '@backlot/contract/talk/audio-frame'
import { createSimulator } from '@backlot/simulator/create-simulator'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createGbDevice } from '../../simulator/src/gb28181/device/gb-device.ts'
import { openSwarmMedia, type SwarmMedia } from '../../simulator/src/gb28181/swarm/swarm-media.ts'
import { createSwarmPorts } from '../../simulator/src/gb28181/swarm/swarm-ports.ts'
import type { RtpLinkKind } from '../../simulator/src/media/ps/rtp-link.ts'
import { openSipNet } from '../../simulator/src/sip/open-sip-net.ts'
import { TalkConsole } from '../../simulator/src/talk/talk-rig.test-support.ts'
import { createHostClock } from '../../simulator/src/timeline/host-clock.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { itByDebian } from './debian-program.ts'
import { GB_SERVER } from './gb-recorder.ts'
import { openCapture } from './open-capture.ts'
import { pitchOf } from './pitch-of.ts'

const run = promisify(execFile)
const CAMERA = '34020000001320000031'
const TONE_HZ = 500
const host = createHostClock()

let folder: string
let media: SwarmMedia
let simulator: Awaited<ReturnType<typeof createSimulator>>
let operator: Operator
let port: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-gb-talk-'))
  media = await openSwarmMedia(host)
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
  await media.close()
  await rm(folder, { recursive: true, force: true })
})

/** A camera that is registered; `heard`: G.711 A-law that came to its loudspeaker. */
async function openCamera({ isBusy = false, voice = 'udp' as RtpLinkKind } = {}) {
  const heard: Uint8Array[] = []
  let calls = 0
  const swarm = createSwarmPorts({
    number: 0,
    device: { entity: 1 },
    ids: { deviceId: CAMERA, channelIds: [CAMERA] },
    media,
    now: host.now,
    hostClock: host,
  })
  const device = createGbDevice(
    {
      id: CAMERA,
      edition: '2016',
      password: DEMO_PASSWORD,
      voice,
      server: { id: GB_SERVER, domain: '3402000000', address: '127.0.0.1', port, transport: 'udp' },
      expiresS: 3600,
      keepaliveS: 60,
      keepalivesMissedMost: 3,
    },
    {
      ports: {
        ...swarm,
        openSpeaker() {
          if (isBusy) return 'busy'
          calls++
          return { frame: (bytes) => void heard.push(bytes), close: () => void calls-- }
        },
      },
      net: await openSipNet({ host: '127.0.0.1', port: 0, udp: true, tcp: 'call' }, host),
      hostClock: host,
      mediaHost: '127.0.0.1',
      random: Math.random,
      log: {
        warn: () => undefined,
        debug: () => undefined,
        error: (fields) => expect(fields).toBeUndefined(),
      },
    },
  )
  device.start()
  await vi.waitUntil(
    async () => {
      const { data } = await operator.ask(channelList, { query: { sn: CAMERA } })
      return (data as { list?: unknown[] } | null)?.list?.length === 2
    },
    { timeout: 20_000, interval: 100 },
  )
  return {
    heard,
    calls: () => calls,
    async [Symbol.asyncDispose]() {
      await device.stop()
      await device[Symbol.asyncDispose]()
    },
  }
}

async function openIntercom() {
  const socket = new WebSocket(`${simulator.url.replace('http', 'ws')}/talk`)
  const console = new TalkConsole(socket, 'pcm')
  await once(socket, 'open')
  console.say({
    type: 'talkLogin',
    service: 'intercom',
    projectName: 'backlot',
    loginName: 'admin',
    sessionId: operator.sessionId,
    codec: 'pcm',
    lang: 'en',
  })
  expect(await console.told('talkLoginReply')).toMatchObject({ code: 0 })
  return console
}

/** Speaks a tone at the pace of speech until the returned function is called. */
function speakTone(console: TalkConsole): () => void {
  let at = 0
  const speaking = setInterval(() => {
    const frame = new Int16Array(TALK_FRAME_SAMPLES)
    for (let i = 0; i < frame.length; i++, at++)
      frame[i] = Math.round(9000 * Math.sin((2 * Math.PI * TONE_HZ * at) / TALK_RATE_HZ))
    console.sound(frame)
  }, TALK_FRAME_MS)
  return () => clearInterval(speaking)
}

const TSHARK = { program: 'tshark', packages: ['tshark'] }

itByDebian(
  TSHARK,
  'a device hears the operator, in a call that tshark finds nothing wrong with',
  async () => {
    const file = join(folder, 'talk.pcap')
    const decode = ['-d', `udp.port==${port},sip`]
    const capture = await openCapture(file, 'udp', decode)
    await using camera = await openCamera()
    const intercom = await openIntercom()
    const target = { sn: CAMERA, chnId: 1 }
    intercom.say({ type: 'callStart', callId: 'c1', kind: 'call', targets: [target] })
    expect(await intercom.told('callResult')).toMatchObject({ kind: 'call', result: 0 })
    const stop = speakTone(intercom)
    await vi.waitUntil(() => camera.heard.length >= 100, { timeout: 20_000 })
    stop()
    expect(await pitchOf(folder, Buffer.concat(camera.heard))).toBe(TONE_HZ)
    // Nobody can listen to it: its sound comes with its picture.
    intercom.say({ type: 'callStop', callId: 'c1' })
    await intercom.told('callEnd')
    await vi.waitUntil(() => camera.calls() === 0, { timeout: 5000 })
    intercom.say({ type: 'callStart', callId: 'c2', kind: 'monitor', targets: [target] })
    expect(await intercom.told('callResult')).toMatchObject({ kind: 'monitor', result: 2 })
    intercom.socket.close()
    // tshark shows packets some time after they went by.
    await vi.waitUntil(() => capture.printed().includes('Request: BYE'), { timeout: 20_000 })
    await capture.end()

    const tshark = async (...args: string[]) => {
      return (await run('tshark', ['-r', file, ...decode, ...args], { maxBuffer: 2 ** 26 })).stdout
    }
    const fields = (filter: string, ...names: string[]) =>
      tshark('-Y', filter, '-T', 'fields', ...names.flatMap((name) => ['-e', name]))
    expect(await tshark('-Y', '(sip or sdp or rtp) and _ws.malformed')).toBe('')
    const id = `sip.from.user == "${CAMERA}"`
    expect(await fields(`sip.Method == "INVITE" and ${id}`, 'sdp.media')).toMatch(/^audio \d+ RTP\/AVP 8\n$/)
    const answer = `sip.Status-Code == 200 and sip.CSeq.method == "INVITE" and ${id}`
    const [media, mode] = (await fields(answer, 'sdp.media', 'sdp.media_attr')).trim().split('\t')
    expect(media).toMatch(/^audio \d+ RTP\/AVP 8$/)
    expect(mode).toBe('sendonly,rtpmap:8 PCMA/8000')
    expect((await fields(`sip.Method == "BYE" and sip.to.user == "${CAMERA}"`, 'sip.CSeq.seq')).trim()).toBe(
      '1',
    )
    // Packets of 20 ms without a gap, in steps of 160.
    const rtp = (await fields('rtp.p_type == 8', 'rtp.seq', 'rtp.timestamp', 'rtp.payload'))
      .trim()
      .split('\n')
    const packets = rtp.map((line) => line.split('\t'))
    expect(packets.length).toBeGreaterThanOrEqual(100)
    packets.forEach(([sequence, timestamp, payload], i) => {
      expect([Number(sequence), Number(timestamp), payload!.replaceAll(':', '').length]).toEqual([
        i,
        i * 160,
        320,
      ])
    })
  },
)

it.each(['tcp-active', 'tcp-passive'] as const)(
  'a device hears the operator over TCP: %s',
  async (voice) => {
    await using camera = await openCamera({ voice })
    const intercom = await openIntercom()
    intercom.say({ type: 'callStart', callId: 'c1', kind: 'call', targets: [{ sn: CAMERA, chnId: 1 }] })
    expect(await intercom.told('callResult')).toMatchObject({ result: 0 })
    const stop = speakTone(intercom)
    await vi.waitUntil(() => camera.heard.length >= 100, { timeout: 20_000 })
    stop()
    expect(await pitchOf(folder, Buffer.concat(camera.heard))).toBe(TONE_HZ)
    intercom.say({ type: 'callStop', callId: 'c1' })
    await intercom.told('callEnd')
    await vi.waitUntil(() => camera.calls() === 0, { timeout: 5000 })
    intercom.socket.close()
  },
  60_000,
)

it('a device that is spoken to already, or does not answer, is reported', async () => {
  const intercom = await openIntercom()
  {
    await using _camera = await openCamera({ isBusy: true })
    intercom.say({ type: 'callStart', callId: 'c1', kind: 'call', targets: [{ sn: CAMERA, chnId: 1 }] })
    expect(await intercom.told('callResult')).toMatchObject({ kind: 'call', result: 4 })
  }
  // It has signed out.
  await vi.waitUntil(
    async () => {
      intercom.say({ type: 'callStart', callId: 'c2', kind: 'call', targets: [{ sn: CAMERA, chnId: 1 }] })
      return (await intercom.told('callResult')).result === 1
    },
    { timeout: 20_000, interval: 100 },
  )
  intercom.socket.close()
}, 60_000)

it('a device that hangs up ends the call of the operator', async () => {
  const intercom = await openIntercom()
  {
    await using camera = await openCamera()
    intercom.say({ type: 'callStart', callId: 'c1', kind: 'call', targets: [{ sn: CAMERA, chnId: 99 }] })
    expect(await intercom.told('callResult')).toMatchObject({ result: 0 })
    await vi.waitUntil(() => camera.heard.length > 0, { timeout: 10_000 })
  }
  expect(await intercom.told('callEnd')).toMatchObject({ by: 'device' })
  intercom.socket.close()
}, 60_000)
