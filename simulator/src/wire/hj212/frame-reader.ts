/**
 * Takes frames out of a stream of bytes, however it was cut: `##`, four digits of length, the data, four hex digits of
 * check, CR LF. Other bytes are skipped up to the next `##` and reported; never more than one frame is kept.
 */
import { crc16WithText, crcText, NOT_ASCII } from './crc16.ts'
import type { Packet } from './packet.ts'
import { readSegment, type SegmentResult } from './read-segment.ts'
import type { WireProblem } from './wire-problem.ts'
import { textReaderOf, withTexts } from './wire-text.ts'

/** Longest data of a frame, bytes. */
export const SEGMENT_MAX = 1024
const HEAD = 6
const TAIL = 6
const HASH = 35
const NOTHING = new Uint8Array()

export type FrameItem =
  /** A sound packet and the frame it came in, without its line end. */
  | { kind: 'packet'; packet: Packet; frame: string }
  /** Something was passed over. `frame` is the text of a frame whose data could not be read. */
  | { kind: 'problem'; problem: WireProblem; frame?: string }

export type FrameStream = {
  /** Takes the next bytes. Read all items in them before the next ones; they are not kept beyond a begun frame. */
  feed(chunk: Uint8Array): void
  /** The next item in the order of the stream, parsed on demand; undefined when more bytes are needed. */
  next(): FrameItem | undefined
  /** Bytes of a begun frame that wait for more. */
  readonly pending: number
  /** The rest of a begun frame will not come: the next reading reports it as cut and continues behind its start. */
  abandon(): void
  /** The stream ended: a begun frame is reported as cut. */
  end(): FrameItem[]
}

export type FrameListener = {
  packet(packet: Packet, frame: string): void
  problem(problem: WireProblem, frame?: string): void
}

export type FrameReader = {
  /** Reads on. Calls the listener in the order of the stream. */
  push(chunk: Uint8Array): void
  end(): void
  pending(): number
  abandon(): void
}

/** A stream of frames for callers that want all of a chunk at once. Only throws errors of the listener. */
export function createFrameReader(listener: FrameListener): FrameReader {
  const stream = createFrameStream()
  const tell = (item: FrameItem) => {
    if (item.kind === 'packet') listener.packet(item.packet, item.frame)
    else listener.problem(item.problem, item.frame)
  }
  const push = (chunk: Uint8Array) => {
    stream.feed(chunk)
    for (let item = stream.next(); item; item = stream.next()) tell(item)
  }
  return {
    push,
    end() {
      for (const item of stream.end()) tell(item)
    },
    pending: () => stream.pending,
    abandon() {
      stream.abandon()
      push(NOTHING)
    },
  }
}

/** Frames out of one stream. Never throws. */
export function createFrameStream(): FrameStream {
  let kept: Buffer | undefined
  /** Chunk being read, and the offset of its first unread byte. */
  let bytes: Buffer | undefined
  let at = 0
  /** Stream offset of the first byte of `kept`, or of the next chunk. */
  let streamAt = 0
  /** Bytes passed over since the last frame, and where they began. */
  let skipped = 0
  let skippedFrom = 0
  /** Bytes before the next ## belong to a frame that was reported already. */
  let told = false
  let abandoned = false

  const skip = (from: number, to: number) => {
    if (to <= from) return
    if (skipped === 0) skippedFrom = streamAt + from
    skipped += to - from
  }
  /** Skipped bytes that were not reported yet. */
  const takeSkipped = (): FrameItem | undefined => {
    const problem: WireProblem | undefined =
      skipped > 0 && !told
        ? { code: 'garbage', offset: skippedFrom, message: `${skipped} bytes before a frame`, skipped }
        : undefined
    skipped = 0
    told = false
    return problem && { kind: 'problem', problem }
  }

  /** The next item; undefined when the rest must wait for more. Skipped bytes are reported before the next frame. */
  const scan = (bytes: Buffer): FrameItem | undefined => {
    const start = findStart(bytes, at)
    if (start < 0) {
      // A single # at the end may be the first half of a start.
      const keepFrom = bytes.length > at && bytes[bytes.length - 1] === HASH ? bytes.length - 1 : bytes.length
      skip(at, keepFrom)
      at = keepFrom
      return undefined
    }
    skip(at, start)
    at = start
    if (bytes.length < start + HEAD) {
      // Wrong digits are wrong already.
      const wrong = wrongDigit(bytes, start + 2, bytes.length)
      if (wrong < 0) return undefined
    }
    const length = lengthAt(bytes, start + 2)
    let problem: FrameProblem | undefined
    if (length < 0) problem = { code: 'length', message: 'No four digits of length', at: start + 2 }
    else if (length > SEGMENT_MAX) {
      const message = `${length} bytes of data, at most ${SEGMENT_MAX}`
      problem = { code: 'tooLong', message, at: start + 2 }
    } else {
      const end = start + HEAD + length + TAIL
      if (bytes.length < end) return undefined
      const check = start + HEAD + length
      // Without a line end it is no frame: its bytes are not even looked at.
      const ends = bytes[check + 4] === 13 && bytes[check + 5] === 10
      const due = ends ? crc16WithText(bytes, start + HEAD, check) : 0
      problem = wrongTail(bytes, check, length, due)
      if (!problem) {
        const passed = takeSkipped()
        if (passed) return passed
        at = end
        return itemOf(bytes, start, check, due < NOT_ASCII)
      }
    }
    const passed = takeSkipped()
    if (passed) return passed
    const { code, message } = problem
    told = true
    at = start + 1
    return { kind: 'problem', problem: { code, offset: streamAt + problem.at, message } }
  }

  const itemOf = (bytes: Buffer, start: number, check: number, ascii: boolean): FrameItem => {
    const text = bytes.toString('latin1', start + HEAD, check)
    const read = readSegment(text)
    const shown = ascii ? text : shownText(text, read)
    const frame = `${bytes.toString('latin1', start, start + HEAD)}${shown}${bytes.toString('latin1', check, check + 4)}`
    if (!read.ok) {
      const { problem } = read
      const offset = streamAt + start + HEAD + problem.offset
      return { kind: 'problem', problem: { ...problem, offset }, frame }
    }
    const packet = ascii ? read.packet : withTexts(read.packet)
    if (!hasLowerCase(bytes, check)) return { kind: 'packet', packet, frame }
    return {
      kind: 'packet',
      packet: { ...packet, deviations: [...packet.deviations, 'lowerCaseCheck'] },
      frame,
    }
  }

  return {
    feed(chunk) {
      const fresh = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
      bytes = kept ? Buffer.concat([kept, fresh]) : fresh
      at = 0
    },
    next() {
      if (!bytes) return undefined
      if (abandoned && kept) {
        abandoned = false
        told = true
        at = 1
        const message = `Nothing more came ${kept.length} bytes into a frame`
        return { kind: 'problem', problem: { code: 'cut', offset: streamAt, message } }
      }
      abandoned = false
      const item = scan(bytes)
      if (item) return item
      kept = at < bytes.length ? Buffer.from(bytes.subarray(at)) : undefined
      bytes = undefined
      streamAt += at
      // Endless garbage is reported as it comes.
      return skipped >= SEGMENT_MAX ? takeSkipped() : undefined
    },
    get pending() {
      return kept?.length ?? 0
    },
    abandon() {
      abandoned = kept !== undefined
    },
    end() {
      const left = kept?.length ?? 0
      kept = undefined
      const items: FrameItem[] = []
      const passed = takeSkipped()
      if (passed) items.push(passed)
      if (left > 0) {
        const message = `The stream ended ${left} bytes into a frame`
        items.push({ kind: 'problem', problem: { code: 'cut', offset: streamAt, message } })
      }
      streamAt += left
      return items
    },
  }
}

/** Data that are not ASCII, for people. */
function shownText(text: string, read: SegmentResult): string {
  if (!read.ok) return textReaderOf(text)(text)
  const { cp, split } = read.packet
  return textReaderOf(cp, split !== undefined && split.count > 1)(text)
}

function findStart(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(HASH, from); at >= 0; at = bytes.indexOf(HASH, at + 1)) {
    if (at + 1 >= bytes.length) return -1
    if (bytes[at + 1] === HASH) return at
  }
  return -1
}

function wrongDigit(bytes: Uint8Array, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    const c = bytes[i]!
    if (c < 48 || c > 57) return i
  }
  return -1
}

function lengthAt(bytes: Uint8Array, at: number): number {
  if (wrongDigit(bytes, at, Math.min(at + 4, bytes.length)) >= 0 || bytes.length < at + 4) return -1
  return (
    (bytes[at]! - 48) * 1000 + (bytes[at + 1]! - 48) * 100 + (bytes[at + 2]! - 48) * 10 + bytes[at + 3]! - 48
  )
}

function hexAt(bytes: Uint8Array, at: number): number {
  let value = 0
  for (let i = at; i < at + 4; i++) {
    const c = bytes[i]!
    const digit =
      c >= 48 && c <= 57 ? c - 48 : c >= 65 && c <= 70 ? c - 55 : c >= 97 && c <= 102 ? c - 87 : -1
    if (digit < 0) return -1
    value = value * 16 + digit
  }
  return value
}

type FrameProblem = Pick<WireProblem, 'code' | 'message'> & { at: number }

/** Fault of the bytes behind the data, whose checksum should be `due`. */
function wrongTail(bytes: Uint8Array, at: number, length: number, due: number): FrameProblem | undefined {
  if (bytes[at + 4] !== 13 || bytes[at + 5] !== 10) {
    return { code: 'tail', message: `No line end after ${length} bytes of data and the check`, at: at + 4 }
  }
  const said = hexAt(bytes, at)
  if (said < 0) return { code: 'checkDigits', message: 'The check has four hex digits', at }
  const wanted = due & 0xffff
  if (said === wanted) return undefined
  return { code: 'check', message: `The check is ${crcText(said)}, due is ${crcText(wanted)}`, at }
}

function hasLowerCase(bytes: Uint8Array, at: number): boolean {
  for (let i = at; i < at + 4; i++) if (bytes[i]! >= 97) return true
  return false
}
