/** Nodes and configurations of PTZ: one of each for every channel that can be steered (ONVIF PTZ, 5.1 and 5.2). */
import { LIMITS } from '@backlot/contract/limits'
import { element, type Xml } from '../../wire/onvif/write-xml.ts'
import { writeDuration } from '../../wire/onvif/xsd-values.ts'
import type { OnvifChannel } from '../ports.ts'
import { TOKENS } from '../tokens.ts'
import { SPACES, space1d, space2d, supportedSpaces } from './ptz-spaces.ts'

/** How long a move without a Timeout lasts, and how long one may be. */
export const MOVE_MS = { usual: 10_000, least: 100, most: 300_000 } as const
/** Presets that a camera has room for. */
export const PRESETS_MOST = LIMITS.presetMax - Math.max(1, LIMITS.presetMin) + 1

export const ptzNode = (tag: string, channel: OnvifChannel): Xml =>
  element(
    tag,
    [
      element('tt:Name', `${channel.name} PTZ`),
      supportedSpaces('tt:SupportedPTZSpaces'),
      element('tt:MaximumNumberOfPresets', PRESETS_MOST),
      element('tt:HomeSupported', true),
    ],
    { token: TOKENS.ptzNode(channel), FixedHomePosition: false },
  )

export const ptzConfig = (tag: string, channel: OnvifChannel): Xml =>
  element(
    tag,
    [
      element('tt:Name', `${channel.name} PTZ`),
      element('tt:UseCount', 2),
      element('tt:NodeToken', TOKENS.ptzNode(channel)),
      element('tt:DefaultAbsolutePantTiltPositionSpace', SPACES.absolutePanTilt),
      element('tt:DefaultAbsoluteZoomPositionSpace', SPACES.absoluteZoom),
      element('tt:DefaultRelativePanTiltTranslationSpace', SPACES.relativePanTilt),
      element('tt:DefaultRelativeZoomTranslationSpace', SPACES.relativeZoom),
      element('tt:DefaultContinuousPanTiltVelocitySpace', SPACES.continuousPanTilt),
      element('tt:DefaultContinuousZoomVelocitySpace', SPACES.continuousZoom),
      element('tt:DefaultPTZSpeed', [
        element('tt:PanTilt', '', { x: 1, y: 1, space: SPACES.panTiltSpeed }),
        element('tt:Zoom', '', { x: 1, space: SPACES.zoomSpeed }),
      ]),
      element('tt:DefaultPTZTimeout', writeDuration(MOVE_MS.usual)),
      element('tt:PanTiltLimits', [space2d('tt:Range', 'absolutePanTilt')]),
      element('tt:ZoomLimits', [space1d('tt:Range', 'absoluteZoom', 0, 1)]),
    ],
    { token: TOKENS.ptzConfig(channel) },
  )

export const PTZ_OPTIONS: Xml = element('tptz:PTZConfigurationOptions', [
  supportedSpaces('tt:Spaces'),
  element('tt:PTZTimeout', [
    element('tt:Min', writeDuration(MOVE_MS.least)),
    element('tt:Max', writeDuration(MOVE_MS.most)),
  ]),
])
