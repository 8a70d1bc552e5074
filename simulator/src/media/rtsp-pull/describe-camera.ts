import { type DescribedTracks, readDescription, type VideoTrack } from '../../wire/rtsp/read-description.ts'
import type { RtspAnswer } from '../../wire/rtsp/rtsp-message.ts'
import { readSdp } from '../../wire/sdp/read-sdp.ts'
import { RtspPullProblem } from './pull-problem.ts'
import type { RtspClient } from './rtsp-client.ts'

/** What a camera has at an address. Rejects with an RtspPullProblem when there is no video that can be shown. */
export async function describeCamera(
  ask: RtspClient['ask'],
  url: string,
): Promise<DescribedTracks & { video: VideoTrack }> {
  const answer = await ask('DESCRIBE', url, { Accept: 'application/sdp' })
  expectOk(answer, 'DESCRIBE')
  const sdp = readSdp(answer.body)
  if (!sdp.ok) throw new RtspPullProblem('protocol', `its description cannot be read: ${sdp.problem.message}`)
  const base = answer.headers.get('content-base') || answer.headers.get('content-location') || url
  const { video, ...tracks } = readDescription(sdp.value, base)
  if (video) return { ...tracks, video }
  const [other] = tracks.otherVideo
  if (other === undefined) throw new RtspPullProblem('noVideo', 'the address has no video')
  throw new RtspPullProblem('codec', `its video is ${other}; H.264 and H.265 can be shown`)
}

/** Throws an RtspPullProblem for any status but 200. */
export function expectOk({ status, reason }: RtspAnswer, method: string): void {
  if (status === 200) return
  const told = `${status} ${reason}`.trim()
  if (status === 401 || status === 403)
    throw new RtspPullProblem('unauthorized', `${told}: the user name or the password is missing or wrong`)
  if (status === 404) throw new RtspPullProblem('notFound', `${told}: it has no such stream`)
  if (status === 461) throw new RtspPullProblem('transport', `${told}: it does not serve this transport`)
  throw new RtspPullProblem('refused', `${told} to ${method}`)
}
