/** Seeded damage to streams of frames, for tests and fuzzing of the reader and the bodies. */
import { hash32 } from '../../world/hash.ts'
import { enclose, unescapeBytes } from './escape.ts'
import { checksumOf } from './frame.ts'
import { FrameReader } from './frame-reader.ts'
import { extraValues } from './location-extras.ts'
import { decodeBody } from './message.ts'
import { parameterValue } from './parameters.ts'
import { SplitAssembler } from './split-assembler.ts'

/** Contents of frames, escaped: a position, registrations, a batch, parameters, replies, a packet of a split message. */
const CONTENTS = [
  '020000260112233445500000000000010000000200ba7f0e07e4f11c0028003c000018071510101001040000006402020037ab',
  '0100002d000123456789000a002800323132333400736d616c6c6368693132330000000000000000004348493132330001d4c14131323334358a',
  '010040540100000000000123456789000a002800323132333400000000000000736d616c6c6368693132330000000000000000000000000000000000000000000000000043484931323300000000000000000000000000000000000000000000000001d4c1413132333435b2',
  '0704005311223344556622b80002000026000000010000000200ba7f0e07e4f11c0028003c0000180715101010010400000064020200370026000000020000000100cb735507e6a32300290036007818071510103001040000006002020042d4',
  '8103000a000123456789000a0100000001040000000a05',
  '0001000501234567890004b303e8000200d3',
  '8100400d01000000000139123443290000006f006f6b2e2e6f6b2e2e6f6bd2',
  '0704200d01391234567800070002000100020100080000000100000002cb',
].map(bytesOf)

const INTERESTING = [0x00, 0x01, 0x02, 0x20, 0x7d, 0x7e, 0x7f, 0x80, 0xff]
const STREAM = 8808

export type Tally = {
  frames: number
  messages: number
  problems: number
  whole: number
  longestPending: number
}

/**
 * Sends `count` damaged pieces of stream, cut at random, through reader, assembler and bodies. Half of them get a new
 * checksum, so that the damage reaches the bodies. Whatever throws is a fault; the error names seed and piece.
 */
export function mutateStream(seed: number, count: number): Tally {
  const tally: Tally = { frames: 0, messages: 0, problems: 0, whole: 0, longestPending: 0 }
  const reader = new FrameReader()
  const assembler = new SplitAssembler()
  for (let piece = 0; piece < count; piece++) {
    try {
      const bytes = damaged(seed, piece)
      const cut = hash32(seed, piece, STREAM, 1) % (bytes.length + 1)
      take(reader, assembler, bytes.subarray(0, cut), piece, tally)
      tally.longestPending = Math.max(tally.longestPending, reader.pending)
      take(reader, assembler, bytes.subarray(cut), piece, tally)
    } catch (error) {
      throw new Error(`seed ${seed}, piece ${piece}: ${String(error)}`, { cause: error })
    }
  }
  return tally
}

function take(
  reader: FrameReader,
  assembler: SplitAssembler,
  chunk: Uint8Array,
  nowMs: number,
  tally: Tally,
): void {
  for (const { id, firstSerial } of assembler.idleSince(nowMs - 50)) assembler.forget(id, firstSerial)
  for (const item of reader.push(chunk)) {
    if (item.kind === 'problem') {
      tally.problems++
      continue
    }
    tally.frames++
    let { header, body } = item.frame
    if (header.split) {
      const result = assembler.add(item.frame, nowMs)
      if (result.kind !== 'whole') continue
      tally.whole++
      ;({ header, body } = result)
    }
    const message = decodeBody(header, body)
    if (!message.ok) {
      tally.problems++
      continue
    }
    tally.messages++
    if (message.value.kind === 'location') extraValues(message.value.extras)
    if (message.value.kind === 'setParameters') message.value.parameters.map(parameterValue)
  }
}

function damaged(seed: number, piece: number): Uint8Array {
  const pick = (stream: number, index: number, below: number) =>
    hash32(seed, piece, STREAM + stream, index) % below
  const content = CONTENTS[pick(2, 0, CONTENTS.length)]!.slice()
  const mended = pick(3, 0, 2) === 0
  const changes = 1 + pick(4, 0, 4)
  const value = (i: number) =>
    pick(5, i, 2) === 0 ? INTERESTING[pick(6, i, INTERESTING.length)]! : pick(7, i, 256)
  // A body longer or shorter than its header states is refused early: lengths change in a few pieces only.
  const length = mended || pick(8, 0, 8) > 0 ? content.length : pick(8, 1, content.length + 1)
  for (let i = 0; i < changes; i++) {
    const at = mended ? 4 + pick(9, i, Math.max(1, content.length - 5)) : pick(9, i, content.length)
    content[at] = value(i)
  }
  if (!mended) return framed(content.subarray(0, length))
  content[content.length - 1] = checksumOf(content.subarray(0, -1))
  return enclose(content)
}

/** Delimiters around bytes as they are. */
function framed(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length + 2)
  out[0] = out[out.length - 1] = 0x7e
  out.set(bytes, 1)
  return out
}

function bytesOf(hex: string): Uint8Array {
  const pairs = hex.match(/../g) ?? []
  return unescapeBytes(Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)))
}
