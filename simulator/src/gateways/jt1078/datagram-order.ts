/**
 * Datagrams of one sender in the order of their serial numbers. Some terminals count the packets of pictures and sound
 * of a channel together, some apart: each kind is put in order by itself, and a number that another kind had lately is
 * not waited for.
 */
import { isVideo } from '../../wire/jt1078/payload-types.ts'
import type { RtpPacket } from '../../wire/jt1078/rtp-packet.ts'
import { createRtpReorder, type RtpReorder } from '../../wire/rtp/rtp-reorder.ts'
import type { Jt1078Counters } from './jt1078-counters.ts'

export type DatagramOrder = {
  /** Answers the packets that are in order now. */
  push(packet: RtpPacket): readonly RtpPacket[]
}

type Numbered = { sequence: number; packet: RtpPacket }
type Kind = { reorder: RtpReorder<Numbered>; numbers: number[] }

/** Packets that wait for a missing one: some tens of milliseconds of either kind. */
const WAITING_MOST = { picture: 32, sound: 4 } as const
/** Terminals count from 0 again at a new request: what is that far back is no latecomer. */
const JUMP = 64
/** Numbers of a kind that are remembered. */
const NUMBERS_MOST = 64
/** Kinds of all channels of a vehicle; more than that begin anew. */
const KINDS_MOST = 64

export function createDatagramOrder(counters: Pick<Jt1078Counters, 'reordered' | 'late'>): DatagramOrder {
  const kinds = new Map<string, Kind>()
  return {
    push(packet) {
      const isPicture = isVideo(packet.dataType)
      const channel = `${packet.sim}/${packet.channel}`
      const [own, other] = [`${channel}/${isPicture}`, `${channel}/${!isPicture}`]
      let kind = kinds.get(own)
      if (!kind) {
        if (kinds.size >= KINDS_MOST) kinds.clear()
        const reorder = createRtpReorder<Numbered>(isPicture ? WAITING_MOST.picture : WAITING_MOST.sound, {
          jump: JUMP,
          isElsewhere: (sequence) => kinds.get(other)?.numbers.includes(sequence) === true,
        })
        kind = { reorder, numbers: [] }
        kinds.set(own, kind)
      }
      const { reorder, numbers } = kind
      numbers.push(packet.serial)
      if (numbers.length > NUMBERS_MOST) numbers.shift()
      const before = { reordered: reorder.reordered(), late: reorder.late() }
      const ready = reorder.push({ sequence: packet.serial, packet })
      counters.reordered += reorder.reordered() - before.reordered
      counters.late += reorder.late() - before.late
      return ready.map((one) => one.packet.packet)
    },
  }
}
