/** A platform of GB/T 28181 that says what tests tell it to: digest, messages, invitations. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { openSipNet } from '../../simulator/src/sip/open-sip-net.ts'
import type { IncomingRequest, SipDialog } from '../../simulator/src/sip/sip-calls.ts'
import { createSipEndpoint } from '../../simulator/src/sip/sip-endpoint.ts'
import { createSipLogin } from '../../simulator/src/sip/sip-login.ts'
import type { SipPeer } from '../../simulator/src/sip/sip-net.ts'
import { createHostClock } from '../../simulator/src/timeline/host-clock.ts'
import type { ManscdpMessage, ManscdpOf } from '../../simulator/src/wire/gb28181/manscdp-message.ts'
import { readManscdp } from '../../simulator/src/wire/gb28181/read-manscdp.ts'
import { writeManscdp } from '../../simulator/src/wire/gb28181/write-manscdp.ts'
import { readRtp } from '../../simulator/src/wire/rtp/rtp-packet.ts'
import { headerValue, type SipResponse } from '../../simulator/src/wire/sip/sip-message.ts'

const LOOPBACK = '127.0.0.1'
const DOMAIN = '3402000000'
export const GB_SERVER = '34020000002000000001'
const MANSCDP = { name: 'Content-Type', value: 'Application/MANSCDP+xml' }

export type GbPlatform = Awaited<ReturnType<typeof openGbPlatform>>

export async function openGbPlatform(password: string) {
  const hostClock = createHostClock()
  const net = await openSipNet({ host: LOOPBACK, port: 0, udp: true, tcp: 'listen' }, hostClock)
  const login = createSipLogin(DOMAIN, hostClock)
  const defects: object[] = []
  const log = { warn: () => undefined, error: (fields: object) => void defects.push(fields) }
  const heard: ManscdpMessage[] = []
  /** Where registered devices are, and how often they came and went. */
  const peers = new Map<string, SipPeer>()
  const registrations: string[] = []
  let invited: (incoming: IncomingRequest) => void = (incoming) => incoming.respond(486)
  let number = 0
  const take = (incoming: IncomingRequest) => {
    const read = readManscdp(incoming.request.body)
    if (read.ok) heard.push(read.value)
    incoming.respond(200)
  }
  const endpoint = createSipEndpoint(
    {
      handlers: {
        REGISTER(incoming) {
          const { request, from } = incoming
          const id = /sip:(\d{20})@/.exec(headerValue(request, 'To') ?? '')![1]!
          if (login.check(request, () => password).result !== 'known')
            return incoming.respond(401, { headers: login.challenges(false, ['SHA-256', 'MD5']) })
          const isLeaving = headerValue(request, 'Expires') === '0'
          registrations.push(`${isLeaving ? '-' : '+'}${id}`)
          if (isLeaving) peers.delete(id)
          else peers.set(id, from)
          incoming.respond(200)
        },
        MESSAGE: take,
        INVITE: (incoming) => invited(incoming),
      },
      inDialogs: ['NOTIFY'],
    },
    { net, hostClock, log },
  )
  const dialogOf = (id: string, events: { ended?(): void; request?(incoming: IncomingRequest): void }) => {
    const peer = peers.get(id.slice(0, 20))!
    return endpoint.dialog(
      {
        local: `<sip:${GB_SERVER}@${DOMAIN}>`,
        remote: `<sip:${id}@${DOMAIN}>`,
        target: `sip:${id}@${peer.address}:${peer.port}`,
        peer,
      },
      {
        ended: () => events.ended?.(),
        request: (incoming) => (events.request ?? take)(incoming),
      },
    )!
  }
  const within = (
    dialog: SipDialog,
    method: string,
    headers: { name: string; value: string }[],
    body: Uint8Array,
  ): Promise<SipResponse> =>
    new Promise((resolve, reject) =>
      dialog.request(
        method,
        { headers, body },
        { answered: resolve, failed: (why) => reject(new Error(why)) },
      ),
    )

  return {
    port: net.local('udp').port!,
    heard,
    peers,
    registrations,
    defects,
    endpoint,
    of: <K extends ManscdpMessage['kind']>(kind: K) =>
      heard.filter((message): message is ManscdpOf<K> => message.kind === kind),
    onInvite(listener: typeof invited) {
      invited = listener
    },
    /** Sends a MESSAGE to a device; answers its status. */
    send: (id: string, message: ManscdpMessage): Promise<number> =>
      new Promise((resolve, reject) => {
        const serial = ++number
        endpoint.request(
          {
            kind: 'request',
            method: 'MESSAGE',
            uri: `sip:${id}@${DOMAIN}`,
            headers: [
              { name: 'Max-Forwards', value: '70' },
              { name: 'From', value: `<sip:${GB_SERVER}@${DOMAIN}>;tag=m${serial}` },
              { name: 'To', value: `<sip:${id}@${DOMAIN}>` },
              { name: 'Call-ID', value: `message-${serial}` },
              { name: 'CSeq', value: '1 MESSAGE' },
              MANSCDP,
            ],
            body: writeManscdp(message),
          },
          peers.get(id)!,
          { answered: ({ status }) => resolve(status), failed: (why) => reject(new Error(why)) },
        )
      }),
    /** Subscribes; what it is told of is in `heard`. */
    async subscribe(id: string, message: ManscdpMessage): Promise<number> {
      const headers = [
        { name: 'Event', value: 'presence' },
        { name: 'Expires', value: '600' },
        endpoint.contact(GB_SERVER, 'udp'),
        MANSCDP,
      ]
      return (await within(dialogOf(id, {}), 'SUBSCRIBE', headers, writeManscdp(message))).status
    },
    /** Invites a device's channel to send pictures to a port of ours; `Talk`: to talk with it. */
    async invite(
      id: string,
      options: { name?: string; span?: { fromMs: number; toMs: number }; more?: string[] } = {},
    ) {
      const socket = createSocket('udp4')
      socket.bind(0, LOOPBACK)
      await once(socket, 'listening')
      const payloads: Uint8Array[] = []
      let notice: () => void = () => undefined
      socket.on('message', (bytes) => {
        const read = readRtp(bytes)
        if (!read.ok) return
        payloads.push(read.packet.payload)
        notice()
      })
      const { name = 'Play', span } = options
      const seconds = (ms: number) => Math.floor(ms / 1000)
      const offer = [
        'v=0',
        `o=${id} 0 0 IN IP4 ${LOOPBACK}`,
        `s=${name}`,
        ...(span ? [`u=${id}:0`] : []),
        `c=IN IP4 ${LOOPBACK}`,
        span ? `t=${seconds(span.fromMs)} ${seconds(span.toMs)}` : 't=0 0',
        ...(name === 'Talk'
          ? [`m=audio ${socket.address().port} RTP/AVP 8`, 'a=sendrecv', 'a=rtpmap:8 PCMA/8000']
          : [`m=video ${socket.address().port} RTP/AVP 96`, 'a=recvonly', 'a=rtpmap:96 PS/90000']),
        ...(options.more ?? []),
        `y=${span ? 1 : 0}200000001`,
        '',
      ].join('\r\n')
      let isOver = false
      const dialog = dialogOf(id, {
        ended: () => {
          isOver = true
        },
      })
      const headers = [
        endpoint.contact(GB_SERVER, 'udp'),
        { name: 'Subject', value: `${id}:0200000001,${GB_SERVER}:0` },
        { name: 'Content-Type', value: 'application/sdp' },
      ]
      const answer = await within(dialog, 'INVITE', headers, Buffer.from(offer))
      const sdp = Buffer.from(answer.body).toString()
      return {
        status: answer.status,
        sdp,
        payloads,
        isOver: () => isOver,
        /** Resolves once so many packets have come since now. */
        packets(count: number): Promise<void> {
          const most = payloads.length + count
          return new Promise((resolve) => {
            notice = () => payloads.length >= most && resolve()
          })
        },
        /** Sends RTP to where the device listens. */
        send(packet: Uint8Array): void {
          socket.send(packet, Number(/m=audio (\d+)/.exec(sdp)![1]), LOOPBACK)
        },
        /** INFO with MANSRTSP; answers its status. */
        async control(...lines: string[]): Promise<number> {
          const body = Buffer.from([...lines, '', ''].join('\r\n'))
          const type = { name: 'Content-Type', value: 'Application/MANSRTSP' }
          return (await within(dialog, 'INFO', [type], body)).status
        },
        /** What came, in a file. */
        save: (file: string, from = 0) => writeFile(file, Buffer.concat(payloads.slice(from))),
        end() {
          if (!isOver) dialog.end()
          socket.close()
        },
      }
    },
    async [Symbol.asyncDispose]() {
      login[Symbol.dispose]()
      await endpoint[Symbol.asyncDispose]()
    },
  }
}
