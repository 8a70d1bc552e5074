import { FAULTS, type SoapFault } from '../../wire/onvif/soap-fault.ts'
import { pieces, type Xml } from '../../wire/onvif/write-xml.ts'
import { textAt } from '../../wire/onvif/xml-node.ts'
import type { OnvifPose, OnvifPtz, Outcome } from '../ports.ts'
import type { Answer, ServiceCall } from '../service-call.ts'
import { profileOf } from '../tokens.ts'

/** The channel that a request of PTZ means, by its ProfileToken: to be called with `of`. */
export function steerable({
  camera,
  input,
  context,
}: ServiceCall): { ptz: OnvifPtz; of: [sn: string, chnId: number]; pose: OnvifPose } | SoapFault {
  const profile = profileOf(camera, textAt(input, 'ProfileToken'))
  if (!profile) return FAULTS.noProfile
  const { chnId, ptz } = profile.channel
  const pose = ptz ? context.ports.ptz.poseOf(camera.sn, chnId) : undefined
  return pose ? { ptz: context.ports.ptz, of: [camera.sn, chnId], pose } : FAULTS.noPtzProfile
}

/** The answer to a command: `content` when it was carried out. */
export async function done(outcome: Promise<Outcome>, content: Xml = pieces()): Promise<Answer> {
  const result = await outcome
  if (result.ok) return content
  return result.reason === 'noPreset' ? FAULTS.noToken : FAULTS.actionFailed
}
