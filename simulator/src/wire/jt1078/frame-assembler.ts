/**
 * Frames out of the packets of any number of channels. Packets must come in their order. Some terminals count the
 * packets of pictures and sound of a channel together, some apart: both are followed.
 */
import { type DataType, isVideo, SPLIT_MARKS } from './payload-types.ts'
import { type Jt1078Problem, type Jt1078ProblemCode, jt1078Problem } from './problem.ts'
import type { RtpPacket } from './rtp-packet.ts'

export type AssembledFrame = Pick<
  RtpPacket,
  'sim' | 'channel' | 'payloadType' | 'dataType' | 'timestampMs' | 'lastIMs' | 'lastFrameMs'
> & { bytes: Uint8Array }

export type FrameItem = { kind: 'frame'; frame: AssembledFrame } | { kind: 'problem'; problem: Jt1078Problem }

export type FrameLimits = {
  /** Bytes of one frame. */
  frameBytes: number
  /** Channels with an unfinished frame at a time, each of picture, sound or transparent data. */
  frames: number
}

/** A key picture of 1080p has a few hundred kilobytes; a vehicle has at most some ten cameras. */
export const FRAME_LIMITS: FrameLimits = { frameBytes: 2_097_152, frames: 32 }

/** Packets of one frame, empty ones too: a frame of 2 MB has some 2,200 of the usual 950 bytes. */
const PARTS_MOST = 8192

type Open = {
  first: RtpPacket
  parts: Uint8Array[]
  length: number
  /** Serial number of the next packet where this frame's packets are counted alone, and where others count too. */
  own: number
  shared: number
}

const after = (serial: number) => (serial + 1) % 65_536

export class FrameAssembler {
  readonly #limits: FrameLimits
  /** By SIM, channel and kind of data. */
  #open = new Map<string, Open>()
  /** Kinds of data whose packets are dropped until a frame begins. */
  #dropping = new Set<string>()
  #packets = 0

  /** Throws a RangeError when a limit is no whole number from 1 on. */
  constructor(limits: Partial<FrameLimits> = {}) {
    this.#limits = { ...FRAME_LIMITS, ...limits }
    for (const limit of Object.values(this.#limits)) {
      if (!(Number.isSafeInteger(limit) && limit >= 1)) throw new RangeError(`${limit} is no limit`)
    }
  }

  /** Bytes of unfinished frames, at most `frameBytes` times `frames`. */
  get pending(): number {
    let sum = 0
    for (const { length } of this.#open.values()) sum += length
    return sum
  }

  /** Takes the next packet and answers the frame that it completes, and what was lost before it. Never throws. */
  add(packet: RtpPacket): FrameItem[] {
    const items: FrameItem[] = []
    const key = keyOf(packet)
    const at = this.#packets++
    this.#countForOthers(packet)
    const open = this.#open.get(key)
    const { split } = packet
    if (split === SPLIT_MARKS.whole || split === SPLIT_MARKS.first) {
      if (open) items.push(this.#drop(key, at, 'lost', `the last packet of a frame of ${key} is missing`))
      this.#dropping.delete(key)
      if (split === SPLIT_MARKS.whole) items.push(...this.#whole(packet, at))
      else items.push(...this.#begin(key, packet, at))
      return items
    }
    if (!open) {
      if (this.#dropping.has(key)) return []
      return [this.#drop(key, at, 'orphan', `the first packet of a frame of ${key} is missing`)]
    }
    if (packet.serial !== open.own && packet.serial !== open.shared) {
      return [this.#drop(key, at, 'lost', `packet ${packet.serial} of ${key} does not follow the last`)]
    }
    open.parts.push(packet.body)
    open.length += packet.body.length
    open.own = after(packet.serial)
    open.shared = open.own
    if (open.length > this.#limits.frameBytes || open.parts.length > PARTS_MOST)
      return [this.#drop(key, at, 'limit', this.#tooLong(key))]
    if (split === SPLIT_MARKS.middle) return []
    this.#open.delete(key)
    return [{ kind: 'frame', frame: frameOf(open.first, Buffer.concat(open.parts)) }]
  }

  /** Forgets all unfinished frames. */
  clear(): void {
    this.#open.clear()
    this.#dropping.clear()
  }

  /** A packet between those of another kind's frame takes a serial number, where all are counted together. */
  #countForOthers({ sim, channel, serial, dataType }: RtpPacket): void {
    for (const open of this.#open.values()) {
      const { first } = open
      if (first.sim !== sim || first.channel !== channel || kindOf(first.dataType) === kindOf(dataType))
        continue
      if (serial === open.shared) open.shared = after(serial)
    }
  }

  #whole(packet: RtpPacket, at: number): FrameItem[] {
    if (packet.body.length > this.#limits.frameBytes) {
      return [jt1078Problem('limit', at, this.#tooLong(keyOf(packet)))]
    }
    return [{ kind: 'frame', frame: frameOf(packet, packet.body) }]
  }

  #begin(key: string, packet: RtpPacket, at: number): FrameItem[] {
    const { body, serial } = packet
    if (body.length > this.#limits.frameBytes) return [this.#drop(key, at, 'limit', this.#tooLong(key))]
    const next = after(serial)
    this.#open.set(key, { first: packet, parts: [body], length: body.length, own: next, shared: next })
    if (this.#open.size <= this.#limits.frames) return []
    const [oldest] = this.#open.keys()
    return [this.#drop(oldest!, at, 'limit', `more than ${this.#limits.frames} frames at a time`)]
  }

  #tooLong(key: string): string {
    return `a frame of ${key} is longer than ${this.#limits.frameBytes} bytes or ${PARTS_MOST} packets`
  }

  #drop(key: string, at: number, code: Jt1078ProblemCode, message: string): FrameItem {
    this.#open.delete(key)
    this.#dropping.add(key)
    // The set only spares repeated problems: it need not grow with the number of senders.
    if (this.#dropping.size > this.#limits.frames) this.#dropping.delete([...this.#dropping][0]!)
    return jt1078Problem(code, at, message)
  }
}

const kindOf = (type: DataType) => (isVideo(type) ? 'picture' : type === 3 ? 'sound' : 'data')
const keyOf = ({ sim, channel, dataType }: RtpPacket) => `${sim}/${channel}/${kindOf(dataType)}`

function frameOf(packet: RtpPacket, bytes: Uint8Array): AssembledFrame {
  const { sim, channel, payloadType, dataType, timestampMs, lastIMs, lastFrameMs } = packet
  const frame = { sim, channel, payloadType, dataType, timestampMs, lastIMs, lastFrameMs }
  return { ...frame, bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) }
}
