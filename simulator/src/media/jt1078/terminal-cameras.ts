/** Cameras of vehicles as JT/T 1078 has them: what a platform asks a terminal for, sent from the streams of its cameras. */
import type { VideoCodec } from '@backlot/contract/control/fleet-encoding'
import type { StreamType } from '@backlot/contract/live-video/calls'
import type { DeviceAction } from '../../devices/commands.ts'
import { phoneOf } from '../../fleet/uplinks/jt808/terminal-identity.ts'
import type { TerminalMedia } from '../../fleet/uplinks/jt808/terminal-media.ts'
import type { HostClock } from '../../kernel/clock.ts'
import { ACK_RESULTS } from '../../wire/jt808/acks.ts'
import type { LiveRequest } from '../../wire/jt808/commands.ts'
import type { Jt808Version } from '../../wire/jt808/header.ts'
import type { TableChannel } from '../../wire/jt1078/channel-table.ts'
import { PAYLOAD_TYPES } from '../../wire/jt1078/payload-types.ts'
import type { SimBytes } from '../../wire/jt1078/rtp-packet.ts'
import type { Replays } from '../create-replays.ts'
import type { LiveStreams } from '../live-streams.ts'
import type { LinkTarget } from './camera-link.ts'
import { type CameraTransfer, createCameraTransfer, type TransferParts } from './camera-transfer.ts'
import { createTerminalPlaybacks } from './terminal-playbacks.ts'
import { resourcesOf, type TerminalFiles } from './terminal-recordings.ts'
import { actionOfSteering } from './terminal-steering.ts'
import { createEar, startSpeaking, type TerminalVoice } from './terminal-talk.ts'
import { createTerminalUploads, type RecordedClips } from './terminal-uploads.ts'

export type TerminalCamerasDeps = {
  live: Pick<LiveStreams, 'open'>
  /** What the cameras have recorded, and its player; left out: nothing. */
  recorded?: {
    replays: Replays
    files: TerminalFiles
    clips: RecordedClips
    log: { warn(fields: object, message: string): void }
  }
  /** Channels of a device, sound and pictures. */
  channelsOf(sn: string): readonly { chnId: number; isVideo: boolean; hasPtz: boolean }[]
  /** What its cameras encode with; left out: H.264. */
  codecOf?(sn: string): VideoCodec | undefined
  voiceOf(sn: string): TerminalVoice
  /** Gives a camera an order; left out: none of them can be steered. */
  steer?(sn: string, action: DeviceAction): void
  /** The address of a server, if streams may go there. Never rejects. */
  targetOf(host: string, port: number): Promise<{ address: string; port: number } | undefined>
  hostClock: HostClock
  platformMs(): number
}

const { ok, failed, bad, unsupported } = ACK_RESULTS
/** Data types of 0x9101. */
const DATA = { both: 0, picture: 1, talk: 2, listen: 3, broadcast: 4 } as const
/** Commands of 0x9102, and what its closing closes. */
const COMMANDS = { close: 0, switch: 1, pause: 2, resume: 3, endTalk: 4 } as const
const CLOSES = { both: 0, sound: 1, picture: 2 } as const
/** Streams that a terminal sends at a time, talks included. */
const TRANSFERS_MOST = 16

/** The cameras of one terminal. Its packets carry its phone number: in 6 bytes, or in the 10 of 2019. */
export function createTerminalCameras(
  deps: TerminalCamerasDeps,
  { sn, version }: { sn: string; version: Jt808Version },
): TerminalMedia {
  const sim = phoneOf(sn)
  const simBytes: SimBytes = version === 2019 ? 10 : 6
  const { hostClock, live } = deps
  const pictures = new Map<number, CameraTransfer>()
  const talks = new Map<number, CameraTransfer>()
  const channelOf = (channel: number) => deps.channelsOf(sn).find(({ chnId }) => chnId === channel)
  const isVideo = (channel: number) => channelOf(channel)?.isVideo === true

  const targetOf = ({ host, tcpPort, udpPort }: Pick<LiveRequest, 'host' | 'tcpPort' | 'udpPort'>) => {
    const [kind, port] = tcpPort !== 0 ? (['tcp', tcpPort] as const) : (['udp', udpPort] as const)
    if (host === '' || port === 0) return undefined
    const target = deps
      .targetOf(host, port)
      .then((found): LinkTarget | undefined => found && { kind, ...found })
    return { kind, target }
  }
  const replace = (of: Map<number, CameraTransfer>, channel: number, next: CameraTransfer): void => {
    of.get(channel)?.close()
    of.set(channel, next)
  }
  const forget = (of: Map<number, CameraTransfer>, channel: number, ended: CameraTransfer): void => {
    if (of.get(channel) === ended) of.delete(channel)
  }

  const sendLive = (request: LiveRequest, parts: TransferParts): number => {
    const { channel, streamType } = request
    const way = targetOf(request)
    if (!way) return bad
    const opened = isVideo(channel)
      ? live.open({ sn, chnId: channel, streamType: streamOf(streamType) })
      : undefined
    if (!opened?.ok) return failed
    const transfer = createCameraTransfer({
      head: { sim, simBytes, channel },
      parts,
      hostClock,
      target: way.target,
      ended: () => forget(pictures, channel, transfer),
    })
    // It starts while the connection comes about, and ends by itself when none does.
    opened.stream.touch()
    transfer.play(opened.stream)
    replace(pictures, channel, transfer)
    return ok
  }

  const talk = (request: LiveRequest): number => {
    const { channel, dataType } = request
    const way = targetOf(request)
    if (!way) return bad
    if (!channelOf(channel)) return failed
    const voice = deps.voiceOf(sn)
    let stopSpeaking = (): void => undefined
    const transfer = createCameraTransfer({
      head: { sim, simBytes, channel },
      parts: { picture: false, sound: true },
      hostClock,
      target: way.target,
      ...(dataType === DATA.listen ? {} : { received: createEar(voice, way.kind, () => hostClock.now()) }),
      ended() {
        stopSpeaking()
        forget(talks, channel, speaking)
      },
    })
    if (dataType !== DATA.broadcast) stopSpeaking = startSpeaking(voice, hostClock, transfer.sendFrame)
    const speaking: CameraTransfer = {
      ...transfer,
      close() {
        stopSpeaking()
        transfer.close()
      },
    }
    replace(talks, channel, speaking)
    return ok
  }

  const { recorded } = deps
  const playbacks =
    recorded &&
    createTerminalPlaybacks({
      sn,
      ...recorded,
      platformMs: deps.platformMs,
      hasChannel: isVideo,
      open(request, parts, ended) {
        const way = targetOf(request)
        const head = { sim, simBytes, channel: request.channel }
        return way && createCameraTransfer({ head, parts, hostClock, target: way.target, ended })
      },
    })

  const uploads =
    recorded &&
    createTerminalUploads({
      ...{ sn, phone: sim, hostClock, hasChannel: isVideo },
      ...{ files: recorded.files, clips: recorded.clips, log: recorded.log },
      ...{ targetOf: deps.targetOf, platformMs: deps.platformMs },
    })

  const steer = (channel: number, command: number, closeType: number, streamType: number): number => {
    const transfer = pictures.get(channel)
    if (!transfer) return failed
    switch (command) {
      case COMMANDS.close:
        if (closeType === CLOSES.both) {
          pictures.delete(channel)
          transfer.close()
        } else transfer.choose(closeType === CLOSES.sound ? { sound: false } : { picture: false })
        return ok
      case COMMANDS.switch: {
        const opened = live.open({ sn, chnId: channel, streamType: streamOf(streamType) })
        if (!opened.ok) return failed
        transfer.play(opened.stream)
        transfer.resume()
        return ok
      }
      case COMMANDS.pause:
        transfer.pause()
        return ok
      case COMMANDS.resume:
        transfer.resume()
        return ok
      default:
        return bad
    }
  }

  return {
    attributes() {
      const channels = deps.channelsOf(sn)
      return {
        audioCoding: PAYLOAD_TYPES.aac,
        audioChannels: 1,
        sampleRate: 0,
        sampleBits: 1,
        audioFrameLength: AAC_FRAME_BYTES,
        audioOutput: 1,
        videoCoding: PAYLOAD_TYPES[deps.codecOf?.(sn) ?? 'h264'],
        maxAudioChannels: channels.filter((one) => !one.isVideo).length,
        maxVideoChannels: channels.filter((one) => one.isVideo).length,
      }
    },
    channels: () =>
      deps.channelsOf(sn).map(
        ({ chnId, isVideo: hasPicture, hasPtz }): TableChannel => ({
          physical: chnId,
          logical: chnId,
          type: hasPicture ? 0 : 1,
          hasPtz: hasPtz ? 1 : 0,
        }),
      ),
    live(request) {
      const { dataType, channel } = request
      const isNew = !pictures.has(channel) && !talks.has(channel)
      if (isNew && pictures.size + talks.size >= TRANSFERS_MOST) return failed
      switch (dataType) {
        case DATA.both:
        case DATA.picture:
          return sendLive(request, { picture: true, sound: dataType === DATA.both })
        case DATA.talk:
        case DATA.listen:
        case DATA.broadcast:
          return talk(request)
        default:
          return unsupported
      }
    },
    liveControl({ channel, command, closeType, streamType }) {
      const speaking = talks.get(channel)
      if (
        speaking &&
        (command === COMMANDS.endTalk || (command === COMMANDS.close && !pictures.has(channel)))
      ) {
        talks.delete(channel)
        speaking.close()
        return ok
      }
      return steer(channel, command, closeType, streamType)
    },
    resources(query) {
      const cameras = deps
        .channelsOf(sn)
        .flatMap(({ chnId, isVideo: hasPicture }) => (hasPicture ? chnId : []))
      const asked = query.channel === 0 ? cameras : cameras.filter((chnId) => chnId === query.channel)
      return recorded ? resourcesOf(recorded.files, sn, asked, query, deps.platformMs()) : []
    },
    playback: (request) => playbacks?.start(request) ?? [],
    playbackControl: (control) => playbacks?.control(control) ?? failed,
    upload: (request, serial, ended) => uploads?.start(request, serial, ended) ?? failed,
    uploadControl: (control) => uploads?.control(control) ?? failed,
    steer(request) {
      const channel = channelOf(request.channel)
      if (!channel) return failed
      if (!channel.hasPtz || !deps.steer) return unsupported
      const action = actionOfSteering(request)
      if (action === 'unsupported') return unsupported
      if (action === 'bad') return bad
      deps.steer(sn, action)
      return ok
    },
    close() {
      for (const of of [pictures, talks]) {
        for (const transfer of of.values()) transfer.close()
        of.clear()
      }
      playbacks?.close()
      uploads?.close()
    },
  }
}

/** Bytes of a frame of the cameras' sound, on the average: AAC of 32 kbit/s, 64 ms. */
const AAC_FRAME_BYTES = 256

const streamOf = (code: number): StreamType => (code === 1 ? 'sub' : 'main')
