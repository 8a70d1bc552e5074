import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPassword, passwordIn, readArchiveAddress } from './archive-address.ts'

const folder = mkdtempSync(join(tmpdir(), 'backlot-address-'))
const passfile = join(folder, 'passfile')
beforeAll(() =>
  writeFileSync(passfile, '# ours\nother:*:*:*:wrong\n*:5432:archive:core:in:file\n', { mode: 0o600 }),
)
afterAll(() => rmSync(folder, { recursive: true }))

const read = (text: string, env: Record<string, string> = {}) => {
  const target = readArchiveAddress(text, env)
  if (typeof target === 'string') throw new Error(target)
  return target
}

describe('the address of an archive', () => {
  test('has a place and usual values', () => {
    expect(read('postgres://core@127.0.0.1/archive')).toEqual({
      host: '127.0.0.1',
      port: 5432,
      database: 'archive',
      user: 'core',
      password: undefined,
      tls: undefined,
      shown: 'postgres://core@127.0.0.1:5432/archive',
    })
    expect(read('postgresql://[::1]:6000/a', { PGUSER: 'env' })).toMatchObject({ host: '::1', user: 'env' })
  })

  test('shows its password nowhere', () => {
    const target = read('postgres://core:p%40ss@db.example/archive?sslmode=require')
    expect(target.password).toBe('p@ss')
    expect(target.shown).toBe('postgres://core@db.example:5432/archive?sslmode=require')
    expect(hasPassword('postgres://core:p@db/a')).toBe(true)
    expect(hasPassword('postgres://core@db/a?password=p')).toBe(true)
    expect(hasPassword('postgres://core@db/a?passfile=x')).toBe(false)
  })

  test('takes the password from the environment, or from a file that only its owner may read', () => {
    expect(read('postgres://core@db.example/archive', { PGPASSWORD: 'env' }).password).toBe('env')
    expect(read(`postgres://core@db.example/archive?passfile=${passfile}`).password).toBe('in:file')
    const open = join(folder, 'open')
    writeFileSync(open, '*:*:*:*:x', { mode: 0o644 })
    expect(readArchiveAddress(`postgres://core@db/archive?passfile=${open}`, {})).toMatch('chmod 600')
    expect(passwordIn('a\\:b:1:c:d:p\\\\w', { host: 'a:b', port: 1, database: 'c', user: 'd' })).toBe('p\\w')
  })

  test('is reached by TLS that is checked, but on this machine', () => {
    expect(read('postgres://core@localhost/archive').tls).toBeUndefined()
    expect(read('postgres://core@db.example/archive').tls).toEqual({ check: 'host', signers: undefined })
    const signed = `sslrootcert=${passfile}`
    expect(read(`postgres://core@db/archive?sslmode=require&${signed}`).tls?.check).toBe('signer')
    expect(read('postgres://core@db/archive?sslmode=require').tls?.check).toBe('nothing')
  })

  test.each([
    ['mysql://core@db/archive', 'write postgres://'],
    ['postgres://core@db', 'name a host and a database'],
    ['postgres://db/archive', 'name a user'],
    ['postgres://core@db/archive?sslmode=prefer', 'sslmode=prefer is none of'],
    ['postgres://core:secret@db/archive?sslmod=require', 'has no parameter sslmod'],
    ['postgres://core@db/archive?sslrootcert=/nowhere', 'sslrootcert cannot be read'],
    ['postgres://core@localhost/archive?sslrootcert=/nowhere', 'needs sslmode'],
    ['postgres://core@db/archive?passfile=/nowhere', 'the passfile cannot be read'],
  ])('%s is refused with what is wrong', (text, why) => {
    const fault = readArchiveAddress(text, {})
    expect(fault).toMatch(why)
    expect(fault).not.toMatch('secret')
  })
})
