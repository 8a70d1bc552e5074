/** A device whose ports are in memory, and a server that says what it is told to, joined by a net in memory. */

import { TALK_FRAME_SAMPLES } from '@backlot/contract/talk/audio-frame'
import { disturbedNet } from '../sip/disturbed-net.ts'
import { createMemoryNet } from '../sip/memory-net.test-support.ts'
import type { IncomingRequest, RequestHandler } from '../sip/sip-calls.ts'
import { createSipEndpoint } from '../sip/sip-endpoint.ts'
import { createSipLogin } from '../sip/sip-login.ts'
import { createManualClock } from '../timeline/manual-clock.ts'
import type { ManscdpMessage } from '../wire/gb28181/manscdp-message.ts'
import { readManscdp } from '../wire/gb28181/read-manscdp.ts'
import { writeManscdp } from '../wire/gb28181/write-manscdp.ts'
import { headerValue, type SipRequest, type SipResponse } from '../wire/sip/sip-message.ts'
import type { GbDeviceOptions } from './device/gb-context.ts'
import { createGbDevice } from './device/gb-device.ts'
import type { GbAlarm, GbChannel, GbCommand, GbMedia, GbMediaWish, GbPorts } from './device/ports.ts'
import type { OpenPsSender } from './device/send-ps.ts'

export const DEVICE = '34020000001180000001'
export const SERVER = '34020000002000000001'
export const [DEVICE_IP, SERVER_IP] = ['127.0.0.1', '127.0.0.2']
export const channelId = (number: number) => `3402000000132${String(number).padStart(7, '0')}`

export function gbRig(
  more: Partial<GbDeviceOptions> & { channels?: number; passwordOfServer?: string } = {},
) {
  const clock = createManualClock(Date.UTC(2026, 10, 26, 4))
  const net = createMemoryNet(clock)
  /** What the network makes of the next datagram of the device, or to it. */
  const network: { copiesOf(isSent: boolean): readonly number[] } = { copiesOf: () => [0] }
  const log = {
    warn: () => undefined,
    debug: () => undefined,
    error: (fields: object) => void defects.push(fields),
  }
  const defects: object[] = []
  const channels: GbChannel[] = Array.from({ length: more.channels ?? 2 }, (_, i) => ({
    kind: 'camera',
    id: channelId(i + 1),
    name: `摄像机 ${i + 1}`,
    isOnline: true,
    ptzType: 1,
    duty: 'ONDUTY',
    location: { lat: 31.2, lng: 121.5 },
  }))
  const commands: [string, GbCommand][] = []
  const wishes: GbMediaWish[] = []
  const senders: { options: Parameters<OpenPsSender>[0]; state: 'waiting' | 'sending' | 'ended' }[] = []
  const told: string[] = []
  let alarm: (alarm: GbAlarm) => void = () => undefined
  let change: Parameters<GbPorts['channels']['onChange']>[0] = () => undefined
  let ended: () => void = () => undefined
  let deliver: () => void = () => undefined
  const voice: Uint8Array[] = []
  const speaker: { next: 'busy' | 'none' | 'some' } = { next: 'some' }
  const media: { next: 'busy' | 'none' | 'some' | 'late'; open: number } = { next: 'some', open: 0 }
  const ports: GbPorts = {
    facts: () => ({
      name: '录像机',
      manufacturer: 'Backlot',
      model: 'NVR-8',
      firmware: 'V1.0',
      isRecording: true,
      isFaulty: false,
      downloadSpeeds: ['1', '2', '4'],
    }),
    channels: {
      all: () => channels,
      onChange(listener) {
        change = listener
        return () => undefined
      },
    },
    control: {
      run(id, command) {
        commands.push([id, command])
        return true
      },
      presetsOf: () => [{ index: 1, name: '大门' }],
      homeOf: () => ({ enabled: true, resetTimeS: 30, presetIndex: 1 }),
      toursOf: () => [{ number: 1, name: '巡航', points: [{ preset: 1, stayS: 5, speed: 9 }] }],
    },
    recordings: {
      find: (_id, fromMs) =>
        Array.from({ length: 20 }, (_, i) => ({
          name: `rec ${i}`,
          startTime: fromMs + i * 60_000,
          endTime: fromMs + (i + 1) * 60_000,
          type: 'time' as const,
          secrecy: 0,
        })),
    },
    positionOf: (id) =>
      id === DEVICE
        ? { atMs: clock.now(), lat: 31.2, lng: 121.5, speedKmh: 36, directionDeg: 90, altitudeM: 4 }
        : undefined,
    onAlarm(listener) {
      alarm = listener
      return () => undefined
    },
    async openMedia(wish) {
      wishes.push(wish)
      if (media.next === 'late')
        await new Promise<void>((resolve) => {
          deliver = resolve
        })
      else if (media.next !== 'some') return media.next === 'busy' ? 'busy' : undefined
      media.open++
      const opened: GbMedia = {
        fanout: undefined as never,
        codec: 'H264',
        close: () => void media.open--,
        ...(wish.span && {
          playback: {
            setScale(scale) {
              told.push(`scale ${scale}`)
              return scale <= 4
            },
            pause: () => void told.push('pause'),
            resume: () => void told.push('resume'),
            seek(positionS) {
              told.push(`seek ${positionS}`)
              return true
            },
            onEnded(listener) {
              ended = listener
            },
            fileSizeBytes: 1000,
          },
        }),
      }
      return opened
    },
    openSpeaker() {
      if (speaker.next !== 'some') return speaker.next === 'busy' ? 'busy' : undefined
      return { frame: (bytes) => void voice.push(bytes), close: () => void told.push('silent') }
    },
    soundAt: () => new Int16Array(TALK_FRAME_SAMPLES).fill(1000),
    takeSnapshots: async ({ count }) => Array.from({ length: count }, (_, i) => `file ${i}`),
  }
  const openPsSender: OpenPsSender = async (options) => {
    const one: (typeof senders)[number] = { options, state: 'waiting' }
    senders.push(one)
    return {
      port: options.transport.kind === 'tcp-active' ? 0 : 30_000,
      start() {
        one.state = 'sending'
      },
      stats: () => ({
        state: one.state,
        packets: 7,
        bytes: 700,
        pictures: 1,
        bufferedBytes: 0,
        codecs: { video: 'h264', audio: undefined },
        strangers: 0,
      }),
      async close() {
        one.state = 'ended'
      },
    }
  }
  const device = createGbDevice(
    {
      id: DEVICE,
      edition: '2016',
      password: 'secret',
      voice: 'udp',
      server: { id: SERVER, domain: '3402000000', address: SERVER_IP, port: 5060, transport: 'udp' },
      expiresS: 3600,
      keepaliveS: 60,
      keepalivesMissedMost: 3,
      ...more,
    },
    {
      ports,
      net: disturbedNet(net.open(DEVICE_IP), clock, (isSent) => network.copiesOf(isSent)),
      hostClock: clock,
      mediaHost: DEVICE_IP,
      random: () => 0.5,
      openPsSender,
      log,
    },
  )
  const login = createSipLogin('3402000000', clock)
  const heard: ManscdpMessage[] = []
  /** Of the messages in `heard`. */
  const bodies: Uint8Array[] = []
  const registers: SipRequest[] = []
  const server = {
    answersKeepalive: true,
    algorithm: 'MD5' as 'MD5' | 'SHA-256',
    headers: [] as { name: string; value: string }[],
    /** Every REGISTER is refused with it. */
    refusal: undefined as { status: number; retryAfter: string } | undefined,
  }
  const handlers: Record<string, RequestHandler> = {
    REGISTER(incoming) {
      registers.push(incoming.request)
      const { refusal } = server
      if (refusal) {
        incoming.respond(refusal.status, { headers: [{ name: 'Retry-After', value: refusal.retryAfter }] })
        return
      }
      const { result } = login.check(incoming.request, () => more.passwordOfServer ?? 'secret')
      if (result === 'known') {
        const expires = headerValue(incoming.request, 'Expires')!
        incoming.respond(200, { headers: [...server.headers, { name: 'Expires', value: expires }] })
      } else incoming.respond(401, { headers: login.challenges(result === 'stale', [server.algorithm]) })
    },
    MESSAGE(incoming) {
      const read = readManscdp(incoming.request.body)
      if (!read.ok) throw new Error(read.problem.message)
      if (read.value.kind === 'keepalive' && !server.answersKeepalive) return
      heard.push(read.value)
      bodies.push(incoming.request.body)
      incoming.respond(200)
    },
  }
  const invites: IncomingRequest[] = []
  handlers['INVITE'] = (incoming) => void invites.push(incoming)
  const platform = createSipEndpoint(
    { handlers, inDialogs: ['NOTIFY'] },
    { net: net.open(SERVER_IP), hostClock: clock, log },
  )
  const peer = { transport: 'udp' as const, address: DEVICE_IP, port: 5060 }
  let calls = 0
  const request = (
    method: string,
    id: string,
    body: Uint8Array,
    headers: { name: string; value: string }[],
  ) => ({
    kind: 'request' as const,
    method,
    uri: `sip:${id}@${DEVICE_IP}:5060`,
    headers: [
      { name: 'Max-Forwards', value: '70' },
      { name: 'From', value: `<sip:${SERVER}@3402000000>;tag=${++calls}` },
      { name: 'To', value: `<sip:${id}@3402000000>` },
      { name: 'Call-ID', value: `call${calls}` },
      { name: 'CSeq', value: `1 ${method}` },
      ...headers,
    ],
    body,
  })
  return {
    clock,
    net,
    network,
    device,
    platform,
    peer,
    heard,
    bodies,
    registers,
    server,
    channels,
    commands,
    ports,
    wishes,
    senders,
    told,
    voice,
    speaker,
    media,
    invites,
    defects,
    alarm: (one: GbAlarm) => alarm(one),
    change: (...args: Parameters<typeof change>) => change(...args),
    endRecording: () => ended(),
    /** A late picture is there. */
    deliver: () => deliver(),
    /** Lets time and promises pass. */
    async pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= 50) {
        clock.advance(Math.min(50, left))
        await new Promise(setImmediate)
      }
    },
    async online(): Promise<void> {
      device.start()
      await this.pass(200)
      heard.length = 0
      bodies.length = 0
    },
    /** Sends a body; answers the status. */
    async say(message: ManscdpMessage | Uint8Array, id = DEVICE): Promise<number | string> {
      let status: number | string = 'none'
      const body = message instanceof Uint8Array ? message : writeManscdp(message)
      const headers = [{ name: 'Content-Type', value: 'Application/MANSCDP+xml' }]
      platform.request(request('MESSAGE', id, body, headers), peer, {
        answered(response) {
          status = response.status
        },
        failed(reason) {
          status = reason
        },
      })
      await this.pass(1000)
      return status
    },
    /** Opens a dialog with the device by an INVITE or SUBSCRIBE. */
    async open(
      method: 'INVITE' | 'SUBSCRIBE',
      id: string,
      body: Uint8Array | string,
      headers: { name: string; value: string }[],
    ) {
      const seen: { responses: SipResponse[]; notified: SipRequest[]; ended: string | undefined } = {
        responses: [],
        notified: [],
        ended: undefined,
      }
      const dialog = platform.dialog(
        {
          local: `<sip:${SERVER}@3402000000>`,
          remote: `<sip:${id}@3402000000>`,
          target: `sip:${id}@${DEVICE_IP}:5060`,
          peer,
        },
        {
          ended(reason) {
            seen.ended = reason
          },
          request(incoming) {
            seen.notified.push(incoming.request)
            incoming.respond(200)
          },
        },
      )!
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
      const call = dialog.request(
        method,
        { headers: [platform.contact(SERVER, 'udp'), ...headers], body: bytes },
        { answered: (response) => void seen.responses.push(response), failed: () => undefined },
      )
      await this.pass(300)
      return { dialog, call, seen }
    },
    async [Symbol.asyncDispose]() {
      const ending = device[Symbol.asyncDispose]()
      await this.pass(33_000)
      await ending
      await platform[Symbol.asyncDispose]()
      login[Symbol.dispose]()
    },
  }
}
