import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AviFormatError, createAviPictures } from './avi-pictures.ts'

const named = (name: string, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from(name, 'latin1'), size, body, Buffer.alloc(body.length % 2)])
}
const text = (words: string) => Buffer.from(words, 'latin1')
const headOf = (name: string, kind: string) => Buffer.concat([text(name), Buffer.alloc(4), text(kind)])

/** As ffmpeg writes it into a pipe: sizes of what is not over yet are missing. */
const streamOf = (pictures: readonly Uint8Array[]) =>
  Buffer.concat([
    headOf('RIFF', 'AVI '),
    named('LIST', text('hdrl'), named('avih', new Uint8Array(56))),
    named('JUNK', new Uint8Array(33)),
    headOf('LIST', 'movi'),
    ...pictures.map((picture) => named('00dc', picture)),
    named('01wb', new Uint8Array(5)),
  ])

test('pictures come out whole and in order however the bytes are split', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 }),
      (pictures, cuts) => {
        const bytes = streamOf(pictures)
        const reader = createAviPictures()
        const found: Uint8Array[] = []
        for (let at = 0, cut = 0; at < bytes.length; cut++) {
          const next = at + cuts[cut % cuts.length]!
          found.push(...reader.push(bytes.subarray(at, next)))
          at = next
        }
        expect(found.map((each) => [...each])).toEqual(pictures.map((each) => [...each]))
      },
    ),
  )
})

test('a picture comes out with its last byte, before anything of the next one', () => {
  const reader = createAviPictures()
  const bytes = streamOf([])
  reader.push(bytes.subarray(0, bytes.length - named('01wb', new Uint8Array(5)).length))
  expect(reader.push(named('00dc', Uint8Array.of(7, 8, 9, 10)))).toHaveLength(1)
})

test('other bytes are refused', () => {
  expect(() => createAviPictures().push(text('FLV and so on, no AVI'))).toThrow(AviFormatError)
  const huge = Buffer.concat([headOf('RIFF', 'AVI '), text('00dc'), Buffer.alloc(8, 0xff)])
  expect(() => createAviPictures().push(huge)).toThrow('a chunk of')
})
