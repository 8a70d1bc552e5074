import { execFileSync } from 'node:child_process'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import tar from 'tar-stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StorageError } from '../kernel/storage-error.ts'
import { packSnapshot, unpackSnapshot } from './snapshot-archive.ts'

let folder: string
let from: string
let to: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-archive-'))
  from = join(folder, 'from')
  to = join(folder, 'to')
  await mkdir(join(from, 'uploads/7'), { recursive: true })
  await mkdir(to)
  await writeFile(join(from, 'snapshot.json'), '{}')
  await writeFile(join(from, 'backlot.db'), Buffer.alloc(20_000, 7))
  await writeFile(join(from, 'uploads/7/a.jpg'), 'picture')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const unpack = (bytes: Uint8Array, maxBytes = 1e9) => unpackSnapshot(Readable.from([bytes]), to, maxBytes)
const packed = () => buffer(packSnapshot(from))
type Entry = { name: string; body?: string; type?: 'file' | 'symlink' | 'link' | 'directory' }
async function archiveOf(entries: readonly Entry[]): Promise<Buffer> {
  const pack = tar.pack()
  for (const { name, body = '', type = 'file' } of entries)
    pack.entry({ name, type, ...(type.endsWith('link') ? { linkname: '/etc/passwd' } : {}) }, body)
  pack.finalize()
  return gzipSync(await buffer(pack))
}

test('GNU tar reads what is packed, and what GNU tar packs is read', async () => {
  const file = join(folder, 'ours.tar.gz')
  await writeFile(file, await packed())
  expect(execFileSync('tar', ['tzf', file], { encoding: 'utf8' }).split('\n').filter(Boolean)).toEqual([
    'snapshot.json',
    'backlot.db',
    'uploads/7/a.jpg',
  ])
  const theirs = join(folder, 'theirs.tar.gz')
  execFileSync('tar', ['czf', theirs, '-C', from, 'snapshot.json', 'backlot.db', 'uploads/7/a.jpg'])
  await unpackSnapshot(createReadStream(theirs), to, 1e9)
  expect(await readFile(join(to, 'uploads/7/a.jpg'), 'utf8')).toBe('picture')
  expect(await readFile(join(to, 'backlot.db'))).toEqual(Buffer.alloc(20_000, 7))
})

test('nothing is written outside of the folder, and nothing but files of known names is taken', async () => {
  const whole: Entry[] = [
    { name: 'snapshot.json', body: '{}' },
    { name: 'backlot.db', body: 'x' },
  ]
  for (const bad of [
    { name: '../escaped' },
    { name: 'uploads/../../escaped' },
    { name: '/tmp/escaped' },
    { name: 'control.json' },
    { name: 'uploads/link', type: 'symlink' as const },
    { name: 'uploads/link', type: 'link' as const },
    { name: 'backlot.db', body: 'twice' },
  ]) {
    await rm(to, { recursive: true })
    await mkdir(to)
    await expect(unpack(await archiveOf([...whole, bad])), bad.name).rejects.toMatchObject({ code: 400 })
  }
  expect(existsSync(join(folder, 'escaped'))).toBe(false)
})

test('a link in the folder that is packed is left out', async () => {
  await symlink('/etc/passwd', join(from, 'uploads/7/link'))
  const names = execFileSync('tar', ['tz'], { input: await packed(), encoding: 'utf8' })
  expect(names).not.toContain('link')
})

test('a file that is too large, incomplete, no archive or of something else is refused', async () => {
  await expect(unpack(await packed(), 10_000)).rejects.toMatchObject({ code: 413 })
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('not an archive'),
    gzipSync(Buffer.alloc(3000, 'a')),
    await archiveOf([{ name: 'snapshot.json', body: '{}' }]),
  ]) {
    await rm(to, { recursive: true })
    await mkdir(to)
    await expect(unpack(bytes)).rejects.toMatchObject({
      code: 400,
      message: expect.stringMatching(/no snapshot/),
    })
  }
})

test('a folder that cannot be written is no damage of the archive, whatever it is called', async () => {
  await writeFile(join(folder, 'before.tar.gz'), 'a file where a folder should be')
  to = join(folder, 'before.tar.gz/to')
  await expect(packed().then((bytes) => unpack(bytes))).rejects.toBeInstanceOf(StorageError)
})

test('an archive that is cut or changed anywhere is refused or gives the same files', async () => {
  const whole = await packed()
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length - 1),
      fc.option(fc.integer({ min: 1, max: 255 })),
      async (at, flip) => {
        await rm(to, { recursive: true, force: true })
        await mkdir(to)
        const bytes = Buffer.from(flip === null ? whole.subarray(0, at) : whole)
        if (flip !== null) bytes[at] = bytes[at]! ^ flip
        const outcome = await unpack(bytes).then(
          () => 'read',
          (error: { code?: number }) => error.code,
        )
        if (outcome !== 'read') expect(outcome).toBe(400)
        else expect(await readFile(join(to, 'backlot.db'))).toEqual(Buffer.alloc(20_000, 7))
      },
    ),
    { numRuns: 40 },
  )
})

test('an archive that is cut at any place is refused, and none waits for its rest', async () => {
  const whole = await packed()
  for (let length = 0; length < whole.length; length++) {
    await rm(to, { recursive: true, force: true })
    await mkdir(to)
    await expect(unpack(whole.subarray(0, length)), `${length} bytes`).rejects.toMatchObject({ code: 400 })
  }
})
