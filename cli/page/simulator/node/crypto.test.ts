import * as node from 'node:crypto'
import { expect, test } from 'vitest'
import * as page from './crypto.ts'

const TEXTS = ['', 'abc', '密码 Backlot@2026', 'x'.repeat(1000)]

test('hashes and their keyed forms are those of Node', () => {
  for (const name of ['md5', 'sha1', 'sha256', 'sha512'])
    for (const text of TEXTS) {
      expect(page.createHash(name).update(text).digest('hex')).toBe(
        node.createHash(name).update(text).digest('hex'),
      )
      expect(page.createHmac(name, 'key').update(text).digest('base64')).toBe(
        node.createHmac(name, 'key').update(text).digest('base64'),
      )
    }
  const parts = page.createHash('sha256').update('a').update(Buffer.from('b')).digest()
  expect(parts).toEqual(node.createHash('sha256').update('ab').digest())
})

test('a stretched password is that of Node', async () => {
  const cost = { N: 1024, r: 8, p: 1 }
  const salt = Buffer.from('0011223344556677', 'hex')
  const key = await new Promise((resolve) =>
    page.scrypt('secret', salt, 32, cost, (_error, derived) => resolve(derived)),
  )
  expect(key).toEqual(node.scryptSync('secret', salt, 32, cost))
})

test('what is sealed here is opened by Node, and the other way', () => {
  const [key, nonce] = [node.randomBytes(32), node.randomBytes(12)]
  const mine = page.createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('camera'))
  const sealed = Buffer.concat([mine.update('密码', 'utf8'), mine.final()])
  const theirs = node.createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('camera'))
  theirs.setAuthTag(mine.getAuthTag())
  expect(Buffer.concat([theirs.update(sealed), theirs.final()]).toString()).toBe('密码')

  const other = node.createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('camera'))
  const bytes = Buffer.concat([other.update('密码', 'utf8'), other.final()])
  const opened = page.createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('camera'))
  opened.setAuthTag(other.getAuthTag())
  expect(Buffer.concat([opened.update(bytes), opened.final()]).toString()).toBe('密码')
  const forged = page.createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('another'))
  forged.setAuthTag(other.getAuthTag())
  forged.update(bytes)
  expect(() => forged.final()).toThrow()
})

test('random numbers keep their bounds, and large amounts are filled whole', () => {
  const drawn = Array.from({ length: 2000 }, () => page.randomInt(3, 9))
  expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([3, 8])
  const bytes = page.randomBytes(200_000)
  expect(new Set(bytes.subarray(150_000)).size).toBe(256)
})
