/** Everything about pictures and streams of one simulator, from a camera's name to bytes at a viewer. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { StreamType } from '@backlot/contract/live-video/calls'
import type { PlaybackWish, StartedPlayback } from '../areas/recordings/ports.ts'
import type { MediaEffects } from '../faults/media-faults.ts'
import type { HostClock } from '../kernel/clock.ts'
import { createReusedParts, type ReusedParts } from '../kernel/reused-parts.ts'
import type { SocketTap } from '../sockets/socket-tap.ts'
import type { PackedCity } from '../world/city/packed-city.ts'
import { loadAudioLoop } from './audio-loop.ts'
import { loadClips } from './clip-source.ts'
import type { Downloads } from './create-downloads.ts'
import type { Replays } from './create-replays.ts'
import type { EncoderOptions } from './encoder-arguments.ts'
import { encoderProfile } from './encoder-profile.ts'
import { type FoundFfmpeg, locateFfmpeg } from './ffmpeg-locate.ts'
import { createFootagePictures } from './footage/create-footage.ts'
import { scenesWithFootage } from './footage/scenes-with-footage.ts'
import { createLiveStreams, type LiveStreams, type StreamStats } from './live-streams.ts'
import { MEDIA_DEFAULTS, type MediaOptions } from './media-options.ts'
import type { CameraDirectory, MediaClock, MediaLog, SceneWorld, Speakers } from './media-ports.ts'
import { openRecorded } from './open-recorded.ts'
import type { PictureSource } from './picture-of.ts'
import { publishKey } from './publish-key.ts'
import type { OpenPlayback } from './pulled-track.ts'
import { createRestingScenes } from './resting-scenes.ts'
import { createRtmpIngest, type RtmpIngest, type RtmpStats } from './rtmp-ingest.ts'
import type { RecordedSpans } from './rtsp/rtsp-replay.ts'
import { openRtspServer, type RtspServer, type RtspStats } from './rtsp/rtsp-server.ts'
import { createSceneService } from './scene-service.ts'
import type { ShortClips } from './short-clips.ts'
import { createSpareEncoders } from './spare-encoders.ts'
import { createStartGate } from './start-gate.ts'
import { createStills, type Stills } from './stills.ts'
import type { MediaTotals } from './stream-fanout.ts'
import { readReplayPath, readStreamPath, replayPath, type StreamName, streamPath } from './stream-path.ts'
import { createStreamPushes, type StreamPushes } from './stream-pushes.ts'
import type { OpenSource } from './stream-source.ts'
import { createStreamTokens } from './stream-token.ts'
import { createUnsentBytes, type UnsentBytes } from './unsent-bytes.ts'
import { createViewerServer } from './viewer-server.ts'
import { createWorkerCameras, type WorkerCameras, type WorkerCamerasStats } from './workers/worker-cameras.ts'

export type MediaDeps = {
  seed: number
  /** Handed to the drawing threads; they build it from the seed when it is absent. */
  city?: PackedCity
  cameras: CameraDirectory
  world: SceneWorld
  clock: MediaClock
  host: HostClock
  log: MediaLog
  /** What a camera has recorded itself, by start; left out: nothing. */
  recordedOnDevice?: RecordedSpans
  /**
   * The source of a channel of a foreign device; undefined when there is no such channel, or it cannot be asked. Asked
   * for channels that `cameras.find` does not know; online state and bound media server are those of `cameras`.
   */
  external?: ((name: StreamName) => OpenSource | undefined) | undefined
  /** Loudspeakers of cameras; left out: nobody can be spoken to over RTSP. */
  speakers?: Speakers | undefined
  /** How a recording of a foreign device is played; undefined when it has none that can be asked for. */
  externalRecording?: ((wish: PlaybackWish) => OpenPlayback | undefined) | undefined
  /** Faults of streams. */
  effects?: MediaEffects
  /** Where machines that draw too are joined; left out: this machine alone draws. */
  joinWorkers?: ((onLink: WorkerCameras['onLink']) => void) | undefined
  /** Keeps the drawing threads and RTMP's for the next media of this process; left out: they end with this. */
  reused?: ReusedParts | undefined
  /** Hears the sockets of the cameras' RTSP; left out: nobody does. */
  tap?: SocketTap | undefined
  options?: Partial<MediaOptions>
}

export type Media = AsyncDisposable &
  Stills & {
    /** The ffmpeg in use; undefined: cameras play clips. */
    ffmpeg: FoundFfmpeg | undefined
    /** Ports of RTMP and of the cameras' RTSP, or null when they are off. */
    rtmpPort: number | null
    rtspPort: number | null
    /** Resolves when the drawing threads have their city (streams may be started before). */
    ready: Promise<void>
    /** Somebody is there who may watch soon: encoders are held ready. */
    expectViewers(): void
    startLive: LiveStreams['start']
    stopLive: LiveStreams['stop']
    /** A live stream for another wire, if its camera gives pictures now. */
    openLive: LiveStreams['open']
    /** Closes all viewers of a session at once and makes its tokens stale. */
    revokeSession(sessionId: string): void
    /** Whose a token for a live stream is, and whether it opens one now: 200, 401 or 404. */
    mayWatch(path: string, token: string): { status: number; owner: string }
    /** Hears when viewers of a session are to be closed that are elsewhere: of one stream, or of all. */
    onViewersEnd(listener: ViewersEnd): void
    /** Ends the drawn streams of a device that went offline. */
    deviceOffline(sn: string): Promise<void>
    /** Whether the cameras of a device are fed now. */
    hasPower(sn: string): boolean
    /** The encoding of a channel changed: its streams end, and use it when they are started again. */
    encodeAnew(sn: string, chnId: number): Promise<void>
    /** Pushes a live stream to another server until it is stopped, or media ends. */
    push: StreamPushes['push']
    /** Pushes that exist, and how many of them send now. */
    pushes: StreamPushes['counts']
    /** Starts a playback and answers where it is read. */
    startReplay(wish: PlaybackWish): StartedPlayback
    replays: Replays
    downloads: Pick<Downloads, 'start' | 'list' | 'cancel' | 'onState' | 'fileOf'>
    /** A few seconds of a channel as MP4; undefined without an encoder. Rejects with ClipFailed. */
    shortClip: ShortClips['clip']
    stats(): StreamStats[]
    /** Machines that draw, and what comes from them; undefined when none can join. */
    workerStats(): WorkerCamerasStats | undefined
    /** Totals of live streams, sent and dropped, since the start. */
    totals(): MediaTotals
    /** Bytes waiting for viewers and for clients that download files. */
    unsent: Pick<UnsentBytes, 'held' | 'cuts'>
    /** Publishers, now and since the start; undefined when RTMP is off. */
    rtmpStats(): RtmpStats | undefined
    rtspStats(): RtspStats | undefined
    handleHttp(request: IncomingMessage, response: ServerResponse): boolean
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
    /** The key with which a device may publish: rtmp://host:port/live/<sn>_<chnId>?key=… */
    publishKey(sn: string): string
  }

/** Closes viewers of a session: of a stream, or of all. */
type ViewersEnd = (sessionId: string, reason: 'revoked' | 'stopped', path?: string) => void

const STREAM_TYPES: readonly StreamType[] = ['sub', 'main']

/** Starts the drawing threads, RTMP and RTSP. Rejects with RtmpPortError or RtspPortError when a port cannot be had. */
export async function createMedia(deps: MediaDeps): Promise<Media> {
  const options: MediaOptions = { ...MEDIA_DEFAULTS, ...deps.options }
  const { host, log, cameras, clock } = deps
  const source: PictureSource = { cameras, world: deps.world, clock, strip: options.strip }
  const unsent = createUnsentBytes(options.unsent)
  const gate = createStartGate(options.startsAtOnce)
  const tokens = createStreamTokens({ now: () => host.now(), lifeMs: options.tokenLifeMs })
  const secret = options.publishSecret ?? randomBytes(24).toString('hex')
  const [ffmpeg, audio, clips] = await Promise.all([
    options.ffmpeg === false ? undefined : locateFfmpeg(options.ffmpeg, options.fetchFfmpeg),
    loadAudioLoop(),
    loadClips(),
  ])
  if (!ffmpeg) log.warn({}, 'no ffmpeg with libx264: cameras play sample clips')

  let closed = false
  const elsewhere: ViewersEnd[] = []
  const reused = deps.reused ?? createReusedParts()
  const neverRest = !options.drawWhenAsked
  const resting = await reused.take('scenes', [deps.seed, neverRest], () =>
    createRestingScenes({
      host,
      neverRest,
      open: (onDeath) => createSceneService({ seed: deps.seed, city: deps.city, onDeath }),
      onDeath: (error) => log.warn({ error: String(error) }, 'a drawing thread died; restarting it'),
    }),
  )
  const footage = ffmpeg && createFootagePictures({ ffmpeg: ffmpeg.path, host })
  const scenes = () => scenesWithFootage(resting.scenes(), footage)

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
          count: Math.min(options.spareEncoders[streamType], options.encoderBudget),
        }))
      : [],
  )

  const workers =
    deps.joinWorkers && createWorkerCameras({ seed: deps.seed, host, log, proof: () => scenes().proof() })

  /** As a camera's stream is encoded at a moment. */
  const encodingOf = (ffmpegPath: string, name: StreamName, atMs: number): EncoderOptions => {
    const usual = encoderFor(ffmpegPath, name.streamType)
    const asked = cameras.encodingAt(name.sn, name.chnId, name.streamType, atMs)
    return { ...usual, ...encoderProfile(asked, usual.quality) }
  }

  const hasCodec = (codec: EncoderOptions['codec']): boolean =>
    ffmpeg !== undefined && (codec !== 'h265' || ffmpeg.h265)
  const shared = {
    pipe: { source, host, scenes, gate, spares, log, effects: deps.effects },
    ffmpeg: ffmpeg?.path,
    encodingOf,
    hasCodec,
    mayEncode: (codec: EncoderOptions['codec']): boolean =>
      hasCodec(codec) && live.encoders() + recorded.replays.count() < options.encoderBudget,
    audio,
    tokens,
    effects: deps.effects,
  }
  const external = (name: StreamName) => deps.external?.(name)
  const live = createLiveStreams({ ...shared, workers, clips, external, lingerMs: options.lingerMs })
  const recorded = openRecorded({
    ...shared,
    external: deps.externalRecording,
    unsent,
    scenes,
    downloadFolder: options.downloadFolder ?? join(tmpdir(), `backlot-${randomBytes(6).toString('hex')}`),
  })
  if (workers) deps.joinWorkers?.(workers.onLink)
  const { replays, downloads, shortClips } = recorded
  const pushes = createStreamPushes({ ffmpeg, host, source, live, external })

  const viewers = createViewerServer({
    tokens,
    unsent,
    effects: deps.effects,
    isStream: (path) => readStreamPath(path) !== undefined || readReplayPath(path) !== undefined,
    find(path) {
      const found = live.find(path)
      if (found) return { fanout: found.stream.fanout, sn: found.sn }
      const member = replays.find(readReplayPath(path) ?? '')
      return member && { fanout: member.track.fanout, sn: member.sn }
    },
  })
  let rtmp: RtmpIngest | undefined
  let stopReceiving = () => {}
  if (options.rtmp) {
    const data = { ...options.rtmp, secret }
    // Its port stays while the process runs.
    rtmp = await reused.take('rtmp', [data.host, secret], () =>
      createRtmpIngest(data, {
        log,
        onDeath: (error) => log.warn({ error: String(error) }, 'RTMP ingest ended'),
      }),
    )
    stopReceiving = rtmp.receive((name) => live.ensure(name).publish())
  }
  let rtsp: RtspServer | undefined
  if (options.rtsp) {
    try {
      rtsp = await openRtspServer(options.rtsp, {
        live,
        recordings: { replays, recorded: deps.recordedOnDevice ?? (() => []) },
        cameras,
        clock,
        hostClock: host,
        log,
        unsent,
        speakers: deps.speakers,
        tap: deps.tap,
      })
    } catch (error) {
      stopReceiving()
      if (!deps.reused) await reused[Symbol.asyncDispose]()
      throw error
    }
  }
  // Last: nobody waits for the drawing threads, and urgent parts start sooner without them.
  const ready = options.drawWhenAsked ? Promise.resolve() : scenes().ready

  const expectViewers = (): void => {
    spares.expectViewers()
    if (ffmpeg && options.encoderBudget > 0)
      void scenes().warmUp(options.sizes.sub.width, options.sizes.sub.height)
  }

  return {
    ffmpeg,
    rtmpPort: rtmp?.port ?? null,
    rtspPort: rtsp?.port ?? null,
    ready,
    expectViewers,
    startLive(wish) {
      spares.expectViewers()
      return closed ? { ok: false, reason: 'unknown' } : live.start(wish)
    },
    stopLive(wish) {
      for (const end of elsewhere) end(wish.sessionId, 'stopped', streamPath(wish))
      return live.stop(wish)
    },
    openLive: live.open,
    mayWatch(path, token) {
      const check = tokens.verify(path, token)
      if (!check.ok) return { status: 401, owner: '' }
      return { status: readStreamPath(path) && live.find(path) ? 200 : 404, owner: check.sessionId }
    },
    onViewersEnd: (listener) => void elsewhere.push(listener),
    revokeSession(sessionId) {
      for (const end of elsewhere) end(sessionId, 'revoked')
      tokens.revoke(sessionId)
      replays.revoke(sessionId)
      downloads.revoke(sessionId)
      live.revoke(sessionId)
    },
    hasPower: (sn) => cameras.hasPower(sn, clock.now()),
    deviceOffline: (sn) => live.endWhere((name) => name.sn === sn),
    encodeAnew: (sn, chnId) => live.endWhere((name) => name.sn === sn && name.chnId === chnId),
    ...createStills({ source, framesPerSecond: options.framesPerSecond, scenes }),
    push: pushes.push,
    pushes: pushes.counts,
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
    totals: () => live.totals,
    unsent,
    rtmpStats: () => rtmp?.stats(),
    rtspStats: () => rtsp?.stats(),
    stats: live.stats,
    workerStats: () => workers?.stats(),
    handleHttp: (request, response) =>
      viewers.handleHttp(request, response) || downloads.handleHttp(request, response),
    handleUpgrade: (request, socket, head) => viewers.handleUpgrade(request, socket, head),
    publishKey: (sn) => publishKey(secret, sn),
    async [Symbol.asyncDispose]() {
      if (closed) return
      closed = true
      spares[Symbol.dispose]()
      footage?.[Symbol.dispose]()
      await Promise.all([
        pushes.close(),
        live.close(),
        replays.close(),
        downloads.close(),
        shortClips.close(),
      ])
      workers?.[Symbol.dispose]()
      viewers.close()
      stopReceiving()
      await rtsp?.[Symbol.asyncDispose]()
      if (!deps.reused) await reused[Symbol.asyncDispose]()
    },
  }
}
