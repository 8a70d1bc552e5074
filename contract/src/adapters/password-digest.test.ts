import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { passwordDigest } from './password-digest.ts'

const digest = (password: string, name: 'sha256' | 'sha1' | 'md5' | 'none', upperCase = false) =>
  passwordDigest(password, { digest: name, upperCase })

it('digests the vectors of FIPS 180-4', () => {
  expect(digest('abc', 'sha256')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(digest('', 'sha256')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(digest('abc', 'sha1')).toBe('a9993e364706816aba3e25717850c26c9cd0d89d')
})

it('digests the vectors of RFC 1321, with capital digits where they are wanted', () => {
  expect(digest('', 'md5')).toBe('d41d8cd98f00b204e9800998ecf8427e')
  expect(digest('message digest', 'md5', true)).toBe('F96B697D7CB7938D525A2F31AAF161D0')
})

it('takes text beyond ASCII as UTF-8, as node does', () => {
  for (const name of ['sha256', 'sha1', 'md5'] as const) {
    const value = 'Paß口令🔑'
    expect(digest(value, name)).toBe(createHash(name).update(value).digest('hex'))
  }
})

it('sends the text itself where a platform wants no digest', () => {
  expect(digest('Paß口令', 'none', true)).toBe('Paß口令')
})
