/** Packets of one source in their order (RFC 3550, 5.1, A.1), within a bound. */
import type { RtpPacket } from './rtp-packet.ts'

type Numbered = Pick<RtpPacket, 'sequence'>

export type RtpReorder<Packet extends Numbered = RtpPacket> = {
  /** Answers the packets that are in order now; `lost`: numbers left out before the first of them. */
  push(packet: Packet): readonly { packet: Packet; lost: number }[]
  /** The packets that still wait: nothing comes before them any more. */
  flush(): readonly { packet: Packet; lost: number }[]
  /** Packets that came too late, twice, or out of order. */
  late(): number
  reordered(): number
}

/** A jump of numbers by more than this is a new beginning, not a loss (RFC 3550, A.1: MAX_DROPOUT). */
const JUMP = 3000
/** So many late packets in a row, each after the one before, are a new beginning too: some devices number anew at a seek. */
const LATE_RUN = 8

/**
 * `most` packets wait for a missing one; 0 where the transport keeps the order. `jump`: a number further away than this
 * is a new beginning. `isElsewhere`: whether a missing number is that of a packet which comes another way.
 */
export function createRtpReorder<Packet extends Numbered = RtpPacket>(
  most: number,
  { jump = JUMP, isElsewhere = () => false }: { jump?: number; isElsewhere?(sequence: number): boolean } = {},
): RtpReorder<Packet> {
  const waiting = new Map<number, Packet>()
  let next: number | undefined
  let late = 0
  let lateRun: Packet[] = []
  let reordered = 0

  type Ready = { packet: Packet; lost: number }

  const take = (lost: number): Ready[] => {
    const ready: Ready[] = []
    while (waiting.size > 0 && !waiting.has(next!) && isElsewhere(next!)) next = (next! + 1) & 0xffff
    for (let packet = waiting.get(next!); packet; packet = waiting.get(next!)) {
      waiting.delete(next!)
      ready.push({ packet, lost: ready.length === 0 ? lost : 0 })
      next = (next! + 1) & 0xffff
    }
    return ready
  }
  /** Gives the missing ones up that are before the first waiting one. */
  const skip = (): Ready[] => {
    const from = next!
    const distance = (sequence: number) => (sequence - from) & 0xffff
    const gap = Math.min(...[...waiting.keys()].map(distance))
    next = (from + gap) & 0xffff
    return take(gap)
  }
  const flush = (): Ready[] => {
    const ready: Ready[] = []
    while (waiting.size > 0) ready.push(...skip())
    return ready
  }

  const takeLate = (packet: Packet): Ready[] => {
    late++
    const follows = lateRun.at(-1)?.sequence === ((packet.sequence - 1) & 0xffff)
    lateRun = follows ? [...lateRun, packet] : [packet]
    if (lateRun.length < LATE_RUN) return []
    const left = flush()
    next = lateRun[0]!.sequence
    for (const one of lateRun) waiting.set(one.sequence, one)
    late -= lateRun.length
    lateRun = []
    return [...left, ...take(1)]
  }

  return {
    push(packet) {
      const { sequence } = packet
      next ??= sequence
      const ahead = (sequence - next) & 0xffff
      if (ahead > 0x8000 ? 0x10000 - ahead > jump : ahead > jump) {
        const left = flush()
        next = sequence
        waiting.set(sequence, packet)
        return [...left, ...take(1)]
      }
      if (ahead > 0x8000) return takeLate(packet)
      if (waiting.has(sequence)) {
        late++
        return []
      }
      lateRun = []
      if (ahead === 0 && waiting.size > 0) reordered++
      waiting.set(sequence, packet)
      const ready = take(0)
      return waiting.size > most ? [...ready, ...skip()] : ready
    },
    flush,
    late: () => late,
    reordered: () => reordered,
  }
}
