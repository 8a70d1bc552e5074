/** A live stream or a playback on its way to a platform of GB/T 28181: MPEG-PS in RTP (2016, annex C; RFC 3550). */
import { randomBytes } from 'node:crypto'
import type { HostClock } from '../../kernel/clock.ts'
import { hasGoodbye, writeGoodbye, writeSenderReport } from '../../wire/rtp/rtcp.ts'
import { writeRtp } from '../../wire/rtp/rtp-packet.ts'
import type { Fanout, Viewer, ViewerClose } from '../stream-fanout.ts'
import { openRtpLink } from './open-rtp-link.ts'
import { psBatchesOf } from './ps-batches.ts'
import type { RtpLinkEnd, RtpPeer, RtpTransport } from './rtp-link.ts'

export type PsSenderEnd =
  | RtpLinkEnd
  /** The peer said goodbye by RTCP. */
  | 'goodbye'
  /** Why the stream ended: it was stopped, its viewer was revoked, too slow, or cut off by a fault. */
  | ViewerClose

export type PsSenderStats = {
  /** `waiting`: for the start or the connection. */
  state: 'waiting' | 'sending' | 'ended'
  packets: number
  bytes: number
  pictures: number
  /** Bytes that wait for a slow peer now. */
  bufferedBytes: number
  codecs: { video: 'h264' | 'h265' | undefined; audio: 'aac' | 'pcma' | undefined }
  /** Connections and packets of others than the peer. */
  strangers: number
}

export type PsSender = {
  /** Own port of RTP, for the session description; 0 where this side connects (it says 9 then, RFC 4145, 4.1). */
  port: number
  /** Begins to send, once the session is agreed (the ACK): with the next key picture. */
  start(): void
  stats(): PsSenderStats
  /** Stops; `onEnd` is not called. */
  close(): Promise<void>
}

/** Recommended least distance of reports (RFC 3550, 6.2). */
const REPORT_EVERY_MS = 5000
const DEFAULT_PAYLOAD_TYPE = 96

/**
 * Opens the own port of the transport. H.264, H.265, AAC and G.711 A-law are sent; other sound is left out. A peer over
 * TCP that reads slowly loses pictures up to a key picture, and is given up after a while (`VIEWER_LIMIT_BYTES`,
 * `VIEWER_PATIENCE_MS` of the fan-out). Rejects with an RtpPortError when no port is free.
 */
export async function openPsSender(options: {
  fanout: Fanout
  /** Whose viewer it is, for `Fanout.close`. */
  owner: string
  /** With sound, where the stream has any. */
  audio: boolean
  ssrc: number
  /** 96 when left out. */
  payloadType?: number
  transport: RtpTransport & { peer: RtpPeer }
  hostClock: HostClock
  /** Platform time, for reports, milliseconds. */
  platformMs(): number
  onEnd(reason: PsSenderEnd, detail?: string): void
}): Promise<PsSender> {
  const { fanout, owner, audio, ssrc, payloadType = DEFAULT_PAYLOAD_TYPE, transport, hostClock } = options
  const batches = psBatchesOf(fanout, audio)
  const counts = { packets: 0, bytes: 0, pictures: 0 }
  let state: PsSenderStats['state'] = 'waiting'
  let sequence = randomBytes(2).readUInt16BE()
  let viewer: Viewer | undefined
  let newest: { ticks: number; hostMs: number } | undefined
  let cancelReports = (): void => undefined

  const stop = async (): Promise<void> => {
    if (state === 'ended') return
    if (state === 'sending') link.report(writeGoodbye(ssrc, owner))
    state = 'ended'
    cancelReports()
    viewer?.leave()
    await link.close()
  }
  const end = (reason: PsSenderEnd, detail?: string): void => {
    if (state === 'ended') return
    void stop()
    options.onEnd(reason, detail)
  }
  const report = (): void => {
    if (!newest) return
    const timestamp = (newest.ticks + (hostClock.now() - newest.hostMs) * 90) >>> 0
    const { packets, bytes } = counts
    link.report(
      writeSenderReport({
        ssrc,
        timestamp,
        packets,
        octets: bytes,
        atMs: options.platformMs(),
        cname: owner,
      }),
    )
  }
  const join = (): void => {
    if (state !== 'waiting') return
    state = 'sending'
    cancelReports = hostClock.every(REPORT_EVERY_MS, report)
    viewer = fanout.join(
      {
        sendTag(tag) {
          const batch = batches.batchOf(tag)
          if (!batch) return
          const timestamp = batch.ticks >>> 0
          const ends = batch.payloads.length - 1
          const packets = batch.payloads.map((payload, i) =>
            writeRtp({ payloadType, marker: i === ends, sequence: sequence++, timestamp, ssrc }, [payload]),
          )
          link.send(transport.kind === 'udp' ? fanout.overUdp(counts, packets) : packets)
          counts.packets += batch.payloads.length
          counts.bytes += batch.bytes
          if (batch.kind !== 'sound') counts.pictures++
          const isFirst = newest === undefined
          newest = { ticks: batch.ticks, hostMs: hostClock.now() }
          if (isFirst) report()
        },
        bufferedBytes: () => link.bufferedBytes(),
        close: end,
      },
      owner,
    )
  }
  const link = await openRtpLink(transport, hostClock, {
    ready: join,
    packet: () => undefined,
    report(bytes) {
      if (hasGoodbye(bytes)) end('goodbye')
    },
    end,
  })

  return {
    port: link.port,
    start() {
      if (state === 'waiting') link.start(transport.peer)
    },
    stats: () => ({
      state,
      ...counts,
      bufferedBytes: link.bufferedBytes(),
      codecs: batches.codecs(),
      strangers: link.strangers(),
    }),
    close: stop,
  }
}
