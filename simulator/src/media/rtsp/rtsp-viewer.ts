/** A stream on its way to one client: packets and reports of its tracks, by the transports that were set up. */
import type { FlvTag } from '../../wire/flv/flv-tag.ts'
import { writeGoodbye, writeSenderReport } from '../../wire/rtp/rtcp.ts'
import type { TrackName } from '../../wire/rtp/rtp-tracks.ts'
import { interleavedHead } from '../../wire/rtsp/rtsp-message.ts'
import type { Transport } from '../../wire/rtsp/transport.ts'
import type { Fanout, ViewerClose, ViewerSink } from '../stream-fanout.ts'
import type { SharedTracks } from './shared-tracks.ts'
import type { UdpPair } from './udp-pair.ts'

export type ViewerTransport =
  | { kind: 'tcp'; channels: readonly [number, number] }
  | Extract<Transport, { kind: 'udp' }>

export type RtspViewer = {
  sink: ViewerSink
  /** Sends reports that are due. */
  review(nowMs: number): void
  /** Tells the client that nothing more comes. */
  sayGoodbye(): void
}

/** Recommended least distance of reports (RFC 3550, 6.2). */
const REPORT_EVERY_MS = 5000

/** Reports go on as the first one told unless the stream is off by this: it stood still, or jumped. */
const STEADY_MS = 250

/** A time of the stream, and the host's when it was there. */
type StreamMoment = { timestampMs: number; hostMs: number }
const momentAt = ({ timestampMs, hostMs }: StreamMoment, nowMs: number) => timestampMs + (nowMs - hostMs)

export function createRtspViewer(deps: {
  tracks: SharedTracks
  transports: ReadonlyMap<TrackName, ViewerTransport>
  /** Address of the client, to which alone UDP is sent. */
  address: string
  udp: UdpPair | undefined
  /** Faults of the network. */
  overUdp: Fanout['overUdp']
  write(chunk: Uint8Array): void
  bufferedBytes(): number
  /** Host and platform time now, milliseconds. */
  hostMs(): number
  platformMs(): number
  cname: string
  sent(packets: number): void
  onClose(reason: ViewerClose): void
}): RtspViewer {
  const { tracks, transports, address, udp } = deps
  const sent = new Map<TrackName, { packets: number; octets: number }>()
  let newest: StreamMoment | undefined
  let reported: StreamMoment | undefined
  let reportedMs: number | undefined

  const sendReport = (transport: ViewerTransport, report: Buffer): void => {
    if (transport.kind === 'udp') udp?.sendReport(report, transport.ports[1], address)
    else deps.write(Buffer.concat([interleavedHead(transport.channels[1], report.length), report]))
  }
  const report = (nowMs: number): void => {
    if (!newest) return
    reportedMs = nowMs
    const streamMs = momentAt(newest, nowMs)
    // Players move their times with each report: how long a picture was on its way is not to move them.
    if (!reported || Math.abs(momentAt(reported, nowMs) - streamMs) > STEADY_MS)
      reported = { timestampMs: streamMs, hostMs: nowMs }
    for (const [track, transport] of transports) {
      const counts = sent.get(track) ?? { packets: 0, octets: 0 }
      const timestamp = tracks.timestampAt(track, momentAt(reported, nowMs))
      const ssrc = tracks.ssrcOf(track)
      const bytes = { ssrc, timestamp, ...counts, atMs: deps.platformMs(), cname: deps.cname }
      sendReport(transport, writeSenderReport(bytes))
    }
  }

  const take = (tag: FlvTag): void => {
    const batch = tracks.batchOf(tag)
    const transport = batch && transports.get(batch.track)
    if (!batch || !transport) return
    const nowMs = deps.hostMs()
    newest = { timestampMs: batch.timestampMs, hostMs: nowMs }
    // Before the first packet: players then know at once how sound and picture belong together.
    if (reportedMs === undefined) report(nowMs)
    const counts = sent.get(batch.track) ?? { packets: 0, octets: 0 }
    counts.packets += batch.packets.length
    counts.octets += batch.octets
    sent.set(batch.track, counts)
    deps.sent(batch.packets.length)
    if (transport.kind === 'tcp') deps.write(batch.interleaved(transport.channels[0]))
    else
      for (const packet of deps.overUdp(sent, batch.packets))
        udp?.sendPacket(packet, transport.ports[0], address)
  }

  return {
    sink: { sendTag: take, bufferedBytes: deps.bufferedBytes, close: deps.onClose },
    review(nowMs) {
      if (reportedMs !== undefined && nowMs - reportedMs >= REPORT_EVERY_MS) report(nowMs)
    },
    sayGoodbye() {
      for (const [track, transport] of transports)
        sendReport(transport, writeGoodbye(tracks.ssrcOf(track), deps.cname))
    },
  }
}
