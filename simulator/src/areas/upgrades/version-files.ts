import { createHash } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { mkdir, open as openFile, rename, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { PlatformError } from '../../kernel/platform-error.ts'
import { fileError } from '../../kernel/storage-error.ts'
import { namesIn, PART, sweepParts } from '../../store/whole-files.ts'

/** The bytes of versions, each under its SHA-256. Nothing of a caller's file name reaches the disk. */
export type VersionFiles = {
  /**
   * Streams a body to the disk: nothing of it stays unless `keep` is called. Throws tooLarge, invalid when it ends early,
   * or a StorageError.
   */
  receive(request: IncomingMessage, maxBytes: number): Promise<ReceivedFile>
  remove(sha256: string): Promise<void>
}
export type ReceivedFile = {
  sizeBytes: number
  sha256: string
  /** The first bytes. */
  head: Uint8Array
  keep(): Promise<void>
  drop(): Promise<void>
}

const HEAD_BYTES = 8
const SHA256 = /^[a-f0-9]{64}$/

/**
 * Opens the folder and removes the remains of an interrupted upload: incomplete files, and those without a version
 * (`known`: the SHA-256 of all versions). `open`: the file system's.
 */
export function createVersionFiles(
  folder: string,
  known: ReadonlySet<string>,
  open: typeof createWriteStream = createWriteStream,
): VersionFiles {
  let count = 0
  sweepParts(folder)
  for (const name of namesIn(folder)) {
    if (SHA256.test(name) && !known.has(name)) rmSync(join(folder, name), { force: true })
  }
  return {
    async receive(request, maxBytes) {
      const tooLarge = () => new PlatformError('tooLarge', `The file is larger than ${maxBytes} bytes.`)
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
      const half = join(folder, `${process.pid}-${++count}${PART}`)
      const hash = createHash('sha256')
      let sizeBytes = 0
      async function* measured(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          sizeBytes += chunk.length
          if (sizeBytes > maxBytes) throw tooLarge()
          hash.update(chunk)
          yield chunk
        }
      }
      const drop = () => rm(half, { force: true })
      try {
        await makeFolder(folder)
        const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
        await pipeline(body, measured, open(half, { flags: 'wx', mode: 0o600 }))
      } catch (error) {
        await drop()
        // The rest is read and thrown away, so that the caller gets to read the refusal.
        request.resume()
        if (request.aborted || request.destroyed) throw new PlatformError('invalid', 'The body ended early.')
        throw fileError(error)
      }
      const sha256 = hash.digest('hex')
      return {
        sizeBytes,
        sha256,
        head: await firstBytes(half),
        keep: () =>
          rename(half, join(folder, sha256)).catch((error: unknown) => {
            throw fileError(error)
          }),
        drop,
      }
    },
    remove: (sha256) => rm(join(folder, sha256), { force: true }),
  }
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const file = await openFile(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Not those above it: a data folder that is gone does not come again without its database. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}
