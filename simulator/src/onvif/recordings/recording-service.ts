/** The recording service (ONVIF Recording Control), to read alone: the platform decides what is recorded. */
import { badValue } from '../../wire/onvif/soap-fault.ts'
import { element, pieces, type Xml } from '../../wire/onvif/write-xml.ts'
import { textAt } from '../../wire/onvif/xml-node.ts'
import type { OnvifCamera, OnvifChannel } from '../ports.ts'
import type { OnvifService, Operations } from '../service-call.ts'
import { TOKENS } from '../tokens.ts'
import { recordedChannel, sourceOf, type Track, tracksOf } from './recording-items.ts'

const CAPABILITIES = element('trc:Capabilities', '', {
  DynamicRecordings: false,
  DynamicTracks: false,
  Encoding: 'H264 H265 AAC',
  MaxRate: 8192,
  MaxTotalRate: 65_536,
  MaxRecordings: 16,
  MaxRecordingJobs: 0,
  Options: false,
})
const NO_RECORDING = badValue('ter:NoRecording', 'The recording does not exist')

const configuration = (tag: string, camera: OnvifCamera, channel: OnvifChannel): Xml =>
  element(tag, [
    sourceOf(camera, channel),
    element('tt:Content', channel.name),
    element('tt:MaximumRetentionTime', 'PT0S'),
  ])
const trackConfiguration = (tag: string, { type }: Track): Xml =>
  element(tag, [element('tt:TrackType', type), element('tt:Description', '')])

const OPERATIONS: Operations = {
  GetServiceCapabilities: () => CAPABILITIES,
  GetRecordings: ({ camera }) =>
    pieces(
      ...camera.channels.map((channel) =>
        element('trc:RecordingItem', [
          element('tt:RecordingToken', TOKENS.recording(channel)),
          configuration('tt:Configuration', camera, channel),
          element(
            'tt:Tracks',
            tracksOf(channel).map((track) =>
              element('tt:Track', [
                element('tt:TrackToken', track.token),
                trackConfiguration('tt:Configuration', track),
              ]),
            ),
          ),
        ]),
      ),
    ),
  GetRecordingConfiguration({ camera, input }) {
    const channel = recordedChannel(camera, textAt(input, 'RecordingToken'))
    return channel ? configuration('trc:RecordingConfiguration', camera, channel) : NO_RECORDING
  },
  GetTrackConfiguration({ camera, input }) {
    const channel = recordedChannel(camera, textAt(input, 'RecordingToken'))
    if (!channel) return NO_RECORDING
    const track = tracksOf(channel).find(({ token }) => token === textAt(input, 'TrackToken'))
    return track
      ? trackConfiguration('trc:TrackConfiguration', track)
      : badValue('ter:NoTrack', 'The track does not exist')
  },
  GetRecordingJobs: () => pieces(),
}

export const RECORDING_SERVICE: OnvifService = {
  path: 'recording_service',
  prefix: 'trc',
  version: { major: 22, minor: 12 },
  operations: OPERATIONS,
  capabilities: CAPABILITIES,
}
