/** The replay service (ONVIF Replay Control): where recordings are played from. */
import { badValue, FAULTS } from '../../wire/onvif/soap-fault.ts'
import { element } from '../../wire/onvif/write-xml.ts'
import { textAt } from '../../wire/onvif/xml-node.ts'
import { withoutPort } from '../onvif-address.ts'
import type { OnvifService, Operations } from '../service-call.ts'
import { recordedChannel } from './recording-items.ts'

const CAPABILITIES = element('trp:Capabilities', '', {
  ReversePlayback: false,
  SessionTimeoutRange: '10 60',
  RTP_RTSP_TCP: true,
})

const OPERATIONS: Operations = {
  GetServiceCapabilities: () => CAPABILITIES,
  GetReplayUri({ camera, input, context, host }) {
    const channel = recordedChannel(camera, textAt(input, 'RecordingToken'))
    if (!channel) return badValue('ter:NoRecording', 'The recording does not exist')
    if ((textAt(input, 'StreamSetup', 'Stream') ?? 'RTP-Unicast') !== 'RTP-Unicast')
      return FAULTS.badStreamSetup
    const { chnId } = channel
    const uri = context.ports.media.replayUri({ sn: camera.sn, chnId, host: withoutPort(host) })
    return uri === undefined ? FAULTS.badStreamSetup : element('trp:Uri', uri)
  },
}

export const REPLAY_SERVICE: OnvifService = {
  path: 'replay_service',
  prefix: 'trp',
  version: { major: 22, minor: 12 },
  operations: OPERATIONS,
  capabilities: CAPABILITIES,
}
