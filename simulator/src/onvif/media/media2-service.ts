/** The media service of the second edition (ONVIF Media 2), which knows H.265. Profiles are fixed. */
import { FAULTS } from '../../wire/onvif/soap-fault.ts'
import { element, pieces, type Xml } from '../../wire/onvif/write-xml.ts'
import { childrenOf, textAt } from '../../wire/onvif/xml-node.ts'
import type { OnvifCamera, OnvifChannel, StreamTransport } from '../ports.ts'
import { ptzConfig } from '../ptz/ptz-configurations.ts'
import type { Answer, OnvifService, Operations, ServiceCall } from '../service-call.ts'
import { channelOf, type Profile, profileOf, profilesOf, TOKENS } from '../tokens.ts'
import {
  audioEncoder2,
  audioSourceConfig,
  codecProfile,
  govLength,
  range,
  resolution,
  SOUND,
  videoEncoder2,
  videoSourceConfig,
} from './configurations.ts'
import { streamUriOf } from './stream-uri-of.ts'

const PROTOCOLS: Readonly<Partial<Record<string, StreamTransport>>> = {
  RtspUnicast: 'udp',
  RTSP: 'rtsp',
  RtspOverHttp: 'http',
}

const CAPABILITIES = element(
  'tr2:Capabilities',
  [
    element('tr2:ProfileCapabilities', '', {
      MaximumNumberOfProfiles: 32,
      ConfigurationsSupported: 'VideoSource VideoEncoder AudioSource AudioEncoder PTZ',
    }),
    element('tr2:StreamingCapabilities', '', {
      RTSPStreaming: true,
      RTPMulticast: false,
      RTP_RTSP_TCP: true,
      NonAggregateControl: false,
    }),
  ],
  { SnapshotUri: true, Rotation: false, VideoSourceMode: false, OSD: false },
)

/** Configurations of a profile, for those kinds that the client asks for (`Type`); without any it gets names alone. */
const profile2 = (profile: Profile, types: readonly string[]): Xml => {
  const { channel, streamType, token } = profile
  const has = (type: string) => types.includes('All') || types.includes(type)
  const { audio, ptz } = channel
  return element(
    'tr2:Profiles',
    [
      element('tr2:Name', `${channel.name} ${streamType}`),
      types.length > 0 &&
        element('tr2:Configurations', [
          has('VideoSource') && videoSourceConfig('tr2:VideoSource', channel),
          audio && has('AudioSource') && audioSourceConfig('tr2:AudioSource', channel),
          has('VideoEncoder') && videoEncoder2('tr2:VideoEncoder', profile),
          audio && has('AudioEncoder') && audioEncoder2('tr2:AudioEncoder', channel),
          ptz && has('PTZ') && ptzConfig('tr2:PTZ', channel),
        ]),
    ],
    { token, fixed: true },
  )
}

const profileWith = (call: ServiceCall) => profileOf(call.camera, textAt(call.input, 'ProfileToken'))

/** Profiles that a request of configurations means: of one token or of one profile, or all. */
function asked({ camera, input }: ServiceCall, tokenOf: (profile: Profile) => string): Profile[] | undefined {
  const [config, profile] = [textAt(input, 'ConfigurationToken'), textAt(input, 'ProfileToken')]
  const found = profilesOf(camera).filter(
    (one) => (config ?? tokenOf(one)) === tokenOf(one) && (profile ?? one.token) === one.token,
  )
  return found.length === 0 && (config ?? profile) !== undefined ? undefined : found
}

const channelsOf = (profiles: readonly Profile[]): OnvifChannel[] => [
  ...new Set(profiles.map(({ channel }) => channel)),
]

/** An operation that lists the configurations of channels. */
const ofChannels =
  (
    kind: 'videoSourceConfig' | 'audioSourceConfig' | 'audioEncoder',
    write: (tag: string, channel: OnvifChannel) => Xml,
  ) =>
  (call: ServiceCall): Answer => {
    const profiles = asked(call, ({ channel }) => TOKENS[kind](channel))
    if (!profiles) return FAULTS.noConfig
    const channels = channelsOf(profiles).filter(({ audio }) => audio || kind === 'videoSourceConfig')
    return pieces(...channels.map((channel) => write('tr2:Configurations', channel)))
  }

const OPERATIONS: Operations = {
  GetServiceCapabilities: () => CAPABILITIES,
  GetProfiles({ camera, input }) {
    const token = textAt(input, 'Token')
    const types = childrenOf(input, 'Type').map(({ text }) => text)
    const found = profilesOf(camera).filter((one) => (token ?? one.token) === one.token)
    if (token !== undefined && found.length === 0) return FAULTS.noProfile
    return pieces(...found.map((profile) => profile2(profile, types)))
  },
  GetVideoSourceConfigurations: ofChannels('videoSourceConfig', videoSourceConfig),
  GetAudioSourceConfigurations: ofChannels('audioSourceConfig', audioSourceConfig),
  GetAudioEncoderConfigurations: ofChannels('audioEncoder', audioEncoder2),
  GetVideoEncoderConfigurations(call) {
    const profiles = asked(call, ({ encoderToken }) => encoderToken)
    if (!profiles) return FAULTS.noConfig
    return pieces(...profiles.map((profile) => videoEncoder2('tr2:Configurations', profile)))
  },
  GetVideoEncoderConfigurationOptions(call) {
    const profiles = asked(call, ({ encoderToken }) => encoderToken)
    if (!profiles) return FAULTS.noConfig
    return pieces(...profiles.slice(0, 1).map(encoderOptions))
  },
  GetAudioEncoderConfigurationOptions: ({ camera }) => (hasAudio(camera) ? audioOptions : FAULTS.noConfig),
  GetVideoEncoderInstances({ camera, input }) {
    const channel = channelOf(camera, 'videoSourceConfig', textAt(input, 'ConfigurationToken'))
    if (!channel) return FAULTS.noConfig
    const { main, sub } = channel.streams
    const codecs = [...new Set([main.codec, sub.codec])].map((name) => {
      const number = main.codec === sub.codec ? 2 : 1
      return element('tr2:Codec', [element('tr2:Encoding', name), element('tr2:Number', number)])
    })
    return element('tr2:Info', [...codecs, element('tr2:Total', 2)])
  },
  GetStreamUri(call) {
    const profile = profileWith(call)
    if (!profile) return FAULTS.noProfile
    const transport = PROTOCOLS[textAt(call.input, 'Protocol') ?? 'RTSP']
    const uri = transport && streamUriOf(call, profile, transport)
    return uri === undefined ? FAULTS.badStreamSetup : element('tr2:Uri', uri)
  },
  GetSnapshotUri(call) {
    const profile = profileWith(call)
    return profile ? element('tr2:Uri', call.url(`/snapshot/${profile.token}.jpg`)) : FAULTS.noProfile
  },
  SetSynchronizationPoint: (call) => (profileWith(call) ? pieces() : FAULTS.noProfile),
}

const encoderOptions = (profile: Profile): Xml =>
  element(
    'tr2:Options',
    [
      element('tt:Encoding', profile.stream.codec),
      range('tt:QualityRange', 1, 6),
      resolution('tt:ResolutionsAvailable', profile.stream),
      range('tt:BitrateRange', 64, Math.max(8192, profile.stream.kbps)),
    ],
    {
      GovLengthRange: `1 ${Math.max(100, govLength(profile))}`,
      FrameRatesSupported: `${profile.stream.fps}`,
      ProfilesSupported: codecProfile(profile),
      ConstantBitRateSupported: true,
    },
  )

const hasAudio = ({ channels }: OnvifCamera) => channels.some(({ audio }) => audio)
const audioOptions = element('tr2:Options', [
  element('tt:Encoding', 'MP4A-LATM'),
  element('tt:BitrateList', [element('tt:Items', SOUND.kbps)]),
  element('tt:SampleRateList', [element('tt:Items', SOUND.sampleKhz)]),
])

export const MEDIA2_SERVICE: OnvifService = {
  path: 'media2_service',
  prefix: 'tr2',
  version: { major: 22, minor: 12 },
  operations: OPERATIONS,
  capabilities: CAPABILITIES,
}
