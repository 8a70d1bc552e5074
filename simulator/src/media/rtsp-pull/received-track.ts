/** The packets of one track as they arrive: put in order, counted, told of in reports. */
import { randomBytes } from 'node:crypto'
import type { FlvTag } from '../../wire/flv/flv-tag.ts'
import { hasGoodbye, readSenderReport, writeReceiverReport } from '../../wire/rtp/rtcp.ts'
import { readRtp } from '../../wire/rtp/rtp-packet.ts'
import { createRtpReorder } from '../../wire/rtp/rtp-reorder.ts'
import type { TrackTags } from './track-tags.ts'
import type { TrackTimes } from './track-times.ts'

export type ReceivedTrack = {
  /** Undefined: it is none of this track. */
  packet(bytes: Uint8Array): FlvTag[] | undefined
  /** Takes RTCP; true when it ends the track. */
  report(bytes: Uint8Array): boolean
  /** A receiver report; undefined before the first packet. */
  ownReport(): Buffer | undefined
  lost(): number
}

/** Packets that wait for a missing one over UDP: some frames. */
const REORDER_MOST = 48

/** `ssrc`: the source that the server announced; packets of others are passed over. */
export function createReceivedTrack(options: {
  payloadType: number
  ssrc: number | undefined
  isOrdered: boolean
  times: TrackTimes
  tags: TrackTags
}): ReceivedTrack {
  const { payloadType, times, tags } = options
  const reorder = createRtpReorder(options.isOrdered ? 0 : REORDER_MOST)
  const own = randomBytes(4).readUInt32BE()
  let { ssrc } = options
  let strangers = 0
  let received = 0
  let lost = 0
  let highest = 0
  const reported = { received: 0, lost: 0 }

  return {
    packet(bytes) {
      const read = readRtp(bytes)
      if (!read.ok || read.packet.payloadType !== payloadType) return undefined
      // Some servers announce another source than they send.
      if (ssrc !== undefined && read.packet.ssrc !== ssrc && (received > 0 || ++strangers < REORDER_MOST))
        return undefined
      ssrc = read.packet.ssrc
      const step = (read.packet.sequence - highest) & 0xffff
      if (received++ === 0) highest = read.packet.sequence
      else if (step < 0x8000) highest += step
      return reorder.push(read.packet).flatMap(({ packet, lost: missing }) => {
        lost += missing
        return tags(packet, missing > 0)
      })
    },
    report(bytes) {
      const sent = readSenderReport(bytes)
      if (sent && (ssrc === undefined || sent.ssrc === ssrc)) times.report(sent.timestamp, sent.atMs)
      return hasGoodbye(bytes, ssrc)
    },
    ownReport() {
      if (ssrc === undefined || received === 0) return undefined
      const [gotten, missing] = [received - reported.received, lost - reported.lost]
      reported.received = received
      reported.lost = lost
      const lostFraction = missing === 0 ? 0 : (256 * missing) / (gotten + missing)
      return writeReceiverReport({ ssrc: own, source: ssrc, lost, lostFraction, highest, cname: 'viewer' })
    },
    lost: () => lost,
  }
}
