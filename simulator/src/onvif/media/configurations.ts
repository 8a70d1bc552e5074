/** Configurations of both media services (tt:… of the ONVIF schema). */
import { element, type Xml } from '../../wire/onvif/write-xml.ts'
import type { OnvifChannel } from '../ports.ts'
import { type Profile, TOKENS } from '../tokens.ts'

/** The first elements of every configuration. */
const named = (name: string, useCount: number): Xml[] => [
  element('tt:Name', name),
  element('tt:UseCount', useCount),
]

export const resolution = (name: string, { width, height }: { width: number; height: number }): Xml =>
  element(name, [element('tt:Width', width), element('tt:Height', height)])

/** Streams are sent to one client each: no group is set. */
const MULTICAST = element('tt:Multicast', [
  element('tt:Address', [element('tt:Type', 'IPv4'), element('tt:IPv4Address', '0.0.0.0')]),
  element('tt:Port', 0),
  element('tt:TTL', 1),
  element('tt:AutoStart', false),
])
const SESSION_TIMEOUT = element('tt:SessionTimeout', 'PT60S')

/** What sound is, of every camera that has it. */
export const SOUND = { kbps: 32, sampleKhz: 16 } as const

export const videoSourceConfig = (tag: string, channel: OnvifChannel): Xml =>
  element(
    tag,
    [
      ...named(`${channel.name} source`, 2),
      element('tt:SourceToken', TOKENS.videoSource(channel)),
      element('tt:Bounds', '', {
        x: 0,
        y: 0,
        width: channel.streams.main.width,
        height: channel.streams.main.height,
      }),
    ],
    { token: TOKENS.videoSourceConfig(channel) },
  )

export const audioSourceConfig = (tag: string, channel: OnvifChannel): Xml =>
  element(
    tag,
    [...named(`${channel.name} sound`, 2), element('tt:SourceToken', TOKENS.audioSource(channel))],
    { token: TOKENS.audioSourceConfig(channel) },
  )

/** Pictures from one key frame to the next. */
export const govLength = ({ stream }: Profile): number =>
  stream.gop ?? Math.max(1, Math.round(stream.fps * 2))

/** Media 1 knows no H.265: undefined. */
export function videoEncoder1(tag: string, profile: Profile): Xml | undefined {
  const { stream, encoderToken, streamType, channel } = profile
  if (stream.codec !== 'H264') return undefined
  return element(
    tag,
    [
      ...named(`${channel.name} ${streamType}`, 1),
      element('tt:Encoding', stream.codec),
      resolution('tt:Resolution', stream),
      element('tt:Quality', 4),
      element('tt:RateControl', [
        element('tt:FrameRateLimit', Math.round(stream.fps)),
        element('tt:EncodingInterval', 1),
        element('tt:BitrateLimit', stream.kbps),
      ]),
      element('tt:H264', [
        element('tt:GovLength', govLength(profile)),
        element('tt:H264Profile', 'Baseline'),
      ]),
      MULTICAST,
      SESSION_TIMEOUT,
    ],
    { token: encoderToken },
  )
}

export const codecProfile = ({ stream }: Profile): string => (stream.codec === 'H264' ? 'Baseline' : 'Main')

export function videoEncoder2(tag: string, profile: Profile): Xml {
  const { stream, encoderToken, streamType, channel } = profile
  return element(
    tag,
    [
      ...named(`${channel.name} ${streamType}`, 1),
      element('tt:Encoding', stream.codec),
      resolution('tt:Resolution', stream),
      element(
        'tt:RateControl',
        [element('tt:FrameRateLimit', stream.fps), element('tt:BitrateLimit', stream.kbps)],
        { ConstantBitRate: stream.isConstant === true },
      ),
      MULTICAST,
      element('tt:Quality', 4),
    ],
    { token: encoderToken, GovLength: govLength(profile), Profile: codecProfile(profile) },
  )
}

export const audioEncoder1 = (tag: string, channel: OnvifChannel): Xml =>
  element(
    tag,
    [
      ...named(`${channel.name} sound`, 2),
      element('tt:Encoding', 'AAC'),
      element('tt:Bitrate', SOUND.kbps),
      element('tt:SampleRate', SOUND.sampleKhz),
      MULTICAST,
      SESSION_TIMEOUT,
    ],
    { token: TOKENS.audioEncoder(channel) },
  )

export const audioEncoder2 = (tag: string, channel: OnvifChannel): Xml =>
  element(
    tag,
    [
      ...named(`${channel.name} sound`, 2),
      element('tt:Encoding', 'MP4A-LATM'),
      MULTICAST,
      element('tt:Bitrate', SOUND.kbps),
      element('tt:SampleRate', SOUND.sampleKhz),
    ],
    { token: TOKENS.audioEncoder(channel) },
  )

/** xs:IntRange and xs:FloatRange. */
export const range = (name: string, min: number, max: number): Xml =>
  element(name, [element('tt:Min', min), element('tt:Max', max)])
