import type { HostClock } from '../../kernel/clock.ts'
import type { ExtensionOf } from '../../wire/rtp/rtp-tracks.ts'
import type { LiveStreams } from '../live-streams.ts'
import type { Speakers } from '../media-ports.ts'
import type { Fanout } from '../stream-fanout.ts'
import type { StreamName } from '../stream-path.ts'
import type { RtspLogin } from './rtsp-login.ts'
import type { RtspReplay } from './rtsp-replay.ts'
import type { SharedTracks } from './shared-tracks.ts'
import type { UdpPair } from './udp-pair.ts'

/** What all RTSP connections have in common. */
export type RtspContext = {
  open: LiveStreams['open']
  tracksOf(fanout: Fanout, extensionOf?: ExtensionOf): SharedTracks
  /** A playback of a camera's recordings; 'none': nothing is recorded, 'busy': no encoder is free. */
  openReplay(name: Pick<StreamName, 'sn' | 'chnId'>, owner: string): RtspReplay | 'none' | 'busy'
  /** A number of the stream since it started, for its description. */
  numberOf(fanout: Fanout): number
  /** Title of the channel, as in its pictures. */
  titleOf(name: Pick<StreamName, 'sn' | 'chnId'>): string
  speakers: Speakers | undefined
  login: RtspLogin
  host: HostClock
  platformMs(): number
  /** So many RTP packets were sent. */
  sent(packets: number): void
  /** The pair of UDP ports, once a client wanted it. */
  udp(): UdpPair | undefined
  /** Rejects when no ports can be had now. */
  openUdp(): Promise<UdpPair>
}
