import { expect, it } from 'vitest'
import { bytesOf, crc16Modbus, hasGoodCrc, hexText, readScript, scriptOf, withCrc } from './modbus.ts'

it('makes the check sums of published frames', () => {
  // '123456789' is the check value of CRC-16/MODBUS; the others are examples that makers of sensors print.
  expect(crc16Modbus([...'123456789'].map((sign) => sign.charCodeAt(0)))).toBe(0x4b37)
  expect(hexText(withCrc([0x01, 0x03, 0x00, 0x00, 0x00, 0x01]))).toBe('01 03 00 00 00 01 84 0A')
  expect(hexText(withCrc([0x01, 0x03, 0x00, 0x00, 0x00, 0x02]))).toBe('01 03 00 00 00 02 C4 0B')
  expect(hexText(withCrc([0x11, 0x03, 0x00, 0x6b, 0x00, 0x03]))).toBe('11 03 00 6B 00 03 76 87')
  expect(hasGoodCrc([0x11, 0x03, 0x00, 0x6b, 0x00, 0x03, 0x76, 0x88])).toBe(false)
})

it('reads a script, written anyhow, and names what is wrong with others first', () => {
  expect(readScript('1103006b00037687')).toEqual({ address: 17, fn: 3, start: 107, count: 3 })
  expect(readScript('11 03 00 6B 00 03 76 88')).toBe('crc')
  expect(readScript('11 03 00 6B 00 03')).toBe('length')
  expect(readScript('1103006b0003768')).toBe('hex')
  expect(readScript('not hex')).toBe('hex')
  expect(readScript(hexText(withCrc([0, 3, 0, 0, 0, 1])))).toBe('address')
  expect(readScript(hexText(withCrc([248, 3, 0, 0, 0, 1])))).toBe('address')
  expect(readScript(hexText(withCrc([1, 6, 0, 0, 0, 1])))).toBe('function')
  expect(readScript(hexText(withCrc([1, 3, 0, 0, 0, 126])))).toBe('count')
  expect(bytesOf('0A ff')).toEqual([10, 255])
})

it('writes what it reads', () => {
  for (const address of [1, 17, 247]) {
    for (const start of [0, 107, 65_535]) {
      const asked = { address, fn: 4, start, count: 125 }
      expect(readScript(scriptOf(asked))).toEqual(asked)
    }
  }
})
