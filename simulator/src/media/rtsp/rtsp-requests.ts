/** Answers RTSP's requests for one connection (RFC 2326, 10; of recordings: ONVIF Streaming Specification, 6). */
import { randomBytes } from 'node:crypto'
import { describeSession } from '../../wire/rtsp/describe-session.ts'
import { readRange, writeRange } from '../../wire/rtsp/range.ts'
import type { RtspReply, RtspRequest, RtspStatus } from '../../wire/rtsp/rtsp-message.ts'
import { readStreamUri, type StreamUri, streamUriPath } from '../../wire/rtsp/stream-uri.ts'
import { readTransport } from '../../wire/rtsp/transport.ts'
import { createBackChannel } from './back-channel.ts'
import { describeStream } from './describe-stream.ts'
import type { RtspContext } from './rtsp-context.ts'
import type { RtspReplay, RtspSource } from './rtsp-replay.ts'
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
  // Playbacks of one address are bounded together, as those of a sign-in are.
  const owner = `rtsp ${peer.address}`
  let session: RtspSession | undefined
  let replay: (RtspReplay & { path: string }) | undefined

  /** The source of an address, or why there is none. */
  const sourceOf = (uri: StreamUri): RtspSource | RtspReply => {
    const { sn, chnId, stream } = uri
    if (stream !== 'replay') {
      const opened = context.open({ sn, chnId, streamType: stream })
      return opened.ok ? opened.stream : reply(opened.reason === 'unknown' ? 404 : 503)
    }
    const path = streamUriPath(uri)
    if (replay?.path === path && replay.isOpen()) return replay
    replay?.end()
    replay = undefined
    const opened = context.openReplay(uri, owner)
    if (opened === 'none') return reply(404)
    if (opened === 'busy') return reply(453)
    replay = { ...opened, path }
    return replay
  }
  const tracksOf = (source: RtspSource) =>
    context.tracksOf(source.fanout, 'extensionOf' in source ? (source as RtspReplay).extensionOf : undefined)
  /** The source of an address once its codecs are known. */
  const streamOf = async (uri: StreamUri): Promise<RtspSource | RtspReply> => {
    const source = sourceOf(uri)
    if ('status' in source) return source
    return (await describeStream(source, tracksOf(source), context.host)) ? source : reply(503)
  }

  /** Whether a client asks for the way to the camera's loudspeaker, and there is one. */
  const hasBackChannel = ({ sn, chnId, stream }: StreamUri): boolean =>
    stream !== 'replay' && (context.speakers?.has(sn, chnId) ?? false)

  const describe = async ({ uri, headers }: RtspRequest): Promise<RtspReply> => {
    const accept = headers.get('accept') ?? '*/*'
    if (!/application\/(sdp|\*)|\*\/\*/i.test(accept)) return reply(406)
    const wanted = readStreamUri(uri)
    if (!wanted || wanted.track) return reply(404)
    const stream = await streamOf(wanted)
    if ('status' in stream) return stream
    const tracks = tracksOf(stream)
    const body = describeSession({
      name: context.titleOf(wanted),
      address: peer.localAddress,
      version: context.numberOf(stream.fanout),
      video: tracks.video()!,
      audio: stream.hasSound() ? tracks.audio() : undefined,
      range: wanted.stream === 'replay' && replay ? rangeOf(replay) : LIVE_RANGE,
      backChannel: asksFor(headers.get('require'), BACK_CHANNEL) && hasBackChannel(wanted),
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
    const { track } = uri
    const stream = await streamOf(uri)
    if ('status' in stream) return stream
    const tracks = tracksOf(stream)
    if (track === 'audio' && !(stream.hasSound() && tracks.audio())) return reply(404)
    if (track === 'back' && !hasBackChannel(uri)) return reply(404)
    session ??= createRtspSession(
      { id: randomBytes(8).toString('hex'), uri },
      {
        ...peer,
        udp: context.udp,
        tracksOf,
        hostMs: () => context.host.now(),
        platformMs: context.platformMs,
        onClose: () => peer.close(),
      },
    )
    if (session.path !== streamUriPath(uri)) return reply(459)
    const transport = await transportFor(session, track, asked)
    if (!transport) return reply(461)
    if (track === 'back') {
      const speaker = session.back ? undefined : context.speakers!.open(uri.sn)
      if (!session.back && !speaker) return reply(453)
      session.back = {
        transport,
        channel: session.back?.channel ?? createBackChannel(speaker!, context.host),
      }
    } else session.transports.set(track, transport)
    return reply(200, {
      Transport: describeTransport(transport, track === 'back' ? undefined : tracks.ssrcOf(track)),
      Session: `${session.id};timeout=${SESSION_TIMEOUT_S}`,
    })
  }

  /** `ssrc`: of what we send. */
  const describeTransport = (transport: ViewerTransport, ssrc: number | undefined): string => {
    const source = ssrc === undefined ? '' : `;ssrc=${ssrc.toString(16).padStart(8, '0').toUpperCase()}`
    if (transport.kind === 'tcp')
      return `RTP/AVP/TCP;unicast;interleaved=${transport.channels.join('-')}${source}`
    const ours = context.udp()!.ports.join('-')
    return `RTP/AVP;unicast;client_port=${transport.ports.join('-')};server_port=${ours}${source}`
  }

  const transportFor = async (
    { transports, back }: RtspSession,
    track: NonNullable<StreamUri['track']>,
    asked: NonNullable<ReturnType<typeof readTransport>>,
  ): Promise<ViewerTransport | undefined> => {
    if (asked.kind === 'udp') {
      await context.openUdp()
      return asked
    }
    const all = [...transports, ...(back ? [['back', back.transport] as const] : [])]
    const others = all.flatMap(([name, one]) => (name !== track && one.kind === 'tcp' ? one.channels : []))
    const free = others.length === 0 ? 0 : Math.max(...others) + 1
    const channels = asked.channels ?? ([free, free + 1] as const)
    return channels.some((channel) => others.includes(channel)) ? undefined : { kind: 'tcp', channels }
  }

  const play = (request: RtspRequest): RtspReply => {
    if (!session || (session.transports.size === 0 && !session.back)) return reply(455)
    const asked = request.headers.get('range')
    const range = asked === undefined ? undefined : readRange(asked)
    if (asked !== undefined && !range) return reply(457)
    const uri = readStreamUri(request.uri)
    if (!uri || session.path !== streamUriPath(uri)) return reply(404)
    const source = sourceOf(uri)
    if ('status' in source) return source.status === 404 ? reply(503) : source
    const { id } = session
    if (source !== replay) {
      session.play(source)
      return reply(200, { Session: id, Range: LIVE_RANGE })
    }
    const [fromMs, toMs] = range?.kind === 'clock' ? [range.fromMs, range.toMs] : []
    const { range: whole } = replay
    if (fromMs !== undefined && (fromMs < whole.fromMs || fromMs > whole.toMs)) return reply(457)
    session.play(source)
    const scale = Number(request.headers.get('scale') ?? 1)
    const { speed, positionMs } = replay.play(fromMs, Number.isFinite(scale) ? scale : 1, toMs)
    return reply(200, {
      Session: id,
      Range: writeRange(positionMs, Math.min(toMs ?? whole.toMs, whole.toMs)),
      Scale: speed.toFixed(1),
      'Rate-Control': 'yes',
    })
  }

  const pause = (): RtspReply => {
    if (!session || session.transports.size === 0) return reply(455)
    replay?.pause()
    session.pause()
    return reply(200, { Session: session.id })
  }

  const teardown = (): RtspReply => {
    if (!session) return reply(454)
    const { id } = session
    end()
    return reply(200, { Session: id })
  }

  const end = (): void => {
    session?.end()
    session = undefined
    replay?.end()
    replay = undefined
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

  /** Features that clients may ask for: playing recordings (ONVIF Streaming Specification, 6.2), speaking (5.3). */
  const isOffered = (feature: string, address: string): boolean => {
    const uri = readStreamUri(address)
    if (!uri) return false
    if (feature === REPLAY) return uri.stream === 'replay'
    return feature === BACK_CHANNEL && hasBackChannel(uri)
  }

  return {
    async answer(request) {
      if (!/^RTSP\/1\.\d+$/.test(request.version)) return reply(505)
      if (!/^\d{1,10}$/.test(request.headers.get('cseq') ?? '')) return reply(400)
      const method = METHODS.find((one) => one === request.method)
      if (!method) return reply(OTHERS.includes(request.method) ? 405 : 501, { Allow: PUBLIC })
      const required = request.headers.get('require')
      const unmet = required && featuresOf(required).filter((one) => !isOffered(one, request.uri))
      if (unmet && unmet.length > 0) return reply(551, { Unsupported: unmet.join(', ') })
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
    end,
  }
}

const rangeOf = ({ range }: RtspReplay) => writeRange(range.fromMs, range.toMs)

const REPLAY = 'onvif-replay'
const BACK_CHANNEL = 'www.onvif.org/ver20/backchannel'
const featuresOf = (required: string) => required.split(',').map((one) => one.trim().toLowerCase())
const asksFor = (required: string | undefined, feature: string) =>
  featuresOf(required ?? '').includes(feature)
