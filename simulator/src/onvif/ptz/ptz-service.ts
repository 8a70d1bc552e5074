/** The PTZ service (ONVIF PTZ), of cameras with a channel that can be steered. */
import { badValue, FAULTS } from '../../wire/onvif/soap-fault.ts'
import { element, pieces } from '../../wire/onvif/write-xml.ts'
import { textAt } from '../../wire/onvif/xml-node.ts'
import type { OnvifCamera, OnvifChannel } from '../ports.ts'
import type { OnvifService, Operations } from '../service-call.ts'
import { channelOf, profileOf } from '../tokens.ts'
import { PTZ_OPTIONS, ptzConfig, ptzNode } from './ptz-configurations.ts'
import { absoluteMove, continuousMove, getStatus, relativeMove, stop } from './ptz-moves.ts'
import {
  getPresets,
  gotoHomePosition,
  gotoPreset,
  removePreset,
  setHomePosition,
  setPreset,
} from './ptz-presets.ts'

const CAPABILITIES = element('tptz:Capabilities', '', {
  EFlip: false,
  Reverse: false,
  GetCompatibleConfigurations: true,
  MoveStatus: true,
  StatusPosition: true,
})

const steered = ({ channels }: OnvifCamera): OnvifChannel[] => channels.filter(({ ptz }) => ptz)
const steeredBy = (camera: OnvifCamera, token: string | undefined) => {
  const channel = channelOf(camera, 'ptzConfig', token)
  return channel?.ptz ? channel : undefined
}

const OPERATIONS: Operations = {
  GetServiceCapabilities: () => CAPABILITIES,
  GetNodes: ({ camera }) => pieces(...steered(camera).map((channel) => ptzNode('tptz:PTZNode', channel))),
  GetNode({ camera, input }) {
    const channel = channelOf(camera, 'ptzNode', textAt(input, 'NodeToken'))
    return channel?.ptz
      ? ptzNode('tptz:PTZNode', channel)
      : badValue('ter:NoEntity', 'The PTZ node does not exist')
  },
  GetConfigurations: ({ camera }) =>
    pieces(...steered(camera).map((channel) => ptzConfig('tptz:PTZConfiguration', channel))),
  GetConfiguration({ camera, input }) {
    const channel = steeredBy(camera, textAt(input, 'PTZConfigurationToken'))
    return channel ? ptzConfig('tptz:PTZConfiguration', channel) : FAULTS.noConfig
  },
  GetConfigurationOptions: ({ camera, input }) =>
    steeredBy(camera, textAt(input, 'ConfigurationToken')) ? PTZ_OPTIONS : FAULTS.noConfig,
  GetCompatibleConfigurations({ camera, input }) {
    const profile = profileOf(camera, textAt(input, 'ProfileToken'))
    if (!profile) return FAULTS.noProfile
    return pieces(profile.channel.ptz && ptzConfig('tptz:PTZConfiguration', profile.channel))
  },
  ContinuousMove: continuousMove,
  RelativeMove: relativeMove,
  AbsoluteMove: absoluteMove,
  Stop: stop,
  GetStatus: getStatus,
  GetPresets: getPresets,
  SetPreset: setPreset,
  RemovePreset: removePreset,
  GotoPreset: gotoPreset,
  GotoHomePosition: gotoHomePosition,
  SetHomePosition: setHomePosition,
}

export const PTZ_SERVICE: OnvifService = {
  path: 'ptz_service',
  prefix: 'tptz',
  version: { major: 22, minor: 12 },
  operations: OPERATIONS,
  capabilities: CAPABILITIES,
  has: (camera) => steered(camera).length > 0,
}
