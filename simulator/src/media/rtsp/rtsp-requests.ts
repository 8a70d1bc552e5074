/** Answers RTSP's requests for one connection (RFC 2326, 10). Live streams alone: their range is now, without an end. */
import { randomBytes } from 'node:crypto'
import { describeSession } from '../../wire/rtsp/describe-session.ts'
import type { RtspReply, RtspRequest, RtspStatus } from '../../wire/rtsp/rtsp-message.ts'
import { readStreamUri, type StreamUri } from '../../wire/rtsp/stream-uri.ts'
import { readTransport } from '../../wire/rtsp/transport.ts'
import type { LiveStream } from '../live-stream.ts'
import { describeStream } from './describe-stream.ts'
import type { RtspContext } from './rtsp-context.ts'
import { createRtspSession, type RtspSession } from './rtsp-session.ts'
import type { ViewerTransport } from './rtsp-viewer.ts'

const METHODS = [
  'OPTIONS',
  'DESCRIBE',
  'SETUP',
  'PLAY',
  'PAUSE',
  'GET_PARAMETER',
  'SET_PARAMETER',
  'TEARDOWN',
] as const
type Method = (typeof METHODS)[number]
/** Methods of the standard that a camera has no use for. */
const OTHERS = ['ANNOUNCE', 'RECORD', 'REDIRECT']
const PUBLIC = METHODS.join(', ')
/** Seconds without a sign of life after which a session over UDP ends. */
export const SESSION_TIMEOUT_S = 60
const LIVE_RANGE = 'npt=now-'

export type RtspPeer = {
  address: string
  /** Our own end of the connection. */
  localAddress: string
  write(chunk: Uint8Array): void
  bufferedBytes(): number
  /** The stream ended, or sent the client away. */
  close(): void
}

export type RtspRequests = {
  answer(request: RtspRequest): Promise<RtspReply>
  session(): RtspSession | undefined
  end(): void
}

const reply = (status: RtspStatus, headers?: RtspReply['headers'], body?: string): RtspReply => ({
  status,
  ...(headers && { headers }),
  ...(body !== undefined && { body }),
})

export function createRtspRequests(context: RtspContext, peer: RtspPeer): RtspRequests {
  const nonce = randomBytes(16).toString('hex')
  let session: RtspSession | undefined

  /** The stream of an address once its codecs are known, or why there is none. */
  const streamOf = async (uri: StreamUri): Promise<LiveStream | RtspReply> => {
    const opened = context.open(uri)
    if (!opened.ok) return reply(opened.reason === 'unknown' ? 404 : 503)
    const isKnown = await describeStream(opened.stream, context.tracksOf(opened.stream.fanout), context.host)
    return isKnown ? opened.stream : reply(503)
  }

  const describe = async ({ uri, headers }: RtspRequest): Promise<RtspReply> => {
    const accept = headers.get('accept') ?? '*/*'
    if (!/application\/(sdp|\*)|\*\/\*/i.test(accept)) return reply(406)
    const wanted = readStreamUri(uri)
    if (!wanted || wanted.track) return reply(404)
    const stream = await streamOf(wanted)
    if ('status' in stream) return stream
    const tracks = context.tracksOf(stream.fanout)
    const body = describeSession({
      name: context.titleOf(wanted),
      address: peer.localAddress,
      version: context.numberOf(stream.fanout),
      video: tracks.video()!,
      audio: stream.hasSound() ? tracks.audio() : undefined,
      range: LIVE_RANGE,
    })
    return reply(
      200,
      { 'Content-Base': `${uri.replace(/\/?$/, '/')}`, 'Content-Type': 'application/sdp' },
      body,
    )
  }

  const setup = async (request: RtspRequest): Promise<RtspReply> => {
    const uri = readStreamUri(request.uri)
    if (!uri) return reply(404)
    // Without a track the address is that of all of them, which cannot be set up together (10.4).
    if (!uri.track) return reply(459)
    const asked = readTransport(request.headers.get('transport') ?? '')
    if (!asked) return reply(461)
    if (session?.isPlaying()) return reply(455)
    const { track, ...name } = uri
    const stream = await streamOf(uri)
    if ('status' in stream) return stream
    const tracks = context.tracksOf(stream.fanout)
    if (track === 'audio' && !(stream.hasSound() && tracks.audio())) return reply(404)
    session ??= createRtspSession(
      { id: randomBytes(8).toString('hex'), name },
      {
        ...peer,
        udp: context.udp,
        tracksOf: ({ fanout }) => context.tracksOf(fanout),
        hostMs: () => context.host.now(),
        platformMs: context.platformMs,
        onClose: () => peer.close(),
      },
    )
    if (session.path !== context.pathOf(name)) return reply(459)
    const transport = await transportFor(session, track, asked)
    if (!transport) return reply(461)
    session.transports.set(track, transport)
    return reply(200, {
      Transport: describeTransport(transport, tracks.ssrcOf(track)),
      Session: `${session.id};timeout=${SESSION_TIMEOUT_S}`,
    })
  }

  const describeTransport = (transport: ViewerTransport, ssrc: number): string => {
    const source = ssrc.toString(16).padStart(8, '0').toUpperCase()
    if (transport.kind === 'tcp')
      return `RTP/AVP/TCP;unicast;interleaved=${transport.channels.join('-')};ssrc=${source}`
    const ours = context.udp()!.ports.join('-')
    return `RTP/AVP;unicast;client_port=${transport.ports.join('-')};server_port=${ours};ssrc=${source}`
  }

  const transportFor = async (
    { transports }: RtspSession,
    track: 'video' | 'audio',
    asked: NonNullable<ReturnType<typeof readTransport>>,
  ): Promise<ViewerTransport | undefined> => {
    if (asked.kind === 'udp') {
      await context.openUdp()
      return asked
    }
    const others = [...transports].flatMap(([name, one]) =>
      name !== track && one.kind === 'tcp' ? one.channels : [],
    )
    const free = others.length === 0 ? 0 : Math.max(...others) + 1
    const channels = asked.channels ?? ([free, free + 1] as const)
    return channels.some((channel) => others.includes(channel)) ? undefined : { kind: 'tcp', channels }
  }

  const play = (request: RtspRequest): RtspReply => {
    if (!session || session.transports.size === 0) return reply(455)
    const range = request.headers.get('range')
    if (range !== undefined && !/^\s*(npt|clock|smpte[\w-]*)\s*=/i.test(range)) return reply(457)
    const uri = readStreamUri(request.uri)
    if (!uri || session.path !== context.pathOf(uri)) return reply(404)
    const opened = context.open(uri)
    if (!opened.ok) return reply(503)
    session.play(opened.stream)
    return reply(200, { Session: session.id, Range: LIVE_RANGE })
  }

  const pause = (): RtspReply => {
    if (!session || session.transports.size === 0) return reply(455)
    session.pause()
    return reply(200, { Session: session.id })
  }

  const teardown = (): RtspReply => {
    if (!session) return reply(454)
    const { id } = session
    session.end()
    session = undefined
    return reply(200, { Session: id })
  }

  const answers: Readonly<Record<Method, (request: RtspRequest) => RtspReply | Promise<RtspReply>>> = {
    OPTIONS: () => reply(200, { Public: PUBLIC }),
    DESCRIBE: describe,
    SETUP: setup,
    PLAY: play,
    PAUSE: pause,
    TEARDOWN: teardown,
    // Without parameters it is a sign of life (10.8); there are none.
    GET_PARAMETER: ({ body }) => reply(body.length === 0 ? 200 : 451, session && { Session: session.id }),
    SET_PARAMETER: ({ body }) => reply(body.length === 0 ? 200 : 451, session && { Session: session.id }),
  }

  /** Refuses who does not know the password; who guesses waits. */
  const refuseStranger = async (request: RtspRequest): Promise<RtspReply | undefined> => {
    const { login, host } = context
    const state = login.check(request.headers.get('authorization'), request.method, nonce)
    if (state === 'known') {
      login.succeeded(peer.address)
      return undefined
    }
    if (state === 'wrong') {
      const waitMs = login.failed(peer.address, host.now())
      await new Promise<void>((resolve) => host.after(waitMs, resolve))
    }
    return reply(401, { 'WWW-Authenticate': login.challenges(nonce, state === 'stale') })
  }

  return {
    async answer(request) {
      if (!/^RTSP\/1\.\d+$/.test(request.version)) return reply(505)
      if (!/^\d{1,10}$/.test(request.headers.get('cseq') ?? '')) return reply(400)
      const method = METHODS.find((one) => one === request.method)
      if (!method) return reply(OTHERS.includes(request.method) ? 405 : 501, { Allow: PUBLIC })
      const required = request.headers.get('require')
      if (required) return reply(551, { Unsupported: required })
      const named = request.headers.get('session')?.split(';')[0]?.trim()
      if (method === 'OPTIONS') return answers.OPTIONS(request)
      const refused = await refuseStranger(request)
      if (refused) return refused
      if (named !== undefined && named !== session?.id) return reply(454)
      const needsSession = method === 'PLAY' || method === 'PAUSE' || method === 'TEARDOWN'
      if (needsSession && named === undefined) return reply(session ? 454 : 455)
      return await answers[method](request)
    },
    session: () => session,
    end() {
      session?.end()
      session = undefined
    },
  }
}
