/** A stream that comes from a device of GB/T 28181: MPEG-PS in RTP (2016, annex C), as tags of a stream's source. */
import { randomBytes } from 'node:crypto'
import type { HostClock } from '../../kernel/clock.ts'
import { hasGoodbye, writeReceiverReport } from '../../wire/rtp/rtcp.ts'
import { readRtp } from '../../wire/rtp/rtp-packet.ts'
import { createRtpReorder } from '../../wire/rtp/rtp-reorder.ts'
import { createStreamFacts, type StreamFacts } from '../stream-facts.ts'
import type { SourceEvents } from '../stream-source.ts'
import { openRtpLink } from './open-rtp-link.ts'
import { createPsToTags } from './ps-to-tags.ts'
import type { RtpLinkEnd, RtpPeer, RtpTransport } from './rtp-link.ts'

export type PsReceiverEnd =
  | RtpLinkEnd
  /** The sender said goodbye by RTCP. */
  | 'goodbye'
  /** Nothing came for a while, or never. */
  | 'silent'

export type PsReceiverStats = StreamFacts & {
  packets: number
  bytes: number
  /** Numbers left out; packets that came too late or twice; packets put back into their order. */
  lost: number
  late: number
  reordered: number
  /** Packets of other sources, and those that are no RTP. */
  otherSsrc: number
  broken: number
  /** Faults of the program stream. */
  problems: number
  /** The codec of pictures that cannot be shown: mpeg2, mpeg4, svac. */
  unsupported: string | undefined
  /** Connections and packets of others than the peer. */
  strangers: number
}

export type PsReceiver = {
  /** Own port of RTP, for the session description; 0 where this side connects. */
  port: number
  /** Lets the peer in, or connects to it (`tcp-active` throws a RangeError without one). Silence counts from here. */
  start(peer?: RtpPeer): void
  stats(): PsReceiverStats
  /** Stops; `onEnd` is not called. */
  close(): Promise<void>
}

/** Packets that wait for a missing one: some frames. */
const REORDER_MOST = 48
const SILENT_MS = 10_000
/** Until the first packet: a sender may begin with its first picture, for which it first starts an encoder. */
const FIRST_WITHIN_MS = 30_000
/** Recommended least distance of reports (RFC 3550, 6.2). */
const REPORT_EVERY_MS = 5000
const LISTEN_MS = 1000

/**
 * Opens the own port of the transport. Tags have the sender's times, which begin anywhere and may jump. Rejects with an
 * RtpPortError when no port is free.
 */
export async function openPsReceiver(options: {
  transport: RtpTransport
  /** The source whose packets count; left out: that of the first packet. */
  ssrc: number | undefined
  hostClock: HostClock
  /** While it says true, silence is no fault: what is played back pauses. */
  mayBeSilent?(): boolean
  events: SourceEvents
  onEnd(reason: PsReceiverEnd, detail?: string): void
}): Promise<PsReceiver> {
  const { transport, hostClock, events } = options
  const reorder = createRtpReorder(transport.kind === 'udp' ? REORDER_MOST : 0)
  const toTags = createPsToTags()
  const facts = createStreamFacts(hostClock)
  const own = randomBytes(4).readUInt32BE()
  const counts = { packets: 0, bytes: 0, lost: 0, otherSsrc: 0, broken: 0 }
  const reported = { packets: 0, lost: 0 }
  let { ssrc } = options
  let highest = 0
  let isLive = false
  let isOver = false
  let heardMs = 0
  const cancels: (() => void)[] = []

  const stop = async (): Promise<void> => {
    if (isOver) return
    isOver = true
    for (const cancel of cancels) cancel()
    await link.close()
  }
  const end = (reason: PsReceiverEnd, detail?: string): void => {
    if (isOver) return
    for (const { packet, lost } of reorder.flush()) emit(toTags.add(packet, lost > 0))
    emit(toTags.end())
    void stop()
    options.onEnd(reason, detail)
  }
  const emit = (tags: ReturnType<typeof toTags.end>): void => {
    for (const tag of tags) {
      facts.note(tag)
      events.tag(tag)
      if (isLive || facts.facts().pictures === 0) continue
      isLive = true
      events.live()
    }
  }
  const take = (bytes: Uint8Array): void => {
    if (isOver) return
    const read = readRtp(bytes)
    if (!read.ok) {
      counts.broken++
      return
    }
    ssrc ??= read.packet.ssrc
    if (read.packet.ssrc !== ssrc) {
      counts.otherSsrc++
      return
    }
    heardMs = hostClock.now()
    counts.packets++
    counts.bytes += read.packet.payload.length
    const wraps = (read.packet.sequence - highest) & 0xffff
    if (counts.packets === 1 || wraps < 0x8000) highest = (counts.packets === 1 ? 0 : highest) + wraps
    for (const { packet, lost } of reorder.push(read.packet)) {
      counts.lost += lost
      emit(toTags.add(packet, lost > 0))
    }
  }
  const report = (): void => {
    if (ssrc === undefined || counts.packets === 0) return
    const [packets, lost] = [counts.packets - reported.packets, counts.lost - reported.lost]
    reported.packets = counts.packets
    reported.lost = counts.lost
    const lostFraction = lost === 0 ? 0 : (256 * lost) / (packets + lost)
    link.report(
      writeReceiverReport({
        ssrc: own,
        source: ssrc,
        lost: counts.lost,
        lostFraction,
        highest,
        cname: 'receiver',
      }),
    )
  }
  const link = await openRtpLink(transport, hostClock, {
    ready() {
      heardMs = hostClock.now()
    },
    packet: take,
    report(bytes) {
      if (hasGoodbye(bytes, ssrc)) end('goodbye')
    },
    end,
  })

  return {
    port: link.port,
    start(peer) {
      if (isOver) return
      heardMs = hostClock.now() + (transport.kind === 'udp' ? 0 : (transport.withinMs ?? SILENT_MS))
      link.start(peer)
      cancels.push(
        hostClock.every(LISTEN_MS, () => {
          if (options.mayBeSilent?.()) heardMs = hostClock.now()
          else if (hostClock.now() - heardMs > (counts.packets > 0 ? SILENT_MS : FIRST_WITHIN_MS))
            end('silent')
        }),
        hostClock.every(REPORT_EVERY_MS, report),
      )
    },
    stats: () => ({
      ...facts.facts(),
      ...counts,
      late: reorder.late(),
      reordered: reorder.reordered(),
      problems: toTags.problems(),
      unsupported: toTags.unsupported(),
      strangers: link.strangers(),
    }),
    close: stop,
  }
}
