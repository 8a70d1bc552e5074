/** The live streams of all channels, by name: each starts when it is first asked for, and goes when it has stopped. */
import type { StartedStream, StreamWish } from '../areas/live-video/ports.ts'
import type { MediaEffects } from '../faults/media-faults.ts'
import type { AudioLoop } from './audio-loop.ts'
import { type Clip, createClipSource } from './clip-source.ts'
import type { EncoderOptions } from './encoder-arguments.ts'
import { createLiveStream, type LiveStream, type StreamState } from './live-stream.ts'
import type { CameraChannel } from './media-ports.ts'
import type { PictureEncoderEvents } from './picture-encoder.ts'
import { createSceneOrClip } from './scene-or-clip.ts'
import type { EncoderPlaces, ScenePipeDeps } from './scene-pipe.ts'
import { createSceneSource, type SceneSourceEvents } from './scene-source.ts'
import { soundKnown, steadySource } from './steady-source.ts'
import type { MediaTotals } from './stream-fanout.ts'
import { isStreamable, type StreamName, streamPath } from './stream-path.ts'
import type { OpenSource, PulledStats, SourceEvents, SourceKind } from './stream-source.ts'
import type { StreamTokens } from './stream-token.ts'
import type { WorkerCameras } from './workers/worker-cameras.ts'

export type StreamStats = StreamName & {
  state: StreamState
  source: SourceKind
  viewers: number
  framesEncoded: number
  framesSkipped: number
  /** Tags left out for slow viewers. */
  dropped: number
  restarts: number
  encoderPid?: number | undefined
  /** The machine that draws it, where it is another one. */
  worker?: string | undefined
  pulled?: PulledStats
}

type RefusedStream = StartedStream & { ok: false }

export type LiveStreams = {
  /** A stream that runs, by its path, and its device. */
  find(path: string): { stream: LiveStream; sn: string } | undefined
  /** The stream of a name, which is started when it does not run. */
  ensure(name: StreamName): LiveStream
  /** The same, if its camera gives pictures now. */
  open(name: StreamName): { ok: true; stream: LiveStream } | RefusedStream
  /** Of a foreign device it is answered once it is known whether the stream has sound, or after some seconds. */
  start(wish: StreamWish): StartedStream | Promise<StartedStream>
  /** One session gives a stream up: its viewers are closed; the stream ends when nobody else watches. */
  stop(wish: StreamWish): Promise<void>
  /** Closes all viewers of a session. */
  revoke(sessionId: string): void
  /** Ends the streams whose names match, but for those that devices publish. */
  endWhere(matches: (name: StreamName) => boolean): Promise<void>
  /** Encoders at work. */
  encoders(): number
  stats(): StreamStats[]
  /** Sent and dropped since the start. */
  totals: MediaTotals
  /** Ends all of them; resolves when those that were ending have ended too. */
  close(): Promise<void>
}

export function createLiveStreams(deps: {
  pipe: Omit<ScenePipeDeps, 'encoder'>
  /** Path of ffmpeg; undefined: cameras play clips. */
  ffmpeg: string | undefined
  encodingOf(ffmpeg: string, name: StreamName, atMs: number): EncoderOptions
  /** Whether the ffmpeg of this machine has a codec (left out: H.264), and whether one more encoder of it may start. */
  hasCodec(codec: EncoderOptions['codec']): boolean
  mayEncode(codec: EncoderOptions['codec']): boolean
  /** Machines that draw too; undefined: there are none. */
  workers: Pick<WorkerCameras, 'hasRoom' | 'lease'> | undefined
  clips: readonly Clip[]
  audio: AudioLoop
  lingerMs: number
  tokens: StreamTokens
  effects: MediaEffects | undefined
  /** The source of a channel of a foreign device; undefined when there is no such channel, or it cannot be asked. */
  external(name: StreamName): OpenSource | undefined
}): LiveStreams {
  const { pipe, ffmpeg, audio, clips, tokens, workers } = deps
  const { host, log } = pipe
  const { cameras, clock } = pipe.source
  const streams = new Map<string, LiveStream>()
  const names = new WeakMap<LiveStream, StreamName>()
  const totals: MediaTotals = { sentBytes: 0, droppedTags: 0, tooSlow: 0 }
  const ending = new Set<Promise<void>>()

  const ensure = (name: StreamName): LiveStream => {
    const path = streamPath(name)
    const running = streams.get(path)
    if (running) return running
    const channel = cameras.find(name.sn, name.chnId)
    const external = channel ? undefined : deps.external(name)
    // Workers have an ffmpeg of their own.
    const encoderNow = () => deps.encodingOf(ffmpeg ?? '', name, clock.now())
    const isCountedHere = channel !== undefined && deps.mayEncode(encoderNow().codec)
    const openOwn =
      (channel: CameraChannel): OpenSource =>
      (timestampAt, events) => {
        const { codec } = encoderNow()
        const openClip = (own: SourceEvents) =>
          createClipSource(clips[channel.number % clips.length]!, host, timestampAt, own)
        const openScene = (own: SceneSourceEvents, places: EncoderPlaces | undefined) => {
          return createSceneSource(
            { ...pipe, places, encoder: encoderNow(), timestampAt },
            { sn: name.sn, chnId: name.chnId },
            channel,
            own,
          )
        }
        if (codec === 'h265' && ffmpeg !== undefined && !deps.hasCodec(codec) && !workers?.hasRoom(codec))
          log.warn({ ...name }, 'no ffmpeg with libx265: a camera of H.265 plays its sample clip')
        if (!workers) return isCountedHere ? openScene(events, undefined) : openClip(events)
        let isFirst = true
        const hasRoom = () => workers.hasRoom(codec) || deps.mayEncode(codec)
        return createSceneOrClip(
          {
            host,
            hasRoom,
            startsWithClip: !isCountedHere && !workers.hasRoom(codec),
            openClip,
            openScene(own) {
              const places = {
                lease: (options: EncoderOptions, on: PictureEncoderEvents) =>
                  workers.lease(`${name.sn}_${name.chnId}_${name.streamType}`, options, on),
                mayEncodeHere: () => deps.mayEncode(codec),
                isCountedHere: isFirst && isCountedHere,
              }
              isFirst = false
              return openScene(own, places)
            },
          },
          events,
        )
      }
    const stream = createLiveStream({
      host,
      totals,
      lingerMs: deps.lingerMs,
      audio: channel?.hasAudio ? audio : undefined,
      effect: deps.effects && { effects: deps.effects, sn: name.sn },
      isSilent: () => cameras.isSilent(name.sn, clock.now()) || !cameras.hasPower(name.sn, clock.now()),
      usualKind: external ? 'pulled' : 'scene',
      openSource: !channel ? external && steadySource(external, host) : openOwn(channel),
      onFault: (error) => log.error({ ...name, error: String(error) }, 'a viewer of a stream failed'),
      onState(state) {
        log.debug({ ...name, state }, 'stream')
        if (state === 'stopped' && streams.get(path) === stream) streams.delete(path)
      },
    })
    streams.set(path, stream)
    names.set(stream, name)
    return stream
  }

  const refusal = (name: StreamName): RefusedStream['reason'] | undefined => {
    const { sn, chnId } = name
    if (!isStreamable(sn) || !(cameras.find(sn, chnId) || deps.external(name))) return 'unknown'
    if (!cameras.hasPower(sn, clock.now())) return 'cameraUnpowered'
    if (!cameras.isOnline(sn, chnId)) return 'deviceOffline'
    const server = cameras.mediaServerOf(sn)
    return server === 'bound'
      ? undefined
      : server === 'notBound'
        ? 'mediaServerNotBound'
        : 'getMediaServerFailed'
  }

  const open: LiveStreams['open'] = (name) => {
    const reason = streams.get(streamPath(name))?.kind() === 'published' ? undefined : refusal(name)
    return reason ? { ok: false, reason } : { ok: true, stream: ensure(name) }
  }

  const end = (stream: LiveStream): Promise<void> => {
    const done = stream.stop('stopped').finally(() => ending.delete(done))
    ending.add(done)
    return done
  }

  return {
    find(path) {
      const stream = streams.get(path)
      return stream && { stream, sn: names.get(stream)!.sn }
    },
    ensure,
    open,
    start({ sessionId, ...name }) {
      const path = streamPath(name)
      const opened = open(name)
      if (!opened.ok) return opened
      const { stream } = opened
      stream.touch()
      const answer = (): StartedStream => {
        const hasAudio = cameras.find(name.sn, name.chnId)?.hasAudio ?? stream.hasSound()
        const source = stream.kind()
        return { ok: true, streamPath: path, ...tokens.issue(path, sessionId), hasAudio, source }
      }
      return stream.kind() === 'pulled' ? soundKnown(stream, host).then(answer) : answer()
    },
    async stop({ sessionId, ...name }) {
      const stream = streams.get(streamPath(name))
      if (!stream) return
      stream.fanout.close('stopped', sessionId)
      if (stream.fanout.viewers() === 0 && stream.kind() !== 'published') await end(stream)
    },
    revoke(sessionId) {
      for (const stream of streams.values()) stream.fanout.close('revoked', sessionId)
    },
    async endWhere(matches) {
      const affected = [...streams.values()].filter(
        (stream) => matches(names.get(stream)!) && stream.kind() !== 'published',
      )
      await Promise.all(affected.map(end))
    },
    encoders: () =>
      [...streams.values()].filter(
        (stream) => stream.kind() === 'scene' && stream.stats().encodesHere !== false,
      ).length,
    stats: () =>
      [...streams.values()].map((stream) => ({
        ...names.get(stream)!,
        state: stream.state(),
        source: stream.kind(),
        viewers: stream.fanout.viewers(),
        dropped: stream.fanout.dropped(),
        ...stream.stats(),
      })),
    totals,
    async close() {
      await Promise.all([...streams.values()].map(end))
      await Promise.all(ending)
    },
  }
}
