/** Recordings of a camera: one for each channel, with a track of pictures and one of sound (tt:… of the ONVIF schema). */
import { element, type Xml } from '../../wire/onvif/write-xml.ts'
import { writeDateTime } from '../../wire/onvif/xsd-values.ts'
import type { OnvifCamera, OnvifChannel, OnvifRecordings } from '../ports.ts'
import { channelOf, TOKENS } from '../tokens.ts'

export const recordedChannel = (camera: OnvifCamera, token: string | undefined): OnvifChannel | undefined =>
  channelOf(camera, 'recording', token)

export type Track = { token: string; type: 'Video' | 'Audio' }
export const tracksOf = ({ audio }: OnvifChannel): Track[] => [
  { token: 'VIDEO001', type: 'Video' },
  ...(audio ? [{ token: 'AUDIO001', type: 'Audio' } as const] : []),
]

export const sourceOf = (camera: OnvifCamera, channel: OnvifChannel): Xml =>
  element('tt:Source', [
    element('tt:SourceId', `${camera.sn}/${channel.chnId}`),
    element('tt:Name', channel.name),
    element('tt:Location', camera.location ? `${camera.location.lat} ${camera.location.lng}` : ''),
    element('tt:Description', camera.name),
    element('tt:Address', ''),
  ])

/** tt:RecordingInformation; undefined when nothing is recorded. */
export function recordingInformation(
  tag: string,
  camera: OnvifCamera,
  channel: OnvifChannel,
  recordings: OnvifRecordings,
): Xml | undefined {
  const span = recordings.spanOf(camera.sn, channel.chnId)
  if (!span) return undefined
  const [from, to] = [writeDateTime(span.fromMs), writeDateTime(span.toMs)]
  return element(tag, [
    element('tt:RecordingToken', TOKENS.recording(channel)),
    sourceOf(camera, channel),
    element('tt:EarliestRecording', from),
    element('tt:LatestRecording', to),
    element('tt:Content', channel.name),
    ...tracksOf(channel).map(({ token, type }) =>
      element('tt:Track', [
        element('tt:TrackToken', token),
        element('tt:TrackType', type),
        element('tt:Description', ''),
        element('tt:DataFrom', from),
        element('tt:DataTo', to),
      ]),
    ),
    element('tt:RecordingStatus', 'Recording'),
  ])
}
