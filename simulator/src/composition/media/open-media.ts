import type { Logger } from 'pino'
import type { CorePort } from '../../cluster/core-port.ts'
import type { MediaEffects } from '../../faults/media-faults.ts'
import type { CommandLog } from '../../fleet/command-log.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { CameraPoses } from '../../history/camera-poses.ts'
import type { History } from '../../history/history.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import { DEVICE_ACCOUNT } from '../../kernel/defaults.ts'
import type { ReusedParts } from '../../kernel/reused-parts.ts'
import { StartError } from '../../kernel/start-error.ts'
import { createMedia, type Media } from '../../media/create-media.ts'
import { MEDIA_DEFAULTS } from '../../media/media-options.ts'
import { RtmpPortError } from '../../media/rtmp-ingest.ts'
import { RtspPortError } from '../../media/rtsp/rtsp-server.ts'
import type { SocketTap } from '../../sockets/socket-tap.ts'
import type { TalkDevices } from '../../talk/talk-devices.ts'
import type { PackedCity } from '../../world/city/packed-city.ts'
import type { World } from '../../world/types.ts'
import { mediaServerOf } from '../adapters/video-ports.ts'
import type { Config } from '../config.ts'
import { createCameraDirectory, createSceneWorld } from './camera-directory.ts'
import { deviceSpeakers } from './device-speakers.ts'
import type { ExternalRecordings } from './external-recordings.ts'
import type { ExternalSource } from './external-streams.ts'

/** Streams and pictures over the world. Throws a StartError when the port of RTMP or RTSP is taken. */
export async function openMedia(deps: {
  config: Config
  log: Logger
  world: World
  packedCity: PackedCity
  directory: Directory
  poses: CameraPoses
  history: Pick<History, 'recordingsOf'>
  commands: CommandLog
  clock: PlatformClock
  host: HostClock
  ffmpegPath: string | undefined
  /** Secret that publishing keys are derived from. */
  publishSecret: string
  /** Faults of streams. */
  effects: MediaEffects
  /** The talk sides of devices: clients of RTSP speak to them. */
  talkDevices: TalkDevices
  /** Where streams of devices of others are found. */
  external: ExternalSource
  /** How their recordings are played. */
  externalRecording: ExternalRecordings['playbackOf']
  /** Folder of clips that are made for download. */
  downloadFolder: string
  /** Where workers join; undefined: the platform is alone. */
  corePort: CorePort | undefined
  /** Keeps its threads. */
  reused: ReusedParts
  tap: SocketTap
}): Promise<Media> {
  const { config, world, directory, corePort } = deps
  const cameras = createCameraDirectory(world, directory, deps.poses, deps.commands)
  try {
    return await createMedia({
      seed: world.seed,
      city: deps.packedCity,
      cameras: {
        ...cameras,
        mediaServerOf(sn) {
          const state = mediaServerOf(directory, sn)
          return state === 'broken' ? 'unavailable' : state
        },
      },
      world: createSceneWorld(world, directory, deps.poses),
      clock: deps.clock,
      host: deps.host,
      log: deps.log,
      reused: deps.reused,
      tap: deps.tap,
      effects: deps.effects,
      joinWorkers: corePort && ((onLink) => corePort.serve('cameras', onLink)),
      external: deps.external,
      speakers: deviceSpeakers(directory, deps.talkDevices, deps.host),
      externalRecording: deps.externalRecording,
      recordedOnDevice: (sn, chnId, fromMs, toMs) =>
        (deps.history.recordingsOf(sn, chnId, fromMs, toMs, { source: 'device' }) ?? []).map(
          ({ startMs, endMs }) => ({ fromMs: startMs, toMs: endMs }),
        ),
      options: {
        downloadFolder: deps.downloadFolder,
        drawWhenAsked: config.video === 'when-asked',
        ffmpeg: deps.ffmpegPath,
        fetchFfmpeg: config.fetchFfmpeg,
        publishSecret: deps.publishSecret,
        encoderBudget: config.encoderBudget ?? MEDIA_DEFAULTS.encoderBudget,
        rtmp: config.rtmpPort === null ? null : { host: config.host, port: config.rtmpPort },
        rtsp:
          config.rtspPort === null
            ? null
            : {
                host: config.host,
                port: config.rtspPort,
                account: { username: DEVICE_ACCOUNT, password: config.devicePassword },
              },
      },
    })
  } catch (error) {
    if (error instanceof RtspPortError)
      throw new StartError(
        `RTSP port ${config.rtspPort} is already in use. Use another one, 0 or off with --rtsp.`,
        { cause: error },
      )
    if (!(error instanceof RtmpPortError)) throw error
    throw new StartError(
      `RTMP port ${config.rtmpPort} is already in use. Use another one, 0 or off with --rtmp-port.`,
      {
        cause: error,
      },
    )
  }
}
