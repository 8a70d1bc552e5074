/** Program stream map (ISO/IEC 13818-1, 2.5.4). */
import { crc32Mpeg2 } from './crc32-mpeg2.ts'
import { START_CODES } from './stream-types.ts'

export type MapEntry = {
  streamType: number
  streamId: number
  /** Its descriptors, uninterpreted. */
  info: Uint8Array
}

export type ProgramStreamMap = {
  /** 0–31; it changes with the map. */
  version: number
  entries: readonly MapEntry[]
  /** Whether the CRC is right, in the standard's byte order or in the reverse one, which Hikvision uses. */
  crcOk: boolean
}

/** The map of the given streams, without descriptors. */
export function writeStreamMap(
  entries: readonly { streamType: number; streamId: number }[],
  version = 1,
): Uint8Array {
  const bytes = new Uint8Array(16 + entries.length * 4)
  bytes.set([0, 0, 1, START_CODES.programStreamMap, 0, bytes.length - 6, 0xe0 | version, 0xff])
  bytes[11] = entries.length * 4
  for (const [i, { streamType, streamId }] of entries.entries()) bytes.set([streamType, streamId], 12 + i * 4)
  const crc = crc32Mpeg2(bytes.subarray(0, -4))
  bytes.set([crc >>> 24, (crc >> 16) & 0xff, (crc >> 8) & 0xff, crc & 0xff], bytes.length - 4)
  return bytes
}

/** Reads a whole map, start code and length included; undefined where its lengths contradict each other. */
export function readStreamMap(bytes: Uint8Array): ProgramStreamMap | undefined {
  const end = bytes.length - 4
  if (end < 12) return undefined
  const entriesAt = 12 + word(bytes, 8)
  if (entriesAt > end) return undefined
  // The second length is where the field for it lies: before the entries, behind the program's descriptors.
  const entriesEnd = entriesAt + word(bytes, entriesAt - 2)
  if (entriesEnd > end) return undefined
  const entries: MapEntry[] = []
  for (let at = entriesAt; at < entriesEnd; ) {
    if (at + 4 > entriesEnd) return undefined
    const infoEnd = at + 4 + word(bytes, at + 2)
    if (infoEnd > entriesEnd) return undefined
    entries.push({
      streamType: bytes[at]!,
      streamId: bytes[at + 1]!,
      info: Uint8Array.from(bytes.subarray(at + 4, infoEnd)),
    })
    at = infoEnd
  }
  return { version: bytes[6]! & 31, entries, crcOk: isCrcRight(bytes) }
}

function isCrcRight(bytes: Uint8Array): boolean {
  const end = bytes.length - 4
  const crc = crc32Mpeg2(bytes.subarray(0, end))
  const high = word(bytes, end) * 0x1_0000 + word(bytes, end + 2)
  const low = (bytes[end + 3]! << 24) | (bytes[end + 2]! << 16) | (bytes[end + 1]! << 8) | bytes[end]!
  return crc === high || crc === low >>> 0
}

const word = (bytes: Uint8Array, at: number) => (bytes[at]! << 8) | bytes[at + 1]!
