/**
 * Payloads of NAL units: H.264 (RFC 6184: single 5.6, STAP-A 5.7.1, FU-A 5.8) and H.265 (RFC 7798: single 4.4.1, AP 4.4.2,
 * FU 4.4.3), both without decoding order numbers (packetization-mode 1; sprop-max-don-diff 0).
 */
type Payload = readonly Uint8Array[]

const FU_A = 28
const STAP_A = 24
const [AP, FU] = [48, 49]
const [START, END] = [0x80, 0x40]

/** Payloads of at most `most` bytes for the NAL units of one picture, each in parts that follow one another. */
export function payloadsOf(codec: 'h264' | 'h265', units: readonly Uint8Array[], most: number): Payload[] {
  const payloads: Payload[] = []
  let small: Uint8Array[] = []
  const headBytes = codec === 'h264' ? 1 : 2
  let smallBytes = headBytes
  const flush = (): void => {
    if (small.length === 1) payloads.push([small[0]!])
    else if (small.length > 1) payloads.push(aggregate(codec, small))
    small = []
    smallBytes = headBytes
  }
  for (const unit of units) {
    if (unit.length <= headBytes) continue
    if (smallBytes + 2 + unit.length <= most) {
      small.push(unit)
      smallBytes += 2 + unit.length
      continue
    }
    flush()
    if (unit.length <= most) payloads.push([unit])
    else payloads.push(...fragments(codec, unit, most))
  }
  flush()
  return payloads
}

/** One packet for several small units, parameter sets before a key frame above all. */
function aggregate(codec: 'h264' | 'h265', units: readonly Uint8Array[]): Payload {
  const parts: Uint8Array[] = [codec === 'h264' ? stapHead(units) : apHead(units)]
  for (const unit of units) parts.push(Uint8Array.of(unit.length >> 8, unit.length & 255), unit)
  return parts
}

/** The highest importance of the units; the forbidden bit is that of any. */
function stapHead(units: readonly Uint8Array[]): Uint8Array {
  const importance = Math.max(...units.map((unit) => unit[0]! & 0x60))
  const forbidden = units.some((unit) => unit[0]! & 0x80) ? 0x80 : 0
  return Uint8Array.of(forbidden | importance | STAP_A)
}

/** The lowest layer and temporal id of the units. */
function apHead(units: readonly Uint8Array[]): Uint8Array {
  const layer = Math.min(...units.map((unit) => ((unit[0]! & 1) << 5) | (unit[1]! >> 3)))
  const temporal = Math.min(...units.map((unit) => unit[1]! & 7))
  return Uint8Array.of((AP << 1) | (layer >> 5), ((layer & 31) << 3) | temporal)
}

function* fragments(codec: 'h264' | 'h265', unit: Uint8Array, most: number): Generator<Payload> {
  const isH264 = codec === 'h264'
  const headBytes = isH264 ? 1 : 2
  const type = isH264 ? unit[0]! & 31 : (unit[0]! >> 1) & 63
  const indicator = isH264 ? [(unit[0]! & 0xe0) | FU_A] : [(unit[0]! & 0x81) | (FU << 1), unit[1]!]
  const room = most - headBytes - 1
  for (let at = headBytes; at < unit.length; at += room) {
    const mark = (at === headBytes ? START : 0) | (at + room >= unit.length ? END : 0)
    yield [Uint8Array.of(...indicator, mark | type), unit.subarray(at, at + room)]
  }
}
