import { readdirSync, rmSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileError } from '../kernel/storage-error.ts'

/** Suffix of a file that is still being written. */
export const PART = '.part'

let count = 0

/**
 * Writes a file whole or not at all: a reader never sees half of it, and nothing of it stays when the disk is full.
 * Throws a StorageError when storage does not allow it. `write` is the file system's.
 */
export async function writeWhole(path: string, bytes: Uint8Array, write = writeFile): Promise<void> {
  const part = `${path}.${process.pid}-${++count}${PART}`
  try {
    await write(part, bytes, { mode: 0o600 })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw fileError(error)
  }
}

/** Removes incomplete files of an interrupted process in a folder, and in those directly below it. */
export function sweepParts(folder: string): void {
  for (const name of namesIn(folder)) {
    if (name.endsWith(PART)) rmSync(join(folder, name), { force: true })
    else
      for (const below of namesIn(join(folder, name)))
        if (below.endsWith(PART)) rmSync(join(folder, name, below), { force: true })
  }
}

/** None of a folder that is not there, or is none. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
