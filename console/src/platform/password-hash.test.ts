import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { hashPassword } from './password-hash.ts'

it('digests the vectors of FIPS 180-4', () => {
  expect(hashPassword('abc', 'sha256')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
  expect(hashPassword('', 'sha256')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

it('digests the vectors of RFC 1321', () => {
  expect(hashPassword('', 'md5')).toBe('d41d8cd98f00b204e9800998ecf8427e')
  expect(hashPassword('message digest', 'md5')).toBe('f96b697d7cb7938d525a2f31aaf161d0')
})

it('takes text beyond ASCII as UTF-8, as node does', () => {
  for (const kind of ['sha256', 'md5'] as const) {
    const value = 'Paß口令🔑'
    expect(hashPassword(value, kind)).toBe(createHash(kind).update(value).digest('hex'))
  }
})
