import type { HostClock } from '../../kernel/clock.ts'
import type { DescribedTracks, VideoTrack } from '../../wire/rtsp/read-description.ts'
import type { RtspAnswer } from '../../wire/rtsp/rtsp-message.ts'
import { readTransportAnswer } from '../../wire/rtsp/transport.ts'
import { expectOk } from './describe-camera.ts'
import { createReceivedTrack, type ReceivedTrack } from './received-track.ts'
import type { RtspClient } from './rtsp-client.ts'
import {
  type InterleavedReceivers,
  openTcpChannel,
  openUdpChannel,
  type TrackChannel,
} from './track-channel.ts'
import { audioTags, videoTags } from './track-tags.ts'
import { createTrackTimes, type TrackTimes } from './track-times.ts'

export type SetUpTrack = { control: string; times: TrackTimes; track: ReceivedTrack; channel: TrackChannel }

export type SetUpSession = {
  /** The Session header of further requests. */
  headers: Readonly<Record<string, string>>
  /** How long the server keeps a session that it does not hear of, seconds. */
  timeoutS: number
  transport: PullTransport
}

/** Of servers that say nothing (RFC 2326, 12.37). */
const USUAL_TIMEOUT_S = 60
const UNSUPPORTED_TRANSPORT = 461

export type PullTransport = 'tcp' | 'udp'

/**
 * Sets picture and sound up, by the first of the transports that the camera serves (461: not this one); a camera that
 * refuses its sound still shows pictures. Adds to `made` as it goes, so that a
 * failure leaves nothing open. Rejects with an RtspPullProblem.
 */
export async function setupTracks(
  { video, audio }: DescribedTracks & { video: VideoTrack },
  transports: readonly PullTransport[],
  client: RtspClient,
  hostClock: HostClock,
  made: SetUpTrack[],
  receivers: InterleavedReceivers,
  onPacket: (one: SetUpTrack, bytes: Uint8Array, isReport: boolean) => void,
): Promise<SetUpSession> {
  const clock = createTrackTimes(() => hostClock.now())
  let headers: Record<string, string> = {}
  let timeoutS = USUAL_TIMEOUT_S
  let left = [...transports]
  for (const described of audio ? [video, audio] : [video]) {
    const found = { one: undefined as SetUpTrack | undefined }
    const take = (bytes: Uint8Array, isReport: boolean): void => {
      if (found.one) onPacket(found.one, bytes, isReport)
    }
    const ask = async (): Promise<{
      channel: TrackChannel
      answer: RtspAnswer
      transport: PullTransport
    }> => {
      const [transport = 'tcp', ...others] = left
      const channel =
        transport === 'tcp'
          ? openTcpChannel(made.length, client, receivers, take)
          : await openUdpChannel(client.addresses, take)
      try {
        const answer = await client.ask('SETUP', described.control, { Transport: channel.offer, ...headers })
        if (answer.status !== UNSUPPORTED_TRANSPORT || others.length === 0)
          return { channel, answer, transport }
      } catch (error) {
        await channel.close()
        throw error
      }
      await channel.close()
      left = others
      return ask()
    }
    const { channel, answer, transport } = await ask()
    // All tracks go the same way.
    left = [transport]
    try {
      if (answer.status !== 200 && described.kind === 'audio') {
        await channel.close()
        continue
      }
      expectOk(answer, 'SETUP')
      const [id = '', ...parameters] = (answer.headers.get('session') ?? '').split(';')
      if (id.trim() !== '') headers = { Session: id.trim() }
      // Some cameras tell 0.
      timeoutS = Number(/timeout=(\d{1,5})/i.exec(parameters.join(';'))?.[1] ?? 0) || timeoutS
      const agreed = readTransportAnswer(answer.headers.get('transport') ?? '')
      channel.agree(agreed)
      const times = clock.track(described.clockHz)
      const track = createReceivedTrack({
        payloadType: described.payloadType,
        ssrc: agreed.ssrc,
        isOrdered: transport === 'tcp',
        times,
        tags: described.kind === 'video' ? videoTags(described, times) : audioTags(described, times),
      })
      found.one = { control: described.control, times, track, channel }
      made.push(found.one)
    } catch (error) {
      await channel.close()
      throw error
    }
  }
  return { headers, timeoutS: Math.max(2, timeoutS), transport: left[0]! }
}

/** The timestamps at which tracks begin, of the RTP-Info of PLAY (RFC 2326, 12.33): all of them, or none. */
export function applyRtpInfo(header: string | undefined, tracks: readonly SetUpTrack[]): void {
  const entries = (header ?? '').split(/,(?=\s*url=)/i).map((text) => ({
    url: /url=([^;]+)/i.exec(text)?.[1]?.trim().replaceAll('"', '') ?? '',
    rtpTime: /rtptime=(\d{1,10})/i.exec(text)?.[1],
  }))
  const of = ({ control }: SetUpTrack) =>
    entries.find(({ url }) => url !== '' && (url === control || control.endsWith(url)))?.rtpTime
  if (!tracks.every((track) => of(track) !== undefined)) return
  for (const track of tracks) track.times.begin(Number(of(track)))
}
