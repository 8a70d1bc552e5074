import { createHash } from 'node:crypto'
import { type createWriteStream, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { CODES } from '@backlot/contract/codes'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createVersionFiles } from './version-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-versions-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const body = (bytes: Buffer) =>
  Object.assign(Readable.from([bytes]), { headers: {} }) as unknown as IncomingMessage
const shaOf = (text: string) => createHash('sha256').update(text).digest('hex')

test('a full disk in the middle of a version is 507, and nothing of it stays', async () => {
  const full = ((path: string) =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        writeFileSync(path, chunk.subarray(0, 3))
        done(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
      },
    })) as unknown as typeof createWriteStream
  const files = createVersionFiles(folder, new Set(), full)
  await expect(files.receive(body(Buffer.alloc(100)), 1000)).rejects.toMatchObject({
    code: CODES.storageFull,
  })
  expect(readdirSync(folder)).toEqual([])
})

test('a folder whose data folder is gone is not made anew', async () => {
  const files = createVersionFiles(join(folder, 'data', 'versions'), new Set())
  await expect(files.receive(body(Buffer.alloc(100)), 1000)).rejects.toMatchObject({
    code: CODES.unavailable,
  })
  expect(readdirSync(folder)).toEqual([])
})

test('a start removes half files and those that have no version', async () => {
  const [known, unknown] = [shaOf('known'), shaOf('unknown')]
  for (const name of [known, unknown, '12-1.part', 'notes.txt']) writeFileSync(join(folder, name), name)
  createVersionFiles(folder, new Set([known]))
  expect(readdirSync(folder).sort()).toEqual([known, 'notes.txt'].sort())
})
