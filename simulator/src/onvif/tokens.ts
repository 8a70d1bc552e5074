/** Tokens of a camera's parts: made of channel and stream, so they stay the same for ever (`ch1_main`). */
import type { OnvifCamera, OnvifChannel, OnvifStream, StreamType } from './ports.ts'

const chn = ({ chnId }: Pick<OnvifChannel, 'chnId'>) => `ch${chnId}`

export const TOKENS = {
  videoSource: (channel: OnvifChannel) => chn(channel),
  videoSourceConfig: (channel: OnvifChannel) => `${chn(channel)}_source`,
  audioSource: (channel: OnvifChannel) => `${chn(channel)}_audio`,
  audioSourceConfig: (channel: OnvifChannel) => `${chn(channel)}_audio_source`,
  audioEncoder: (channel: OnvifChannel) => `${chn(channel)}_audio_encoder`,
  ptzNode: (channel: OnvifChannel) => `${chn(channel)}_ptz_node`,
  ptzConfig: (channel: OnvifChannel) => `${chn(channel)}_ptz`,
  recording: (channel: OnvifChannel) => `${chn(channel)}_recording`,
} as const
type ChannelToken = keyof typeof TOKENS

export const STREAM_TYPES = ['main', 'sub'] as const satisfies readonly StreamType[]

/** A media profile: one stream of one channel. */
export type Profile = {
  token: string
  /** Of its encoder. */
  encoderToken: string
  channel: OnvifChannel
  streamType: StreamType
  stream: OnvifStream
}

export const profilesOf = (camera: OnvifCamera): Profile[] =>
  camera.channels.flatMap((channel) =>
    STREAM_TYPES.map((streamType) => {
      const token = `${chn(channel)}_${streamType}`
      return {
        token,
        encoderToken: `${token}_encoder`,
        channel,
        streamType,
        stream: channel.streams[streamType],
      }
    }),
  )

export const profileOf = (camera: OnvifCamera, token: string | undefined): Profile | undefined =>
  profilesOf(camera).find((profile) => profile.token === token)

/** The channel that a token of a kind belongs to. */
export const channelOf = (
  camera: OnvifCamera,
  kind: ChannelToken,
  token: string | undefined,
): OnvifChannel | undefined => camera.channels.find((channel) => TOKENS[kind](channel) === token)
