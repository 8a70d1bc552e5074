import fc from 'fast-check'
import { expect, it } from 'vitest'
import { payloadsOf } from './h26x-payload.ts'

const join = (payloads: readonly (readonly Uint8Array[])[]) => payloads.map((parts) => Buffer.concat(parts))
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

it('puts small units of H.264 together, as RFC 6184, 5.7.1 draws it', () => {
  const sps = Buffer.from('6742c01e', 'hex')
  const pps = Buffer.from('68ce3c80', 'hex')
  expect(join(payloadsOf('h264', [sps, pps], 100)).map(hex)).toEqual([
    '78' + '0004' + '6742c01e' + '0004' + '68ce3c80',
  ])
  expect(join(payloadsOf('h264', [sps], 100)).map(hex)).toEqual(['6742c01e'])
})

it('splits a large unit of H.264 into FU-A: indicator, header with start and end (RFC 6184, 5.8)', () => {
  const unit = Buffer.from('65' + '010203040506070809', 'hex')
  expect(join(payloadsOf('h264', [unit], 6)).map(hex)).toEqual([
    '7c85' + '01020304',
    '7c05' + '05060708',
    '7c45' + '09',
  ])
})

it('puts small units of H.265 together and splits large ones (RFC 7798, 4.4.2 and 4.4.3)', () => {
  const vps = Buffer.from('40010c01', 'hex')
  const sps = Buffer.from('42010101', 'hex')
  expect(join(payloadsOf('h265', [vps, sps], 100)).map(hex)).toEqual([
    '6001' + '0004' + '40010c01' + '0004' + '42010101',
  ])
  // IDR_W_RADL, type 19: FU header 0x93 begins, 0x13 goes on, 0x53 ends.
  const idr = Buffer.from('2601' + '0102030405', 'hex')
  expect(join(payloadsOf('h265', [idr], 5)).map(hex)).toEqual([
    '620193' + '0102',
    '620113' + '0304',
    '620153' + '05',
  ])
})

it.each(['h264', 'h265'] as const)('of %s no payload is too large, and no byte is lost', (codec) => {
  const unit = fc.uint8Array({ minLength: 3, maxLength: 300 }).map((bytes) => {
    // A usual type: 5 of H.264, 19 of H.265.
    bytes[0] = codec === 'h264' ? 0x65 : 0x26
    bytes[1] = codec === 'h264' ? bytes[1]! : 1
    return bytes
  })
  fc.assert(
    fc.property(
      fc.array(unit, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 20, max: 120 }),
      (units, most) => {
        const payloads = join(payloadsOf(codec, units, most))
        for (const payload of payloads) expect(payload.length).toBeLessThanOrEqual(most)
        expect(unitsOf(codec, payloads).map(hex)).toEqual(units.map(hex))
      },
    ),
  )
})

/** The units of payloads, as a receiver puts them together again. */
function unitsOf(codec: 'h264' | 'h265', payloads: readonly Buffer[]): Buffer[] {
  const units: Buffer[] = []
  const headBytes = codec === 'h264' ? 1 : 2
  for (const payload of payloads) {
    const type = codec === 'h264' ? payload[0]! & 31 : (payload[0]! >> 1) & 63
    if (type === (codec === 'h264' ? 24 : 48)) {
      for (let at = headBytes; at < payload.length; ) {
        const size = payload.readUInt16BE(at)
        units.push(payload.subarray(at + 2, at + 2 + size))
        at += 2 + size
      }
    } else if (type === (codec === 'h264' ? 28 : 49)) {
      const mark = payload[headBytes]!
      const data = payload.subarray(headBytes + 1)
      if (mark & 0x80) {
        const own = codec === 'h264' ? mark & 31 : mark & 63
        const head =
          codec === 'h264' ? [(payload[0]! & 0xe0) | own] : [(payload[0]! & 0x81) | (own << 1), payload[1]!]
        units.push(Buffer.concat([Buffer.from(head), data]))
      } else units[units.length - 1] = Buffer.concat([units.at(-1)!, data])
    } else units.push(payload)
  }
  return units
}
