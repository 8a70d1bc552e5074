import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import tar from 'tar-stream'
import { PlatformError } from '../kernel/platform-error.ts'
import { fileError } from '../kernel/storage-error.ts'
import { DATABASE, FOLDERS } from './state-files.ts'

export const MANIFEST = 'snapshot.json'

/** Names that a snapshot may hold: its two files, and users' files in their folders. */
const ENTRY = new RegExp(
  `^(?:${MANIFEST.replace('.', '\\.')}|${DATABASE.replace('.', '\\.')}|(?:${FOLDERS.join('|')})/[\\w.@/-]{1,200})$`,
)
/** The compression that costs little: pictures and digests hardly shrink. */
const GZIP_LEVEL = 3

/** The files of a snapshot's folder as one stream: tar (POSIX.1-2001, pax), gzip (RFC 1952). It errs as reading does. */
export function packSnapshot(folder: string): Readable {
  const pack = tar.pack()
  const packed = pack.pipe(createGzip({ level: GZIP_LEVEL }))
  pack.on('error', (error) => packed.destroy(error))
  packAll(folder, pack).then(
    () => pack.finalize(),
    (error: Error) => pack.destroy(error),
  )
  packed.on('close', () => pack.destroy())
  return packed
}

async function packAll(folder: string, pack: tar.Pack): Promise<void> {
  const files = (await readdir(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const first = join(folder, MANIFEST)
  // The manifest first: a reader knows what it gets.
  for (const file of [first, ...files.filter((each) => each !== first).sort()]) {
    const { size, mtime } = await stat(file)
    const name = file
      .slice(folder.length + 1)
      .split(sep)
      .join('/')
    await pipeline(createReadStream(file), pack.entry({ name, size, mtime, mode: 0o600 }))
  }
}

/**
 * Unpacks such a stream into an empty folder. Throws invalid when it is no snapshot, tooLarge past `maxBytes` of
 * unpacked files, or a StorageError.
 */
export async function unpackSnapshot(
  packed: AsyncIterable<Buffer>,
  folder: string,
  maxBytes: number,
): Promise<void> {
  const extract = tar.extract()
  const unpacked = new Set<string>()
  let bytes = 0
  const reading = pipeline(packed, createGunzip(), extract)
  // Awaited below. An entry of an archive that is cut may wait for its rest without end.
  const broken = new AbortController()
  reading.catch((error: unknown) => broken.abort(error))
  try {
    for await (const entry of extract) {
      const { name, type, size = 0 } = entry.header
      if (type !== 'file' || !ENTRY.test(name) || name.includes('..') || unpacked.has(name))
        throw notOne(`it holds ${JSON.stringify(name.slice(0, 80))}`)
      bytes += size
      if (bytes > maxBytes)
        throw new PlatformError('tooLarge', `The snapshot holds more than ${maxBytes} bytes.`)
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(entry, createWriteStream(path, { flags: 'wx', mode: 0o600 }), {
        signal: broken.signal,
      })
      unpacked.add(name)
    }
    await reading
  } catch (thrown) {
    extract.destroy()
    await reading.catch(() => {})
    const error: unknown = broken.signal.aborted && isAbort(thrown) ? broken.signal.reason : thrown
    throw isDamage(error) ? notOne((error as Error).message) : fileError(error)
  }
  for (const name of [MANIFEST, DATABASE]) if (!unpacked.has(name)) throw notOne(`it has no ${name}`)
}

const notOne = (why: string) =>
  new PlatformError(
    'invalid',
    `The file is no snapshot, or damaged: ${why}. Take one that 'backlot snapshot export' wrote.`,
  )

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'

/** Of the packing, and not of this machine's storage, whose errors name a file that may be called `….tar.gz`. */
function isDamage(error: unknown): boolean {
  const { code, message = '', syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (error instanceof PlatformError || syscall !== undefined) return false
  return (typeof code === 'string' && code.startsWith('Z_')) || /tar|unexpected end/i.test(message)
}
