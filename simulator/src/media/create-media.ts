/** Everything about pictures and streams of one simulator, from a camera's name to bytes at a viewer. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { StreamType } from '@backlot/contract/live-video/calls'
import type { MediaEffects } from '../faults/media-faults.ts'
import type { HostClock } from '../kernel/clock.ts'
import type { PackedCity } from '../world/city/packed-city.ts'
import { loadAudioLoop } from './audio-loop.ts'
import { createClipSource, loadClips } from './clip-source.ts'
import type { Downloads } from './create-downloads.ts'
import type { ReplayStart, Replays, ReplayWish } from './create-replays.ts'
import type { EncoderOptions } from './encoder.ts'
import { encoderProfile } from './encoder-profile.ts'
import { type FoundFfmpeg, locateFfmpeg } from './ffmpeg-locate.ts'
import type { LiveStart, LiveStartFailure } from './live-start.ts'
import { createLiveStream, type LiveStream, type StreamState } from './live-stream.ts'
import { MEDIA_DEFAULTS, type MediaOptions } from './media-options.ts'
import type { CameraDirectory, MediaClock, MediaLog, SceneWorld } from './media-ports.ts'
import { openRecorded } from './open-recorded.ts'
import type { PictureSource } from './picture-of.ts'
import { publishKey } from './publish-key.ts'
import { createRestingScenes } from './resting-scenes.ts'
import { createRtmpIngest, type RtmpIngest, type RtmpStats } from './rtmp-ingest.ts'
import { createSceneService } from './scene-service.ts'
import { createSceneSource } from './scene-source.ts'
import type { ShortClips } from './short-clips.ts'
import { createSpareEncoders } from './spare-encoders.ts'
import { createStartGate } from './start-gate.ts'
import { createStills, type Stills } from './stills.ts'
import type { MediaTotals } from './stream-fanout.ts'
import {
  isStreamable,
  readReplayPath,
  readStreamPath,
  replayPath,
  type StreamName,
  streamPath,
} from './stream-path.ts'
import { createStreamPush, type PushFault, type StreamPush, type StreamPushDeps } from './stream-push.ts'
import type { SourceKind } from './stream-source.ts'
import { createStreamTokens } from './stream-token.ts'
import { createUnsentBytes, type UnsentBytes } from './unsent-bytes.ts'
import { createViewerEdge } from './viewer-edge.ts'

export type MediaDeps = {
  seed: number
  /** Handed to the drawing threads; they build it from the seed when it is absent. */
  city?: PackedCity
  cameras: CameraDirectory
  world: SceneWorld
  clock: MediaClock
  host: HostClock
  log: MediaLog
  /** Faults of streams. */
  effects?: MediaEffects
  options?: Partial<MediaOptions>
}

export type StreamStats = StreamName & {
  state: StreamState
  source: SourceKind
  viewers: number
  framesEncoded: number
  framesSkipped: number
  /** Tags left out for slow viewers. */
  dropped: number
  restarts: number
  encoderPid?: number
}

export type Media = AsyncDisposable &
  Stills & {
    /** The ffmpeg in use; undefined: cameras play clips. */
    ffmpeg: FoundFfmpeg | undefined
    /** Port of RTMP, or null when it is off. */
    rtmpPort: number | null
    /** Resolves when the drawing threads have their city (streams may be started before). */
    ready: Promise<void>
    /** Somebody is there who may watch soon: encoders are held ready. */
    expectViewers(): void
    startLive(wish: StreamName & { sessionId: string }): LiveStart
    /** One session gives a stream up: its viewers are closed; the stream ends when nobody else watches. */
    stopLive(wish: StreamName & { sessionId: string }): Promise<void>
    /** Closes all viewers of a session at once and makes its tokens stale. */
    revokeSession(sessionId: string): void
    /** Ends the drawn streams of a device that went offline. */
    deviceOffline(sn: string): Promise<void>
    /** Whether the cameras of a device are fed now. */
    hasPower(sn: string): boolean
    /** The encoding of a channel changed: its streams end, and use it when they are started again. */
    encodeAnew(sn: string, chnId: number): Promise<void>
    /** Pushes a live stream to another server until it is stopped, or media ends. */
    push(wish: StreamName & Pick<StreamPushDeps, 'target'>): StreamPush
    /** Pushes that exist, and how many of them send now. */
    pushes(): { wanted: number; pushing: number }
    /** Starts a playback and answers where it is read. */
    startReplay(wish: ReplayWish): (ReplayStart & { ok: false }) | StartedReplay
    replays: Pick<Replays, 'control' | 'state' | 'stop' | 'onState'>
    downloads: Pick<Downloads, 'start' | 'list' | 'cancel' | 'onState'>
    /** A few seconds of a channel as MP4; undefined without an encoder. Rejects with ClipFailed. */
    shortClip: ShortClips['clip']
    stats(): StreamStats[]
    /** Totals of live streams, sent and dropped, since the start. */
    totals(): MediaTotals
    /** Bytes waiting for viewers and for clients that download files. */
    unsent: Pick<UnsentBytes, 'held' | 'cuts'>
    /** Publishers, now and since the start; undefined when RTMP is off. */
    rtmpStats(): RtmpStats | undefined
    handleHttp(request: IncomingMessage, response: ServerResponse): boolean
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
    /** The key with which a device may publish: rtmp://host:port/live/<sn>_<chnId>?key=… */
    publishKey(sn: string): string
  }

export type StartedReplay = ReplayStart & {
  ok: true
  /** /replay/<id>.flv; the token goes behind it as ?token=… */
  streamPath: string
  token: string
  expiresAtMs: number
  hasAudio: boolean
}

const STREAM_TYPES: readonly StreamType[] = ['sub', 'main']

/** Owner of the seats of pushes among the viewers of a stream: no session. */
const PUSH_OWNER = 'push'
/** Pushes at most that send or connect at a time: each is a process, and a viewer that never leaves. */
export const PUSHES_MOST = 16

/** Starts the drawing threads and RTMP. Rejects with RtmpPortError when RTMP's port cannot be had. */
export async function createMedia(deps: MediaDeps): Promise<Media> {
  const options: MediaOptions = { ...MEDIA_DEFAULTS, ...deps.options }
  const { host, log, cameras, clock } = deps
  const source: PictureSource = { cameras, world: deps.world, clock, strip: options.strip }
  const streams = new Map<string, LiveStream>()
  const totals: MediaTotals = { sentBytes: 0, droppedTags: 0, tooSlow: 0 }
  const unsent = createUnsentBytes(options.unsent)
  const names = new WeakMap<LiveStream, StreamName>()
  const ending = new Set<Promise<void>>()
  const gate = createStartGate(options.startsAtOnce)
  const tokens = createStreamTokens({ now: () => host.now(), lifeMs: options.tokenLifeMs })
  const secret = options.publishSecret ?? randomBytes(24).toString('hex')
  const [ffmpeg, audio, clips] = await Promise.all([
    options.ffmpeg === false ? undefined : locateFfmpeg(options.ffmpeg),
    loadAudioLoop(),
    loadClips(),
  ])
  if (!ffmpeg) log.warn({}, 'no ffmpeg with libx264: cameras play sample clips')

  let closed = false
  const resting = createRestingScenes({
    host,
    neverRest: !options.drawWhenAsked,
    open: (onDeath) => createSceneService({ seed: deps.seed, city: deps.city, onDeath }),
    onDeath: (error) => log.warn({ error: String(error) }, 'a drawing thread died; restarting it'),
  })
  const { scenes } = resting
  const encoders = (): number => [...streams.values()].filter((stream) => stream.kind() === 'scene').length

  const encoderFor = (ffmpegPath: string, streamType: StreamType): EncoderOptions => {
    const { width, height, quality, ceilingKbps } = options.sizes[streamType]
    const { framesPerSecond } = options
    return { ffmpeg: ffmpegPath, width, height, framesPerSecond, quality, ceilingKbps }
  }
  const spares = createSpareEncoders(
    host,
    ffmpeg
      ? STREAM_TYPES.map((streamType) => ({
          options: encoderFor(ffmpeg.path, streamType),
          count: options.spareEncoders[streamType],
        }))
      : [],
  )

  const pipe = { source, host, scenes, gate, spares, log, effects: deps.effects }
  const { replays, downloads, shortClips } = openRecorded({
    ffmpeg: ffmpeg?.path,
    pipe,
    encoderFor,
    options,
    audio,
    tokens,
    unsent,
    effects: deps.effects,
    scenes,
    liveEncoders: encoders,
    downloadFolder: options.downloadFolder ?? join(tmpdir(), `backlot-${randomBytes(6).toString('hex')}`),
  })

  const ensure = (name: StreamName): LiveStream => {
    const path = streamPath(name)
    const running = streams.get(path)
    if (running) return running
    const channel = cameras.find(name.sn, name.chnId)
    const withEncoder = ffmpeg !== undefined && encoders() + replays.count() < options.encoderBudget
    const stream = createLiveStream({
      host,
      totals,
      lingerMs: options.lingerMs,
      audio: channel?.hasAudio ? audio : undefined,
      effect: deps.effects && { effects: deps.effects, sn: name.sn },
      isSilent: () => cameras.isSilent(name.sn, clock.now()) || !cameras.hasPower(name.sn, clock.now()),
      openSource:
        channel &&
        ((timestampAt, events) => {
          if (!ffmpeg || !withEncoder)
            return createClipSource(clips[channel.number % clips.length]!, host, timestampAt, events)
          const usual = encoderFor(ffmpeg.path, name.streamType)
          const asked = cameras.encodingAt(name.sn, name.chnId, name.streamType, clock.now())
          const encoder = { ...usual, ...encoderProfile(asked, usual.quality) }
          return createSceneSource(
            { ...pipe, encoder, timestampAt },
            { sn: name.sn, chnId: name.chnId },
            channel,
            events,
          )
        }),
      onState(state) {
        log.debug({ ...name, state }, 'stream')
        if (state === 'stopped' && streams.get(path) === stream) streams.delete(path)
      },
    })
    streams.set(path, stream)
    names.set(stream, name)
    return stream
  }

  const refusal = ({ sn, chnId }: StreamName): LiveStartFailure | undefined => {
    if (!isStreamable(sn) || !cameras.find(sn, chnId)) return 'unknown'
    if (!cameras.hasPower(sn, clock.now())) return 'cameraUnpowered'
    if (!cameras.isOnline(sn, chnId)) return 'deviceOffline'
    const server = cameras.mediaServerOf(sn)
    return server === 'bound'
      ? undefined
      : server === 'notBound'
        ? 'mediaServerNotBound'
        : 'getMediaServerFailed'
  }

  const stop = (stream: LiveStream): Promise<void> => {
    const done = stream.stop('stopped').finally(() => ending.delete(done))
    ending.add(done)
    return done
  }

  const pushes = new Set<StreamPush>()
  const pushRefusal = ({ sn, chnId, streamType }: StreamName): PushFault | undefined => {
    const busy = [...pushes].filter((push) => push.progress().state !== 'failed').length
    // The one that asks is among them.
    if (closed || busy > PUSHES_MOST) return 'tooMany'
    if (streams.get(streamPath({ sn, chnId, streamType }))?.kind() === 'published') return undefined
    if (!isStreamable(sn) || !cameras.find(sn, chnId)) return 'noChannel'
    return cameras.isOnline(sn, chnId) && cameras.hasPower(sn, clock.now()) ? undefined : 'deviceOffline'
  }

  const edge = createViewerEdge({
    tokens,
    unsent,
    effects: deps.effects,
    isStream: (path) => readStreamPath(path) !== undefined || readReplayPath(path) !== undefined,
    find(path) {
      const live = streams.get(path)
      if (live) return { fanout: live.fanout, sn: names.get(live)!.sn }
      const member = replays.find(readReplayPath(path) ?? '')
      return member && { fanout: member.track.fanout, sn: member.sn }
    },
  })
  let rtmp: RtmpIngest | undefined
  if (options.rtmp) {
    rtmp = await createRtmpIngest(
      { ...options.rtmp, secret },
      {
        log,
        onPublish: (name) => ensure(name).publish(),
        onDeath: (error) => log.warn({ error: String(error) }, 'RTMP ingest ended'),
      },
    )
  }
  // Last: nobody waits for the drawing threads, and urgent parts start sooner without them.
  const ready = options.drawWhenAsked ? Promise.resolve() : scenes().ready

  const expectViewers = (): void => {
    spares.expectViewers()
    if (ffmpeg) scenes().warmUp(options.sizes.sub.width, options.sizes.sub.height)
  }

  return {
    ffmpeg,
    rtmpPort: rtmp?.port ?? null,
    ready,
    expectViewers,
    startLive({ sessionId, ...name }) {
      spares.expectViewers()
      const running = streams.get(streamPath(name))
      const reason = running?.kind() === 'published' ? undefined : refusal(name)
      if (closed) return { ok: false, reason: 'unknown' }
      if (reason) return { ok: false, reason }
      const stream = ensure(name)
      stream.touch()
      const hasAudio = cameras.find(name.sn, name.chnId)?.hasAudio ?? false
      const path = streamPath(name)
      return { ok: true, streamPath: path, ...tokens.issue(path, sessionId), hasAudio, source: stream.kind() }
    },
    async stopLive({ sessionId, ...name }) {
      const stream = streams.get(streamPath(name))
      if (!stream) return
      stream.fanout.close('stopped', sessionId)
      if (stream.fanout.viewers() === 0 && stream.kind() !== 'published') await stop(stream)
    },
    revokeSession(sessionId) {
      tokens.revoke(sessionId)
      replays.revoke(sessionId)
      downloads.revoke(sessionId)
      for (const stream of streams.values()) stream.fanout.close('revoked', sessionId)
    },
    hasPower: (sn) => cameras.hasPower(sn, clock.now()),
    async deviceOffline(sn) {
      const affected = [...streams.values()].filter(
        (s) => names.get(s)?.sn === sn && s.kind() !== 'published',
      )
      await Promise.all(affected.map(stop))
    },
    async encodeAnew(sn, chnId) {
      const affected = [...streams.values()].filter((stream) => {
        const name = names.get(stream)
        return name?.sn === sn && name.chnId === chnId && stream.kind() !== 'published'
      })
      await Promise.all(affected.map(stop))
    },
    ...createStills({ source, framesPerSecond: options.framesPerSecond, scenes }),
    push({ target, ...name }) {
      const push = createStreamPush({
        ffmpeg: ffmpeg?.path,
        host,
        target,
        refusal: () => pushRefusal(name),
        join(sink) {
          const stream = ensure(name)
          stream.touch()
          return stream.fanout.join(sink, PUSH_OWNER)
        },
      })
      const { stop: end } = push
      const kept = {
        ...push,
        async stop() {
          pushes.delete(kept)
          await end()
        },
      }
      pushes.add(kept)
      return kept
    },
    pushes: () => ({
      wanted: pushes.size,
      pushing: [...pushes].filter((push) => push.progress().state === 'pushing').length,
    }),
    startReplay(wish) {
      spares.expectViewers()
      const started = closed ? { ok: false as const, reason: 'noEncoder' as const } : replays.start(wish)
      if (!started.ok) return started
      const path = replayPath(started.playbackId)
      const hasAudio = cameras.find(wish.sn, wish.chnId)?.hasAudio ?? false
      return { ...started, streamPath: path, ...tokens.issue(path, wish.owner), hasAudio }
    },
    replays,
    downloads,
    shortClip: shortClips.clip,
    totals: () => totals,
    unsent,
    rtmpStats: () => rtmp?.stats(),
    stats: () =>
      [...streams.values()].map((stream) => ({
        ...names.get(stream)!,
        state: stream.state(),
        source: stream.kind(),
        viewers: stream.fanout.viewers(),
        dropped: stream.fanout.dropped(),
        ...stream.stats(),
      })),
    handleHttp: (request, response) =>
      edge.handleHttp(request, response) || downloads.handleHttp(request, response),
    handleUpgrade: (request, socket, head) => edge.handleUpgrade(request, socket, head),
    publishKey: (sn) => publishKey(secret, sn),
    async [Symbol.asyncDispose]() {
      if (closed) return
      closed = true
      spares[Symbol.dispose]()
      await Promise.all([
        ...[...pushes].map((push) => push.stop()),
        ...[...streams.values()].map(stop),
        replays.close(),
        downloads.close(),
        shortClips.close(),
      ])
      await Promise.all(ending)
      edge.close()
      await Promise.all([resting[Symbol.asyncDispose](), rtmp?.[Symbol.asyncDispose]()])
    },
  }
}
