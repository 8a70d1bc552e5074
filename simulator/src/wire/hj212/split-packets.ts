/**
 * Messages that are longer than a packet: cut at the borders of items when sent, put together again when they come.
 * Every piece is a packet with a QN and an answer of its own.
 */

import { SEGMENT_MAX } from './frame-reader.ts'
import type { Packet, SplitNumbers } from './packet.ts'
import { readParameters } from './read-parameters.ts'
import { withTexts } from './wire-text.ts'
import {
  type PacketDraft,
  type ParameterItem,
  UnwritablePacket,
  writeParameters,
  writeSegment,
} from './write-packet.ts'

/** Longest parameters of a packet, bytes. */
const PARAMETERS_MAX = 950

/**
 * Drafts of one message: one packet when it fits, otherwise pieces whose flag has the split bit, each beginning with
 * `repeated` (the time that the values are of). `qnOf` gives the QN of each. Throws an UnwritablePacket when an item
 * alone is too long.
 */
export function splitDrafts(
  draft: Omit<PacketDraft, 'cp' | 'qn' | 'split'>,
  repeated: readonly ParameterItem[],
  items: readonly ParameterItem[],
  qnOf: (piece: number) => string | undefined,
): PacketDraft[] {
  const head = writeParameters(repeated)
  const rest = writeParameters(items)
  const whole = head === '' || rest === '' ? head + rest : `${head};${rest}`
  const { st, cn, password, mn, flag } = draft
  if (isShort(draft, whole)) return [{ qn: qnOf(0), st, cn, password, mn, flag, cp: whole }]
  const most = room(draft)
  if (Buffer.byteLength(whole) <= most) return [{ qn: qnOf(0), st, cn, password, mn, flag, cp: whole }]
  const pieces: string[] = []
  let piece = head
  for (const item of items) {
    const text = writeParameters([item])
    const longer = piece === '' ? text : `${piece};${text}`
    if (Buffer.byteLength(longer) <= most) piece = longer
    else {
      if (piece === head) throw new UnwritablePacket('One item is longer than a packet')
      pieces.push(piece)
      piece = head === '' ? text : `${head};${text}`
      if (Buffer.byteLength(piece) > most) throw new UnwritablePacket('One item is longer than a packet')
    }
  }
  pieces.push(piece)
  return pieces.map((cp, at) => ({
    ...draft,
    flag: flag === undefined ? undefined : flag | 2,
    qn: qnOf(at),
    split: { count: pieces.length, index: at + 1 },
    cp,
  }))
}

/** Bytes of everything but the fields of a head that differ: QN, flag and numbers of pieces at their longest. */
const FRAME_OF_FIELDS = Buffer.byteLength(
  writeSegment({
    qn: '0'.repeat(17),
    st: '',
    cn: '',
    password: '',
    mn: '',
    flag: 255,
    split: { count: 9999, index: 9999 },
    cp: '',
  }),
)

/** Whether a message fits in a packet whatever it is written in: a character has three bytes at most. */
function isShort({ st, cn, password = '', mn = '' }: Omit<PacketDraft, 'cp' | 'qn' | 'split'>, cp: string) {
  const characters = st.length + cn.length + password.length + mn.length + cp.length
  return characters * 3 <= SEGMENT_MAX - FRAME_OF_FIELDS && cp.length * 3 <= PARAMETERS_MAX
}

/** Bytes of parameters that fit behind a head: 950, or less where the whole would pass 1024. */
function room({ st, cn, password = '', mn = '' }: Omit<PacketDraft, 'cp' | 'qn' | 'split'>): number {
  const fields = bytesOf(st) + bytesOf(cn) + bytesOf(password) + bytesOf(mn)
  return Math.min(PARAMETERS_MAX, SEGMENT_MAX - FRAME_OF_FIELDS - fields)
}

const bytesOf = (text: string) => Buffer.byteLength(text)

export type AssemblerLimits = {
  /** Most pieces of a message, messages in the making, bytes of all of them; longest wait for a missing piece. */
  pieces: number
  messages: number
  bytes: number
  waitMs: number
}

export const ASSEMBLER_LIMITS: AssemblerLimits = {
  pieces: 200,
  messages: 8,
  bytes: 256 * 1024,
  waitMs: 10_000,
}

/** Bytes that all assemblers of a gateway may keep together beyond the own allowance of each. */
export type PiecePool = { left: number }
/** Bytes that an assembler keeps whatever the others keep: a dozen and a half of the longest packets. */
const OWN_BYTES = 16 * 1024

export type Assembled =
  /** All pieces in one: the parameters of all, head and QN of the last that came. */
  | { kind: 'whole'; packet: Packet }
  | { kind: 'waiting' }
  /** The same piece came before. */
  | { kind: 'repeat' }
  | { kind: 'refused'; reason: 'pieces' | 'messages' | 'bytes' }

export type Incomplete = { packet: Packet; missing: readonly number[] }

type Message = { count: number; pieces: Map<number, Packet>; bytes: number; sinceMs: number }

/** Puts the messages of one station together. */
export function createAssembler(
  limits = ASSEMBLER_LIMITS,
  pool: PiecePool = { left: Number.POSITIVE_INFINITY },
) {
  const messages = new Map<string, Message>()
  let bytes = 0
  const keep = (more: number) => {
    pool.left += Math.max(0, bytes - OWN_BYTES)
    bytes += more
    pool.left -= Math.max(0, bytes - OWN_BYTES)
  }
  const drop = (key: string) => {
    keep(-(messages.get(key)?.bytes ?? 0))
    messages.delete(key)
  }
  return {
    /** Takes a packet in. One that is whole by itself is answered as it is. */
    add(packet: Packet, nowMs: number): Assembled {
      const { split } = packet
      if (!split || split.count === 1) return { kind: 'whole', packet }
      if (split.count > limits.pieces) return { kind: 'refused', reason: 'pieces' }
      const key = keyOf(packet, split)
      const earlier = messages.get(key)?.pieces.get(split.index)
      if (earlier) {
        if (earlier.cp === packet.cp) return { kind: 'repeat' }
        // The same number with something else in it: the next message began.
        drop(key)
      }
      let message = messages.get(key)
      const size = packet.cp.length
      const isOver = bytes + size > limits.bytes
      if (isOver || (bytes + size > OWN_BYTES && pool.left < size))
        return { kind: 'refused', reason: 'bytes' }
      if (!message) {
        if (messages.size >= limits.messages) return { kind: 'refused', reason: 'messages' }
        message = { count: split.count, pieces: new Map(), bytes: 0, sinceMs: nowMs }
        messages.set(key, message)
      }
      message.pieces.set(split.index, packet)
      message.bytes += size
      keep(size)
      if (message.pieces.size < message.count) return { kind: 'waiting' }
      drop(key)
      return { kind: 'whole', packet: joined(message) }
    },
    /** Bytes that are put together when this packet is added: those of the message that it makes whole, or 0. */
    wholeBytes(packet: Packet): number {
      const message = packet.split && messages.get(keyOf(packet, packet.split))
      return message && message.pieces.size === message.count - 1 ? message.bytes : 0
    },
    /** Whether a message waits for too long. */
    hasExpired(nowMs: number): boolean {
      for (const { sinceMs } of messages.values()) if (nowMs - sinceMs >= limits.waitMs) return true
      return false
    },
    /** Gives up messages that wait for too long: the received parts of each, and the missing pieces. */
    expire(nowMs: number): Incomplete[] {
      const given: Incomplete[] = []
      for (const [key, message] of messages) {
        if (nowMs - message.sinceMs < limits.waitMs) continue
        const missing = Array.from({ length: message.count }, (_, i) => i + 1).filter(
          (index) => !message.pieces.has(index),
        )
        given.push({ packet: joined(message), missing })
        drop(key)
      }
      return given
    },
    /** The stream has ended: discards waiting pieces. */
    clear() {
      for (const key of [...messages.keys()]) drop(key)
    },
    waiting: () => messages.size,
    bytes: () => bytes,
  }
}

const keyOf = ({ st, cn }: Packet, { count }: SplitNumbers) => `${st} ${cn} ${count}`

export type Assembler = ReturnType<typeof createAssembler>

function joined(message: Message): Packet {
  const pieces = [...message.pieces].sort(([a], [b]) => a - b).map(([, piece]) => piece)
  const last = pieces.at(-1)!
  const isCut = pieces.some(({ deviations }) => deviations.includes('cutItem'))
  // Pieces that were cut anywhere go together as they are; those cut between items have their separator back.
  const cp = pieces.map((piece) => bytesOfCp(piece).replace(/;+$/, isCut ? ';' : '')).join(isCut ? '' : ';')
  const read = readParameters(cp, () => {}, true)
  if ('text' in read) return last
  const { rawCp, ...head } = last
  const whole: Packet = { ...head, split: undefined, cp, params: read.params, factors: read.factors }
  // Only now are characters whole that were cut with their packets.
  return pieces.some((piece) => piece.rawCp !== undefined) ? withTexts(whole) : whole
}

const bytesOfCp = ({ cp, rawCp = cp }: Packet) => rawCp

/** Messages out of the packets that they came in, pieces put together; those that lack pieces come last. */
export function wholeMessages(packets: readonly Packet[]): readonly Packet[] {
  if (packets.every(({ split }) => !split || split.count === 1)) return packets
  const assembler = createAssembler({ ...ASSEMBLER_LIMITS, waitMs: 0 })
  const messages: Packet[] = []
  for (const packet of packets) {
    const result = assembler.add(packet, 0)
    if (result.kind === 'whole') messages.push(result.packet)
    else if (result.kind === 'refused') messages.push(packet)
  }
  return [...messages, ...assembler.expire(0).map(({ packet }) => packet)]
}
