import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { hashPassword, md5, sha256 } from './password-hash.ts'

const text = (value: string) => new TextEncoder().encode(value)

it('digests the vectors of FIPS 180-4', () => {
  expect(sha256(text('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(sha256(text(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

it('digests the vectors of RFC 1321', () => {
  expect(md5(text(''))).toBe('d41d8cd98f00b204e9800998ecf8427e')
  expect(md5(text('message digest'))).toBe('f96b697d7cb7938d525a2f31aaf161d0')
})

it('agrees with node at every length around a block', () => {
  for (let length = 50; length < 140; length += 1) {
    const value = 'ä'.repeat(length)
    for (const kind of ['sha256', 'md5'] as const) {
      expect(hashPassword(value, kind)).toBe(createHash(kind).update(value).digest('hex'))
    }
  }
})
