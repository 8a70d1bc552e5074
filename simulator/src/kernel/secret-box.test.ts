import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSecretBox, openSecretKey } from './secret-box.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-key-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const key = Buffer.alloc(32, 7)

test('every text opens again for its purpose, and never shows in what is stored', () => {
  const box = createSecretBox(key)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, purpose) => {
      const sealed = box.seal(text, purpose)
      expect(box.open(sealed, purpose)).toBe(text)
      expect(box.open(sealed, `${purpose}.`)).toBeUndefined()
      expect(box.seal(text, purpose)).not.toBe(sealed)
    }),
  )
})

test('a changed byte and another key open nothing', () => {
  const box = createSecretBox(key)
  const sealed = Buffer.from(box.seal('secret word', 'cam'), 'base64')
  for (let at = 0; at < sealed.length; at++) {
    const damaged = Buffer.from(sealed)
    damaged[at]! ^= 1
    expect(box.open(damaged.toString('base64'), 'cam')).toBeUndefined()
  }
  expect(createSecretBox(Buffer.alloc(32, 8)).open(sealed.toString('base64'), 'cam')).toBeUndefined()
  for (const text of ['', 'AAAA', '%%%']) expect(box.open(text, 'cam')).toBeUndefined()
})

test('the key is made once, and its owner alone may read it', () => {
  const path = join(folder, 'secret.key')
  const made = openSecretKey(path)
  expect(openSecretKey(path)).toEqual(made)
  expect(readFileSync(path)).toEqual(made)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a file that holds no key is told, and stays', () => {
  const path = join(folder, 'secret.key')
  writeFileSync(path, 'short')
  expect(() => openSecretKey(path)).toThrow('holds no key of 32 bytes')
  expect(readFileSync(path, 'utf8')).toBe('short')
})
