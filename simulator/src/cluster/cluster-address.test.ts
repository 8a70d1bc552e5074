import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readClusterAddress } from './cluster-address.ts'

test('an address names host, database, cluster and account; it is shown without the password', () => {
  const address = readClusterAddress(
    'redis://ops:s%40cret@redis.example:6380/3?cluster=hall-2',
    'environment',
    {},
  )
  expect(address).toEqual({
    shown: 'redis://redis.example:6380/3 (cluster hall-2)',
    cluster: 'hall-2',
    redis: { host: 'redis.example', port: 6380, db: 3, username: 'ops', password: 's@cret' },
  })
  expect(readClusterAddress('redis://[::1]', 'commandLine', {})).toMatchObject({
    shown: 'redis://[::1]:6379 (cluster main)',
    redis: { host: '::1', port: 6379, db: 0 },
  })
})

test('a password comes from the environment, and is refused on the command line', () => {
  const refusal = readClusterAddress('redis://:s3cret@127.0.0.1', 'commandLine', {})
  expect(refusal).toMatch(/would show in the list of processes: set BACKLOT_REDIS_PASSWORD/)
  expect(refusal).not.toContain('s3cret')
  expect(
    readClusterAddress('redis://127.0.0.1', 'commandLine', { BACKLOT_REDIS_PASSWORD: 's3cret' }),
  ).toMatchObject({ redis: { password: 's3cret' }, shown: 'redis://127.0.0.1:6379 (cluster main)' })
})

test('TLS proves the certificate, by the authorities of a file where one is given', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-ca-'))
  try {
    const file = join(folder, 'ca.pem')
    writeFileSync(file, 'an authority')
    expect(readClusterAddress(`rediss://redis.example?ca=${file}`, 'commandLine', {})).toMatchObject({
      redis: { tls: { ca: 'an authority' } },
    })
    expect(readClusterAddress('rediss://redis.example', 'commandLine', {})).toMatchObject({
      redis: { tls: {} },
    })
    expect(readClusterAddress(`rediss://redis.example?ca=${folder}/none`, 'commandLine', {})).toMatch(/^ca: /)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.each([
  ['127.0.0.1:6379', 'write redis://'],
  ['http://127.0.0.1', 'write redis://'],
  ['redis://', 'write redis://'],
  ['redis://127.0.0.1/one', 'is not the number of a database'],
  ['redis://127.0.0.1?cluster=Hall 2', '1 to 32 of a-z'],
  ['redis://127.0.0.1?tls=yes', "there is no 'tls'"],
])('%s is refused', (text, said) => {
  expect(readClusterAddress(text, 'commandLine', {})).toContain(said)
})
