/** Pictures of real cameras, as files of the data folder: nobody can draw them again. */
import { mkdir, readdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Some hundred megabytes; the oldest go. */
const PICTURES_MOST = 1000

export type CameraSnapshots = {
  /** Stores a picture of a moment; rejects with the error of the file system. */
  keep(sn: string, chnId: number, atMs: number, jpeg: Uint8Array): Promise<void>
  /** Undefined: there is none of that moment. */
  find(sn: string, chnId: number, atMs: number): Promise<Uint8Array | undefined>
}

/** Serial numbers of cameras are letters, digits, _ and -. */
const SERIAL = /^[A-Za-z0-9_-]{1,64}$/

export function createCameraSnapshots(folder: string): CameraSnapshots {
  const fileOf = (sn: string, chnId: number, atMs: number) =>
    join(folder, `${String(Math.floor(atMs)).padStart(15, '0')}-${chnId}-${sn}.jpg`)
  return {
    async keep(sn, chnId, atMs, jpeg) {
      if (!SERIAL.test(sn)) throw new Error('this is no serial number of a camera')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const names = (await readdir(folder)).sort()
      const over = names.slice(0, Math.max(0, names.length + 1 - PICTURES_MOST))
      await Promise.all(over.map((name) => unlink(join(folder, name)).catch(() => undefined)))
      await writeFile(fileOf(sn, chnId, atMs), jpeg, { mode: 0o600 })
    },
    async find(sn, chnId, atMs) {
      if (!SERIAL.test(sn)) return undefined
      try {
        return await readFile(fileOf(sn, chnId, atMs))
      } catch {
        return undefined
      }
    },
  }
}
