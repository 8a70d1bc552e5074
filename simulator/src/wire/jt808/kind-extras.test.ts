import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type KindExtra, readKindExtras, writeKindExtra } from './kind-extras.ts'

const extra = (id: number, type: KindExtra['type'], factor = 1, offset = 0) => ({ id, type, factor, offset })
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

// Written by hand from JT/T 808-2019: BYTE, WORD and DWORD, the high byte first (4.2).
test.each([
  [extra(0xe1, 'uint8'), 17, '11'],
  [extra(0xe2, 'uint16', 0.1), 6535.4, 'ff4a'],
  [extra(0xe3, 'int16', 0.1), -12.5, 'ff83'],
  [extra(0xe4, 'uint32'), 305_419_896, '12345678'],
  [extra(0xe5, 'int8'), -1, 'ff'],
  [extra(0xe6, 'int32', 1, -40), -42, 'fffffffe'],
  [extra(0xe7, 'uint8'), 300, 'ff'],
  [extra(0xe8, 'uint16'), -3, '0000'],
])('%j holds %d as %s', (mapped, value, bytes) => {
  const written = writeKindExtra(mapped, value)
  expect({ id: written.id, bytes: hex(written.bytes) }).toEqual({ id: mapped.id, bytes })
})

test('items are read by id and length, and others are left alone', () => {
  const items = [
    { id: 0xe1, bytes: Buffer.from('ff83', 'hex') },
    { id: 0xe2, bytes: Buffer.from('11', 'hex') },
    { id: 0x30, bytes: Buffer.from('1f', 'hex') },
  ]
  const mapped = { heat: extra(0xe1, 'int16', 0.1), floor: extra(0xe2, 'uint16'), gone: extra(0xe9, 'uint8') }
  expect(readKindExtras(items, mapped)).toEqual([{ name: 'heat', value: -12.5 }])
})

test('what is written is read again', () => {
  fc.assert(
    fc.property(fc.integer({ min: -32_768, max: 32_767 }), (raw) => {
      const mapped = extra(0xf0, 'int16', 0.01, 5)
      const value = raw * 0.01 + 5
      const [read] = readKindExtras([writeKindExtra(mapped, value)], { it: mapped })
      expect(read!.value).toBeCloseTo(value, 9)
    }),
  )
})
