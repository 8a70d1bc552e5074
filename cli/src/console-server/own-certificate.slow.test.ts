import { X509Certificate } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CERTIFICATE_FILE, KEY_FILE, ownCertificate, ownNames } from './own-certificate.ts'

const DAY_MS = 86_400_000
const NAMES = ['localhost', '127.0.0.1', '::1', 'console.example']

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-certificate-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const made = (names = NAMES, nowMs?: number) => ownCertificate(join(folder, 'data'), names, nowMs)

test('a certificate is for its names alone, signs no other, and only the user can read its key', async () => {
  const { cert, fingerprint, file } = await made()
  const read = new X509Certificate(cert)
  expect(read.subjectAltName).toBe(
    'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:console.example',
  )
  expect(read.checkHost('other.example')).toBeUndefined()
  expect(read.ca).toBe(false)
  expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  expect(read.verify(read.publicKey)).toBe(true)
  expect([read.fingerprint256, readFileSync(file, 'utf8')]).toEqual([fingerprint, cert])
  const data = join(folder, 'data')
  expect(readdirSync(data).sort()).toEqual([CERTIFICATE_FILE, KEY_FILE])
  const modes = [data, join(data, KEY_FILE)].map((path) => statSync(path).mode & 0o777)
  expect(modes).toEqual([0o700, 0o600])
})

test('it stays the same for fewer names, and is made anew for another one or when 30 days are left', async () => {
  const nowMs = Date.now()
  const { fingerprint, endsMs } = await made()
  expect((await made(NAMES.slice(1))).fingerprint).toBe(fingerprint)
  expect((await made(NAMES, endsMs - 31 * DAY_MS)).fingerprint).toBe(fingerprint)
  const late = await made(NAMES, endsMs - 29 * DAY_MS)
  expect(late.fingerprint).not.toBe(fingerprint)
  expect(late.endsMs).toBeGreaterThan(endsMs)
  // A clock that was set back: a certificate that begins later is not valid yet.
  const early = await made(NAMES, nowMs)
  expect(early.fingerprint).not.toBe(late.fingerprint)
  expect((await made([...NAMES, '192.0.2.7'])).fingerprint).not.toBe(early.fingerprint)
})

test.each([
  ['is no certificate', () => writeFileSync(join(folder, 'data', CERTIFICATE_FILE), 'nothing')],
  ['has lost its key', () => rmSync(join(folder, 'data', KEY_FILE))],
  ['has a key that others can read', () => chmodSync(join(folder, 'data', KEY_FILE), 0o644)],
])('one that %s is replaced', async (_how, spoil) => {
  const { fingerprint } = await made()
  spoil()
  const again = await made()
  expect(again.fingerprint).not.toBe(fingerprint)
  expect((await made()).fingerprint).toBe(again.fingerprint)
})

test('one with the key of another is replaced', async () => {
  const { fingerprint } = await made()
  const other = await ownCertificate(join(folder, 'other'), NAMES)
  writeFileSync(join(folder, 'data', KEY_FILE), other.key)
  expect((await made()).fingerprint).not.toBe(fingerprint)
})

test('a folder that cannot be had is said in one line with the way out', async () => {
  writeFileSync(join(folder, 'file'), '')
  await expect(ownCertificate(join(folder, 'file'), NAMES)).rejects.toThrow(
    /cannot be stored in .*: .* name another one with --data\.$/,
  )
})

test('names are those of this machine and of what it listens on', () => {
  const own = ownNames('127.0.0.1', ['console.example', '[2001:db8::1]'])
  expect(own).toEqual(
    expect.arrayContaining(['localhost', '127.0.0.1', '::1', 'console.example', '2001:db8::1']),
  )
  expect(ownNames('192.0.2.7', [])).toContain('192.0.2.7')
  const everywhere = ownNames('0.0.0.0', [])
  expect(everywhere).not.toContain('0.0.0.0')
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((list) => list ?? []))
    if (family === 'IPv4') expect(everywhere).toContain(address)
})
