import { expect, test } from 'vitest'
import { encodeMessage } from './message.ts'
import { textFlag } from './text-flag.ts'

test('a text is shown; urgency is a bit in 2013 and a number in 2019', () => {
  const plain = { urgent: false, spoken: false }
  expect(textFlag(plain, 2013)).toBe(0b0100)
  expect(textFlag({ urgent: true, spoken: true }, 2013)).toBe(0b1101)
  expect(textFlag(plain, 2019)).toBe(0b0111)
  expect(textFlag({ urgent: true, spoken: true }, 2019)).toBe(0b1110)
})

test('the text goes out in GBK behind its flag, and behind its type in 2019', () => {
  const bodyOf = (version: 2013 | 2019, header: number) => {
    const flag = textFlag({ urgent: true, spoken: false }, version)
    const [packet] = encodeMessage(
      { kind: 'text', flag, type: 1, text: '停车' },
      { version, phone: '013900000001', serial: 1 },
    )
    return Buffer.from(packet!)
      .subarray(1 + header, -2)
      .toString('hex')
  }
  // 停车 is CD A3 B3 B5 in GBK.
  expect(bodyOf(2013, 12)).toBe('05cda3b3b5')
  expect(bodyOf(2019, 17)).toBe('0601cda3b3b5')
})
