/** The media service of the first edition (ONVIF Media 1). Profiles are fixed: nothing is created or changed. */
import { FAULTS } from '../../wire/onvif/soap-fault.ts'
import { element, pieces, type Xml } from '../../wire/onvif/write-xml.ts'
import { textAt } from '../../wire/onvif/xml-node.ts'
import type { OnvifChannel, StreamTransport } from '../ports.ts'
import { ptzConfig } from '../ptz/ptz-configurations.ts'
import type { OnvifService, Operations, ServiceCall } from '../service-call.ts'
import { channelOf, type Profile, profileOf, profilesOf, TOKENS } from '../tokens.ts'
import {
  audioEncoder1,
  audioSourceConfig,
  govLength,
  range,
  resolution,
  SOUND,
  videoEncoder1,
  videoSourceConfig,
} from './configurations.ts'
import { streamUriOf } from './stream-uri-of.ts'

const CAPABILITIES = element(
  'trt:Capabilities',
  [
    element('trt:ProfileCapabilities', '', { MaximumNumberOfProfiles: 32 }),
    element('trt:StreamingCapabilities', '', {
      RTPMulticast: false,
      RTP_TCP: true,
      RTP_RTSP_TCP: true,
      NonAggregateControl: false,
    }),
  ],
  { SnapshotUri: true, Rotation: false, VideoSourceMode: false, OSD: false },
)

const profile1 = (tag: string, profile: Profile): Xml => {
  const { channel, streamType, token } = profile
  return element(
    tag,
    [
      element('tt:Name', `${channel.name} ${streamType}`),
      videoSourceConfig('tt:VideoSourceConfiguration', channel),
      channel.audio && audioSourceConfig('tt:AudioSourceConfiguration', channel),
      videoEncoder1('tt:VideoEncoderConfiguration', profile),
      channel.audio && audioEncoder1('tt:AudioEncoderConfiguration', channel),
      channel.ptz && ptzConfig('tt:PTZConfiguration', channel),
    ],
    { token, fixed: true },
  )
}

const audible = ({ camera }: ServiceCall): OnvifChannel[] => camera.channels.filter(({ audio }) => audio)
const configToken = ({ input }: ServiceCall) => textAt(input, 'ConfigurationToken')
const profileWith = (call: ServiceCall) => profileOf(call.camera, textAt(call.input, 'ProfileToken'))
/** Of an encoder's token, of a profile's, or any. */
const encoderAsked = (call: ServiceCall): Profile | undefined => {
  const token = configToken(call)
  if (token === undefined && textAt(call.input, 'ProfileToken') !== undefined) return profileWith(call)
  return profilesOf(call.camera).find((one) => token === undefined || one.encoderToken === token)
}

const OPERATIONS: Operations = {
  GetServiceCapabilities: () => CAPABILITIES,
  GetProfiles: ({ camera }) =>
    pieces(...profilesOf(camera).map((profile) => profile1('trt:Profiles', profile))),
  GetProfile(call) {
    const profile = profileWith(call)
    return profile ? profile1('trt:Profile', profile) : FAULTS.noProfile
  },
  GetVideoSources: ({ camera }) =>
    pieces(
      ...camera.channels.map((channel) =>
        element(
          'trt:VideoSources',
          [
            element('tt:Framerate', channel.streams.main.fps),
            resolution('tt:Resolution', channel.streams.main),
          ],
          { token: TOKENS.videoSource(channel) },
        ),
      ),
    ),
  GetVideoSourceConfigurations: ({ camera }) =>
    pieces(...camera.channels.map((channel) => videoSourceConfig('trt:Configurations', channel))),
  GetVideoSourceConfiguration(call) {
    const channel = channelOf(call.camera, 'videoSourceConfig', configToken(call))
    return channel ? videoSourceConfig('trt:Configuration', channel) : FAULTS.noConfig
  },
  GetVideoEncoderConfigurations: ({ camera }) =>
    pieces(...profilesOf(camera).map((profile) => videoEncoder1('trt:Configurations', profile))),
  GetVideoEncoderConfiguration(call) {
    const profile = profilesOf(call.camera).find((one) => one.encoderToken === configToken(call))
    return (profile && videoEncoder1('trt:Configuration', profile)) ?? FAULTS.noConfig
  },
  GetVideoEncoderConfigurationOptions(call) {
    const profile = encoderAsked(call)
    if (!profile) return FAULTS.noConfig
    const { stream } = profile
    return element('trt:Options', [
      range('tt:QualityRange', 1, 6),
      stream.codec === 'H264' &&
        element('tt:H264', [
          resolution('tt:ResolutionsAvailable', stream),
          range('tt:GovLengthRange', 1, Math.max(100, govLength(profile))),
          range('tt:FrameRateRange', 1, Math.max(25, Math.round(stream.fps))),
          range('tt:EncodingIntervalRange', 1, 1),
          element('tt:H264ProfilesSupported', 'Baseline'),
        ]),
    ])
  },
  GetGuaranteedNumberOfVideoEncoderInstances(call) {
    const channel = channelOf(call.camera, 'videoSourceConfig', configToken(call))
    if (!channel) return FAULTS.noConfig
    const { main, sub } = channel.streams
    const h264 = [main, sub].filter(({ codec }) => codec === 'H264').length
    return pieces(element('trt:TotalNumber', 2), h264 > 0 && element('trt:H264', h264))
  },
  GetAudioSources: (call) =>
    pieces(
      ...audible(call).map((channel) =>
        element('trt:AudioSources', [element('tt:Channels', 1)], { token: TOKENS.audioSource(channel) }),
      ),
    ),
  GetAudioSourceConfigurations: (call) =>
    pieces(...audible(call).map((channel) => audioSourceConfig('trt:Configurations', channel))),
  GetAudioEncoderConfigurations: (call) =>
    pieces(...audible(call).map((channel) => audioEncoder1('trt:Configurations', channel))),
  GetAudioEncoderConfiguration(call) {
    const channel = channelOf(call.camera, 'audioEncoder', configToken(call))
    return channel?.audio ? audioEncoder1('trt:Configuration', channel) : FAULTS.noConfig
  },
  GetAudioEncoderConfigurationOptions: () =>
    element('trt:Options', [
      element('tt:Options', [
        element('tt:Encoding', 'AAC'),
        element('tt:BitrateList', [element('tt:Items', SOUND.kbps)]),
        element('tt:SampleRateList', [element('tt:Items', SOUND.sampleKhz)]),
      ]),
    ]),
  GetStreamUri(call) {
    const profile = profileWith(call)
    if (!profile) return FAULTS.noProfile
    const stream = textAt(call.input, 'StreamSetup', 'Stream') ?? UNICAST
    const protocol = textAt(call.input, 'StreamSetup', 'Transport', 'Protocol') ?? 'RTSP'
    const transport = stream === UNICAST ? TRANSPORTS[protocol] : undefined
    const uri = transport && streamUriOf(call, profile, transport)
    return uri === undefined ? FAULTS.badStreamSetup : mediaUri(uri)
  },
  GetSnapshotUri(call) {
    const profile = profileWith(call)
    return profile ? mediaUri(call.url(`/snapshot/${profile.token}.jpg`)) : FAULTS.noProfile
  },
  /** Streams begin with a key frame, and have one every two seconds. */
  SetSynchronizationPoint: (call) => (profileWith(call) ? pieces() : FAULTS.noProfile),
}

const UNICAST = 'RTP-Unicast'
const TRANSPORTS: Readonly<Partial<Record<string, StreamTransport>>> = {
  UDP: 'udp',
  TCP: 'rtsp',
  RTSP: 'rtsp',
  HTTP: 'http',
}

const mediaUri = (uri: string): Xml =>
  element('trt:MediaUri', [
    element('tt:Uri', uri),
    element('tt:InvalidAfterConnect', false),
    element('tt:InvalidAfterReboot', false),
    element('tt:Timeout', 'PT0S'),
  ])

export const MEDIA_SERVICE: OnvifService = {
  path: 'media_service',
  prefix: 'trt',
  version: { major: 2, minor: 60 },
  operations: OPERATIONS,
  capabilities: CAPABILITIES,
}
