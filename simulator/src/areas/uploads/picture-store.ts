import { mkdirSync, statSync } from 'node:fs'
import { mkdir, readFile, rm, type writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileError } from '../../kernel/storage-error.ts'
import { namesIn, sweepParts, writeWhole } from '../../store/whole-files.ts'

/** `<32 hex digits of the SHA-256 of its bytes>.jpg` or `.png`. */
export const PICTURE_NAME = /^[a-f0-9]{32}\.(jpg|png)$/
/** The owner of pictures that were there before they had owners. */
const NOBODY = 0

export type StoredPicture = { name: string; sizeBytes: number; storedMs: number }
export type PictureQuota = { bytesEach: number; countEach: number; bytesInAll: number }

/** Uploaded pictures as files, by owner: `<folder>/<user id>/<name>`. The list of them is in memory. */
export type PictureStore = {
  /** Whether a picture may be added: undefined, or whose limit is reached. A picture that the owner has is none more. */
  refusal(userId: number, name: string, sizeBytes: number): 'own' | 'all' | undefined
  /** Stores a picture whole or not at all. Throws a StorageError. */
  put(userId: number, name: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is none, or its file was taken away. */
  read(name: string): Promise<Buffer | undefined>
  has(name: string): boolean
  hasOwn(userId: number, name: string): boolean
  /** Of one owner, the newest first. */
  ofUser(userId: number): StoredPicture[]
  /** All that were stored before a moment, with their owners. */
  olderThan(atMs: number): { userId: number; name: string }[]
  ownersOf(name: string): number
  usedBytes(userId: number): number
  totals(): { count: number; bytes: number }
  remove(userId: number, name: string): Promise<void>
}

/**
 * Opens the pictures of a folder, and removes files that were being written when a process ended. `nowMs`: host time.
 * `write`: the file system's.
 */
export function openPictures(deps: {
  folder: string
  quota: PictureQuota
  nowMs(): number
  write?: typeof writeFile | undefined
}): PictureStore {
  const { folder, quota, nowMs } = deps
  mkdirSync(folder, { recursive: true })
  sweepParts(folder)
  const byUser = listPictures(folder, nowMs())
  let bytesInAll = 0
  for (const own of byUser.values()) bytesInAll += sumOf(own)

  const folderOf = (userId: number) => (userId === NOBODY ? folder : join(folder, String(userId)))
  const ownOf = (userId: number) => byUser.get(userId) ?? new Map<string, StoredPicture>()
  const ownersOf = (name: string) => [...byUser].filter(([, own]) => own.has(name)).map(([userId]) => userId)
  const forget = (userId: number, name: string) => {
    const own = byUser.get(userId)
    bytesInAll -= own?.get(name)?.sizeBytes ?? 0
    own?.delete(name)
    if (own?.size === 0) byUser.delete(userId)
  }
  return {
    refusal(userId, name, sizeBytes) {
      const own = ownOf(userId)
      if (own.has(name)) return undefined
      if (own.size >= quota.countEach || sumOf(own) + sizeBytes > quota.bytesEach) return 'own'
      return bytesInAll + sizeBytes > quota.bytesInAll ? 'all' : undefined
    },
    async put(userId, name, bytes) {
      if (ownOf(userId).has(name)) return
      // Counted at once: uploads at the same time do not pass the limit together.
      const own = byUser.get(userId) ?? new Map<string, StoredPicture>()
      byUser.set(userId, own.set(name, { name, sizeBytes: bytes.length, storedMs: nowMs() }))
      bytesInAll += bytes.length
      try {
        await makeFolders(folder, folderOf(userId))
        await writeWhole(join(folderOf(userId), name), bytes, deps.write)
      } catch (error) {
        forget(userId, name)
        throw fileError(error)
      }
    },
    async read(name) {
      for (const userId of ownersOf(name)) {
        try {
          return await readFile(join(folderOf(userId), name))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw fileError(error)
          // Somebody took the file away: it takes no room, and may be uploaded again.
          forget(userId, name)
        }
      }
      return undefined
    },
    has: (name) => ownersOf(name).length > 0,
    hasOwn: (userId, name) => ownOf(userId).has(name),
    ofUser: (userId) => [...ownOf(userId).values()].sort((a, b) => b.storedMs - a.storedMs),
    olderThan: (atMs) =>
      [...byUser].flatMap(([userId, own]) =>
        [...own.values()].filter(({ storedMs }) => storedMs < atMs).map(({ name }) => ({ userId, name })),
      ),
    ownersOf: (name) => ownersOf(name).length,
    usedBytes: (userId) => sumOf(ownOf(userId)),
    totals: () => ({
      count: [...byUser.values()].reduce((sum, own) => sum + own.size, 0),
      bytes: bytesInAll,
    }),
    async remove(userId, name) {
      await rm(join(folderOf(userId), name), { force: true }).catch((error: unknown) => {
        throw fileError(error)
      })
      forget(userId, name)
    },
  }
}

const sumOf = (own: ReadonlyMap<string, StoredPicture>) => {
  let bytes = 0
  for (const { sizeBytes } of own.values()) bytes += sizeBytes
  return bytes
}

/** A machine whose clock was ahead when a picture was stored does not keep it for longer. */
function listPictures(folder: string, nowMs: number): Map<number, Map<string, StoredPicture>> {
  const byUser = new Map<number, Map<string, StoredPicture>>()
  const list = (userId: number, path: string) => {
    const own = new Map<string, StoredPicture>()
    for (const name of namesIn(path)) {
      if (!PICTURE_NAME.test(name)) continue
      const { size, mtimeMs } = statSync(join(path, name))
      own.set(name, { name, sizeBytes: size, storedMs: Math.min(Math.floor(mtimeMs), nowMs) })
    }
    if (own.size > 0) byUser.set(userId, own)
  }
  list(NOBODY, folder)
  for (const name of namesIn(folder)) if (/^[1-9]\d{0,15}$/.test(name)) list(Number(name), join(folder, name))
  return byUser
}

/** Not those above them: a data folder that is gone does not come again without its database. */
async function makeFolders(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}
