import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MIXED, madeUpCapture, pcapOf } from './captures.test-support.ts'
import { decodePacket } from './decode-packet.ts'
import { type CapturedPacket, CaptureReader } from './read-capture.ts'

function readAll(file: Uint8Array, pieceBytes = file.length): CapturedPacket[] {
  const reader = new CaptureReader()
  const packets: CapturedPacket[] = []
  for (let at = 0; at < file.length; at += pieceBytes)
    packets.push(...reader.push(file.subarray(at, at + pieceBytes)))
  reader.end()
  return packets
}

it.each([
  ['little endian, microseconds', { isLittle: true, isNano: false }],
  ['big endian, microseconds', { isLittle: false, isNano: false }],
  ['little endian, nanoseconds', { isLittle: true, isNano: true }],
  ['big endian, nanoseconds', { isLittle: false, isNano: true }],
])('pcap is read: %s', (_name, how) => {
  const packets = readAll(pcapOf(MIXED, how))
  expect(packets.map(({ atMs }) => atMs)).toEqual([1000, 1001.5, 1002, 1003])
  expect(packets.map(({ bytes }) => Buffer.from(bytes).toString('hex'))).toEqual(
    MIXED.map(({ bytes }) => Buffer.from(bytes).toString('hex')),
  )
})

it('reads the same packets in whatever pieces a file comes, and keeps less than a block', () => {
  const file = madeUpCapture()
  const whole = readAll(file)
  expect(whole.length).toBeGreaterThan(10)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), (pieceBytes) => {
      expect(readAll(file, pieceBytes)).toEqual(whole)
    }),
    { numRuns: 50 },
  )
  expect(whole[0]).toMatchObject({ atMs: 1000.25, comment: 'device A-1' })
})

it('a file that is cut anywhere ends with the byte at which its last record begins', () => {
  for (const file of [madeUpCapture(), pcapOf(MIXED)]) {
    const starts = new Set(readAll(file).map(({ offset }) => offset))
    for (let length = 1; length < file.length; length += 7) {
      let problem: unknown
      try {
        readAll(file.subarray(0, length))
      } catch (error) {
        problem = error
      }
      if (problem === undefined) continue
      expect(String(problem)).toMatch(/^UserError: byte \d+: the file ends in the middle of/)
      const { offset } = problem as { offset: number }
      expect(offset).toBeLessThanOrEqual(length)
      if (starts.has(offset)) expect(length).toBeGreaterThan(offset)
    }
  }
})

const damaged = (at: number, value: number) => {
  const file = madeUpCapture()
  file.writeUInt32LE(value, at)
  return file
}
/** Length of the section header of the test's capture. */
const SECTION = madeUpCapture().readUInt32LE(4)

it.each([
  [Buffer.alloc(0), 'byte 0: the file is empty.'],
  [Buffer.from('\x1f\x8b\x08\x00', 'latin1'), 'byte 0: the file is compressed'],
  [Buffer.from('GET / HTTP/1.1'), 'byte 0: neither pcapng nor pcap: it begins with 47455420'],
  [damaged(8, 1), 'byte 8: the byte-order magic'],
  [damaged(12, 7), 'byte 12: version 7 of pcapng'],
  [damaged(SECTION + 4, 13), `byte ${SECTION + 4}: a block of 13 bytes cannot be`],
  [damaged(SECTION + 4, 0x7fffffff), `byte ${SECTION + 4}: a block of 2147483647 bytes; the longest`],
  [
    damaged(SECTION - 4, 12),
    `byte ${SECTION - 4}: the block that begins at byte 0 has the length ${SECTION}, and 12`,
  ],
])('%# what is no capture is refused with its byte', (file, message) => {
  expect(() => readAll(file)).toThrow(message)
})

it('a packet of an interface that is not described is refused', () => {
  const file = madeUpCapture()
  const [first] = readAll(file)
  file.writeUInt32LE(9, first!.offset + 8)
  expect(() => readAll(file)).toThrow(`byte ${first!.offset + 8}: a packet of interface 9`)
})

const inner = (index: number) => Buffer.from(MIXED[index]!.bytes.subarray(14))
const bytes = (...values: number[]) => Buffer.from(values)

it.each([
  ['Ethernet', 1, Buffer.from(MIXED[1]!.bytes)],
  ['one VLAN tag', 1, Buffer.concat([Buffer.alloc(12), bytes(0x81, 0, 0, 5, 8, 0), inner(1)])],
  [
    'two VLAN tags',
    1,
    Buffer.concat([Buffer.alloc(12), bytes(0x88, 0xa8, 0, 5, 0x81, 0, 0, 6, 8, 0), inner(1)]),
  ],
  ['Linux cooked', 113, Buffer.concat([Buffer.alloc(14), bytes(8, 0), inner(1)])],
  ['Linux cooked, second version', 276, Buffer.concat([bytes(8, 0), Buffer.alloc(18), inner(1)])],
  ['raw IP', 101, inner(1)],
  ['IPv4', 228, inner(1)],
  ['loopback of BSD', 0, Buffer.concat([bytes(2, 0, 0, 0), inner(1)])],
])('a segment is found on %s', (_name, linkType, packet) => {
  const found = decodePacket(linkType, packet)
  expect(found).toMatchObject({ transport: 'tcp', from: { address: '10.0.0.7', port: 40_000 }, sequence: 8 })
  expect(Buffer.from((found as { payload: Uint8Array }).payload).toString()).toBe('hello')
})

it('a datagram is found in IPv6, also behind extension headers', () => {
  const six = inner(3)
  expect(decodePacket(229, six)).toMatchObject({
    transport: 'udp',
    from: { address: '2001:db8:0:0:0:0:0:7' },
  })
  const extended = Buffer.concat([six.subarray(0, 40), bytes(17, 0, 0, 0, 0, 0, 0, 0), six.subarray(40)])
  extended.writeUInt16BE(six.length - 40 + 8, 4)
  extended[6] = 0
  expect(decodePacket(229, extended)).toMatchObject({ transport: 'udp', to: { port: 5060 } })
})

it('fragments, cut packets, other protocols and unknown links are told apart', () => {
  const fragment = inner(2)
  fragment[6] = 0x20
  expect(decodePacket(228, fragment)).toBe('cut')
  expect(decodePacket(228, inner(2).subarray(0, -1))).toBe('cut')
  const icmp = inner(2)
  icmp[9] = 1
  expect(decodePacket(228, icmp)).toBe('ignored')
  expect(decodePacket(105, inner(2))).toBe('link')
})
