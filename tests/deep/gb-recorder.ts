/** A recorder of GB/T 28181 over sockets, whose pictures ffmpeg muxes as MPEG-PS: live, and those of one recording. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { connect, createServer } from 'node:net'
import { openSipNet } from '../../simulator/src/sip/open-sip-net.ts'
import { requestWithLogin } from '../../simulator/src/sip/request-with-login.ts'
import type { IncomingRequest, RequestHandler, SipDialog } from '../../simulator/src/sip/sip-calls.ts'
import { createSipEndpoint } from '../../simulator/src/sip/sip-endpoint.ts'
import { createHostClock } from '../../simulator/src/timeline/host-clock.ts'
import type { ManscdpMessage } from '../../simulator/src/wire/gb28181/manscdp-message.ts'
import { readMansrtsp } from '../../simulator/src/wire/gb28181/mansrtsp.ts'
import { readManscdp } from '../../simulator/src/wire/gb28181/read-manscdp.ts'
import { writeManscdp } from '../../simulator/src/wire/gb28181/write-manscdp.ts'
import { writeRtp } from '../../simulator/src/wire/rtp/rtp-packet.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const LOOPBACK = '127.0.0.1'
export const GB_SERVER = '34020000002000000001'
export const RECORDER = '34020000001180000007'
export const CAMERA = '34020000001310000007'

/** Its one recording: a film from a second on. */
export type Recording = { startS: number; lengthS: number }

/** Pictures of a film from a second on in RTP, so many times as fast as they are shown. */
function sendPictures(
  film: string,
  { fromS, speed }: { fromS: number; speed: number },
  send: (packet: Buffer) => void,
  onEnd: () => void,
): () => void {
  const input = ['-readrate', String(speed), '-ss', String(fromS), '-i', film]
  const child = spawn(FFMPEG, ['-v', 'error', ...input, '-c', 'copy', '-f', 'vob', '-'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let sequence = 0
  let isStopped = false
  child.stdout.on('data', (chunk: Buffer) => {
    if (isStopped) return
    for (let at = 0; at < chunk.length; at += 1300) {
      const head = { payloadType: 96, marker: false, timestamp: sequence, ssrc: 77 }
      send(writeRtp({ ...head, sequence: sequence++ & 0xffff }, [chunk.subarray(at, at + 1300)]))
    }
  })
  child.on('close', () => {
    if (!isStopped) onEnd()
  })
  return () => {
    isStopped = true
    child.kill()
  }
}

/** The way to the platform that its offer names, once the ACK has come; `port` is the own one. */
async function openWay(offer: string) {
  const media = Number(/m=video (\d+)/.exec(offer)?.[1])
  if (!offer.includes('TCP/RTP')) {
    const socket = createSocket('udp4')
    return {
      port: 40_000,
      setup: undefined,
      start: () => (packet: Buffer) => socket.send(packet, media, LOOPBACK, () => undefined),
      close: () => void socket.close(),
    }
  }
  const framed = (packet: Buffer) => {
    const head = Buffer.alloc(2)
    head.writeUInt16BE(packet.length)
    return Buffer.concat([head, packet])
  }
  if (offer.includes('a=setup:passive')) {
    const socket = connect({ port: media, host: LOOPBACK })
    socket.on('error', () => undefined)
    const send = (packet: Buffer) => void socket.write(framed(packet))
    return { port: 9, setup: 'active', start: () => send, close: () => void socket.destroy() }
  }
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    sockets.add(socket)
  })
  const sockets = new Set<{ write(bytes: Buffer): unknown; destroy(): unknown }>()
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve))
  return {
    port: (server.address() as { port: number }).port,
    setup: 'passive',
    start: () => (packet: Buffer) => {
      for (const socket of sockets) socket.write(framed(packet))
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

export async function openRecorder(options: {
  /** Port of the platform. */
  port: number
  /** A file of MPEG-PS with a key picture each second. */
  film: string
  recording?: Recording
  /** Of another device. */
  id?: string
  camera?: string
  handlers?: Readonly<Record<string, RequestHandler>>
}) {
  const { film, recording, id = RECORDER, camera = CAMERA } = options
  const host = createHostClock()
  const net = await openSipNet({ host: LOOPBACK, port: 0, udp: true, tcp: 'call' }, host)
  const heard: ManscdpMessage[] = []
  const events: string[] = []
  const offers: string[] = []
  const to = { transport: 'udp' as const, address: LOOPBACK, port: options.port }
  let calls = 0
  // Tests that are tried again are other calls.
  const boot = randomUUID()
  const request = (
    method: string,
    toId: string,
    body: Uint8Array,
    more: { name: string; value: string }[],
  ) => ({
    kind: 'request' as const,
    method,
    uri: `sip:${GB_SERVER}@3402000000`,
    headers: [
      { name: 'Max-Forwards', value: '70' },
      { name: 'From', value: `<sip:${id}@3402000000>;tag=t${++calls}` },
      { name: 'To', value: `<sip:${toId}@3402000000>` },
      { name: 'Call-ID', value: `${boot}-${calls}` },
      { name: 'CSeq', value: `1 ${method}` },
      ...more,
    ],
    body,
  })
  const say = (message: ManscdpMessage) => {
    const type = { name: 'Content-Type', value: 'Application/MANSCDP+xml' }
    endpoint.request(request('MESSAGE', GB_SERVER, writeManscdp(message), [type]), to, {
      answered: ({ status }) => {
        if (status !== 200) events.push(`${message.kind} ${status}`)
      },
      failed: () => undefined,
    })
  }
  const answer = (message: ManscdpMessage): void => {
    if (message.kind === 'catalogQuery') {
      const items = [
        { deviceId: camera, name: '大门', status: 'ON' as const, info: { ptzType: 1 } },
        { deviceId: `${camera.slice(0, -1)}8`, name: '后门', status: 'OFF' as const },
      ]
      say({ kind: 'catalogResponse', sn: message.sn, deviceId: id, sumNum: 2, items })
    }
    if (message.kind === 'recordQuery') {
      const startTime = (recording?.startS ?? 0) * 1000
      const endTime = startTime + (recording?.lengthS ?? 0) * 1000
      const items = recording
        ? [{ deviceId: camera, name: 'film', startTime, endTime, type: 'time' as const }]
        : []
      say({ kind: 'recordResponse', sn: message.sn, deviceId: camera, sumNum: items.length, items })
    }
  }

  const invited = async (incoming: IncomingRequest): Promise<void> => {
    const offer = new TextDecoder().decode(incoming.request.body)
    offers.push(offer)
    const isPlayback = offer.includes('s=Playback')
    const startS = Number(/t=(\d+)/.exec(offer)?.[1]) - (recording?.startS ?? 0)
    const way = await openWay(offer)
    const sdp = ['v=0', `o=${camera} 0 0 IN IP4 ${LOOPBACK}`, `s=${isPlayback ? 'Playback' : 'Play'}`]
    sdp.push(`c=IN IP4 ${LOOPBACK}`, 't=0 0')
    if (way.setup)
      sdp.push(`m=video ${way.port} TCP/RTP/AVP 96`, `a=setup:${way.setup}`, 'a=connection:new', 'a=sendonly')
    else sdp.push(`m=video ${way.port} RTP/AVP 96`, 'a=sendonly')
    sdp.push('a=rtpmap:96 PS/90000', 'y=0000000077', '')
    let stopPictures: (() => void) | undefined
    let [fromS, speed] = [isPlayback ? startS : 0, 1]
    let dialog: SipDialog | undefined
    const show = (): void => {
      stopPictures?.()
      stopPictures = sendPictures(film, { fromS, speed }, way.start(), () => {
        if (!isPlayback || !dialog) return
        events.push('ended')
        const status = { kind: 'mediaStatus', sn: 1, deviceId: camera, notifyType: 121 } as const
        const headers = [{ name: 'Content-Type', value: 'Application/MANSCDP+xml' }]
        const on = { answered: () => undefined, failed: () => undefined }
        dialog.request('MESSAGE', { headers, body: writeManscdp(status) }, on)
      })
    }
    const control = (inside: IncomingRequest): void => {
      const read = readMansrtsp(inside.request.body)
      if (!read.ok || read.value.kind !== 'request') throw new Error('no MANSRTSP')
      const { method, scale, range } = read.value
      events.push([method, scale, range && `${range.start}-`].filter((part) => part !== undefined).join(' '))
      if (method === 'PAUSE') stopPictures?.()
      else {
        speed = scale ?? speed
        if (typeof range?.start === 'number') fromS = startS + range.start
        if (typeof range?.start === 'number' || scale !== undefined) show()
      }
      inside.respond(200)
    }
    const type = { name: 'Content-Type', value: 'application/sdp' }
    dialog = incoming.accept(
      { headers: [endpoint.contact(id, 'udp'), type], body: Buffer.from(sdp.join('\r\n')) },
      {
        acked() {
          events.push(isPlayback ? `playback ${startS}` : 'playing')
          show()
        },
        request: control,
        ended(reason) {
          events.push(reason)
          stopPictures?.()
          way.close()
        },
      },
    )
  }

  const endpoint = createSipEndpoint(
    {
      handlers: {
        MESSAGE(incoming) {
          incoming.respond(200)
          const read = readManscdp(incoming.request.body)
          if (!read.ok) throw new Error(read.problem.message)
          heard.push(read.value)
          answer(read.value)
        },
        INVITE: (incoming) => void invited(incoming),
        ...options.handlers,
      },
    },
    {
      net,
      hostClock: host,
      log: { warn: () => undefined, error: (fields) => void events.push(JSON.stringify(fields)) },
    },
  )
  return {
    heard,
    events,
    /** Session descriptions of the platform's calls. */
    offers,
    register: (password: string, expires = '3600') =>
      new Promise<number | string>((resolve) => {
        const more = [endpoint.contact(id, 'udp'), { name: 'Expires', value: expires }]
        const account = { username: id, password }
        requestWithLogin(endpoint, request('REGISTER', id, new Uint8Array(), more), to, account, {
          answered: ({ status }) => resolve(status),
          failed: resolve,
        })
      }),
    [Symbol.asyncDispose]: () => endpoint[Symbol.asyncDispose](),
  }
}
