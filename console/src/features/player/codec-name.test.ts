import { expect, it } from 'vitest'
import { codecName } from './codec-name.ts'

it('names H.264 by profile, constraints and level', () => {
  expect(codecName({ kind: 'avc1', record: Uint8Array.of(1, 0x42, 0xc0, 0x1e, 0xff) })).toBe('avc1.42c01e')
})

it('names H.265 by profile, compatibility, tier, level and the constraints up to the last that is not zero', () => {
  const main = Buffer.from('0101600000009000000000001e', 'hex')
  expect(codecName({ kind: 'hvc1', record: main })).toBe('hvc1.1.6.L30.90')
  // Main 10, high tier, as ISO/IEC 14496-15 E.3 writes it.
  const high = Buffer.from('0122200000009000000000005d', 'hex')
  expect(codecName({ kind: 'hvc1', record: high })).toBe('hvc1.2.4.H93.90')
  const plain = Buffer.from('0141600000000000000000005a', 'hex')
  expect(codecName({ kind: 'hvc1', record: plain })).toBe('hvc1.A1.6.L90')
})
