import { expect, test } from 'vitest'
import { spsSize } from './sps-size.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

test('sizes of parameter sets that encoders made', () => {
  expect(spsSize(bytes('6764001facd9405005bb011000000300100000030 3c0f1831960'.replace(' ', '')))).toEqual({
    width: 1280,
    height: 720,
  })
  expect(spsSize(bytes('67640028acd940780227e584000003000400000300f03c60c658'))).toEqual({
    width: 1920,
    height: 1080,
  })
})

test('what is no parameter set, or is cut off, has none', () => {
  expect(spsSize(bytes('68ebe3cb22c0'))).toBeUndefined()
  expect(spsSize(bytes('6764001fac'))).toBeUndefined()
  expect(spsSize(new Uint8Array())).toBeUndefined()
})
