/** Answers RTSP's requests for one connection (RFC 2326, 10; of recordings: ONVIF Streaming Specification, 6). */
import { randomBytes } from 'node:crypto'
import { describeSession } from '../../wire/rtsp/describe-session.ts'
import { readRange, writeRange } from '../../wire/rtsp/range.ts'
import type { RtspReply, RtspRequest } from '../../wire/rtsp/rtsp-message.ts'
import { readStreamUri, type StreamUri, streamUriPath } from '../../wire/rtsp/stream-uri.ts'
import { readTransport } from '../../wire/rtsp/transport.ts'
import { agreeTransport, describeTransport } from './agree-transport.ts'
import { createBackChannel } from './back-channel.ts'
import type { RtspContext } from './rtsp-context.ts'
import { BACK_CHANNEL, featuresOf, REPLAY } from './rtsp-features.ts'
import { rtspReply } from './rtsp-reply.ts'
import { createRtspSession, type RtspSession } from './rtsp-session.ts'
import { createRtspSources } from './rtsp-sources.ts'

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
  /** The connection has ended. */
  end(): void
}

export function createRtspRequests(context: RtspContext, peer: RtspPeer): RtspRequests {
  const nonce = randomBytes(16).toString('hex')
  const sources = createRtspSources(context, peer.address)
  let session: RtspSession | undefined
  /** The connection is gone: what is answered after a wait takes nothing any more. */
  let isEnded = false

  /** Whether a client asks for the way to the camera's loudspeaker, and there is one. */
  const hasBackChannel = ({ sn, chnId, stream }: StreamUri): boolean =>
    stream !== 'replay' && (context.speakers?.has(sn, chnId) ?? false)

  const describe = async ({ uri, headers }: RtspRequest): Promise<RtspReply> => {
    const accept = headers.get('accept') ?? '*/*'
    if (!/application\/(sdp|\*)|\*\/\*/i.test(accept)) return rtspReply(406)
    const wanted = readStreamUri(uri)
    if (!wanted || wanted.track) return rtspReply(404)
    const stream = await sources.described(wanted)
    if ('status' in stream) return stream
    const tracks = sources.tracksOf(stream)
    const replay = wanted.stream === 'replay' ? sources.replay() : undefined
    const body = describeSession({
      name: context.titleOf(wanted),
      address: peer.localAddress,
      version: context.numberOf(stream.fanout),
      video: tracks.video()!,
      audio: stream.hasSound() ? tracks.audio() : undefined,
      range: replay ? writeRange(replay.range.fromMs, replay.range.toMs) : LIVE_RANGE,
      backChannel: featuresOf(headers.get('require')).includes(BACK_CHANNEL) && hasBackChannel(wanted),
    })
    return rtspReply(
      200,
      { 'Content-Base': `${uri.replace(/\/?$/, '/')}`, 'Content-Type': 'application/sdp' },
      body,
    )
  }

  const setup = async (request: RtspRequest): Promise<RtspReply> => {
    const uri = readStreamUri(request.uri)
    if (!uri) return rtspReply(404)
    // Without a track the address is that of all of them, which cannot be set up together (10.4).
    if (!uri.track) return rtspReply(459)
    const asked = readTransport(request.headers.get('transport') ?? '')
    if (!asked) return rtspReply(461)
    if (session?.isPlaying()) return rtspReply(455)
    const { track } = uri
    const stream = await sources.described(uri)
    if ('status' in stream) return stream
    if (isEnded) return rtspReply(455)
    const tracks = sources.tracksOf(stream)
    if (track === 'audio' && !(stream.hasSound() && tracks.audio())) return rtspReply(404)
    if (track === 'back' && !hasBackChannel(uri)) return rtspReply(404)
    session ??= createRtspSession(
      { id: randomBytes(8).toString('hex'), uri },
      {
        ...peer,
        udp: context.udp,
        tracksOf: sources.tracksOf,
        hostMs: () => context.host.now(),
        platformMs: context.platformMs,
        sent: context.sent,
        onClose: () => peer.close(),
      },
    )
    if (session.path !== streamUriPath(uri)) return rtspReply(459)
    const transport = await agreeTransport(context, session, track, asked)
    if (isEnded) return rtspReply(455)
    if (typeof transport === 'number') return rtspReply(transport)
    if (track === 'back') {
      const speaker = session.back ? undefined : context.speakers!.open(uri.sn)
      if (!session.back && !speaker) return rtspReply(453)
      session.back = {
        transport,
        channel: session.back?.channel ?? createBackChannel(speaker!, context.host),
      }
    } else session.transports.set(track, transport)
    return rtspReply(200, {
      Transport: describeTransport(
        transport,
        track === 'back' ? undefined : tracks.ssrcOf(track),
        context.udp(),
      ),
      Session: `${session.id};timeout=${SESSION_TIMEOUT_S}`,
    })
  }

  const play = (request: RtspRequest): RtspReply => {
    if (!session || (session.transports.size === 0 && !session.back)) return rtspReply(455)
    const asked = request.headers.get('range')
    const range = asked === undefined ? undefined : readRange(asked)
    if (asked !== undefined && !range) return rtspReply(457)
    const uri = readStreamUri(request.uri)
    if (!uri || session.path !== streamUriPath(uri)) return rtspReply(404)
    const source = sources.of(uri)
    if ('status' in source) return source.status === 404 ? rtspReply(503) : source
    const { id } = session
    const replay = sources.replay()
    if (!replay || source !== replay) {
      session.play(source)
      return rtspReply(200, { Session: id, Range: LIVE_RANGE })
    }
    const [fromMs, toMs] = range?.kind === 'clock' ? [range.fromMs, range.toMs] : []
    const { range: whole } = replay
    if (fromMs !== undefined && (fromMs < whole.fromMs || fromMs > whole.toMs)) return rtspReply(457)
    session.play(source)
    const scale = Number(request.headers.get('scale') ?? 1)
    const { speed, positionMs } = replay.play({
      fromMs,
      toMs,
      scale: Number.isFinite(scale) ? scale : 1,
      cseq: Number(request.headers.get('cseq')),
    })
    return rtspReply(200, {
      Session: id,
      Range: writeRange(positionMs, Math.min(toMs ?? whole.toMs, whole.toMs)),
      Scale: speed.toFixed(1),
      'Rate-Control': 'yes',
    })
  }

  const pause = (): RtspReply => {
    if (!session || (session.transports.size === 0 && !session.back)) return rtspReply(455)
    sources.replay()?.pause()
    session.pause()
    return rtspReply(200, { Session: session.id })
  }

  const teardown = (): RtspReply => {
    if (!session) return rtspReply(454)
    const { id } = session
    leave()
    return rtspReply(200, { Session: id })
  }

  const leave = (): void => {
    session?.end()
    session = undefined
    sources.end()
  }

  const answers: Readonly<Record<Method, (request: RtspRequest) => RtspReply | Promise<RtspReply>>> = {
    OPTIONS: () => rtspReply(200, { Public: PUBLIC }),
    DESCRIBE: describe,
    SETUP: setup,
    PLAY: play,
    PAUSE: pause,
    TEARDOWN: teardown,
    // Without parameters it is a sign of life (10.8); there are none.
    GET_PARAMETER: ({ body }) => rtspReply(body.length === 0 ? 200 : 451, session && { Session: session.id }),
    SET_PARAMETER: ({ body }) => rtspReply(body.length === 0 ? 200 : 451, session && { Session: session.id }),
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
    return rtspReply(401, { 'WWW-Authenticate': login.challenges(nonce, state === 'stale') })
  }

  const isOffered = (feature: string, address: string): boolean => {
    const uri = readStreamUri(address)
    if (!uri) return false
    if (feature === REPLAY) return uri.stream === 'replay'
    return feature === BACK_CHANNEL && hasBackChannel(uri)
  }

  return {
    async answer(request) {
      if (!/^RTSP\/1\.\d+$/.test(request.version)) return rtspReply(505)
      if (!/^\d{1,10}$/.test(request.headers.get('cseq') ?? '')) return rtspReply(400)
      const method = METHODS.find((one) => one === request.method)
      if (!method) return rtspReply(OTHERS.includes(request.method) ? 405 : 501, { Allow: PUBLIC })
      const unmet = featuresOf(request.headers.get('require')).filter((one) => !isOffered(one, request.uri))
      if (unmet.length > 0) return rtspReply(551, { Unsupported: unmet.join(', ') })
      const named = request.headers.get('session')?.split(';')[0]?.trim()
      if (method === 'OPTIONS') return answers.OPTIONS(request)
      const refused = await refuseStranger(request)
      if (refused) return refused
      if (named !== undefined && named !== session?.id) return rtspReply(454)
      const needsSession = method === 'PLAY' || method === 'PAUSE' || method === 'TEARDOWN'
      if (needsSession && named === undefined) return rtspReply(session ? 454 : 455)
      return await answers[method](request)
    },
    session: () => session,
    end() {
      isEnded = true
      leave()
    },
  }
}
