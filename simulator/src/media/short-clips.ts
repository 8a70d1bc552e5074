/** Clips of some seconds, made on demand and cached. */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createSerialQueue } from '../kernel/serial-queue.ts'
import type { ClipWish } from './clip-maker.ts'

export type ShortClips = {
  /** The MP4 file of a stretch; undefined without an encoder. Rejects with ClipFailed. */
  clip(wish: ShortClipWish): Promise<Uint8Array | undefined>
  close(): Promise<void>
}

export type ShortClipWish = { sn: string; chnId: number; fromMs: number; toMs: number }

/** A clip has about half a megabyte. */
const KEPT = 48

export function createShortClips(deps: {
  /** Folder of the files while they are made; it is emptied. */
  folder: string
  /** Makes a clip; undefined without an ffmpeg. */
  make: ((wish: ClipWish, signal: AbortSignal) => Promise<void>) | undefined
}): ShortClips {
  const { make } = deps
  const kept = new Map<string, Promise<Uint8Array>>()
  const ending = new AbortController()
  /** One after the other: they are made beside the live streams. */
  const making = createSerialQueue()
  let made = 0
  let emptied: Promise<void> | undefined

  const produce = async ({ sn, chnId, fromMs, toMs }: ShortClipWish): Promise<Uint8Array> => {
    ending.signal.throwIfAborted()
    // Writers there get the error, and the next clip tries again.
    emptied ??= rm(deps.folder, { recursive: true, force: true }).catch(() => undefined)
    await emptied
    await mkdir(deps.folder, { recursive: true })
    const file = join(deps.folder, `${++made}.mp4`)
    try {
      await make?.({ sn, chnId, spans: [{ fromMs, toMs }], file }, ending.signal)
      return await readFile(file)
    } finally {
      // A file that remains is removed at the next start; the reason why there is no clip is reported in any case.
      await rm(file, { force: true }).catch(() => undefined)
    }
  }

  return {
    clip(wish) {
      if (!make) return Promise.resolve(undefined)
      const key = [wish.sn, wish.chnId, wish.fromMs, wish.toMs].join()
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return known
      }
      const clip = making.run(() => produce(wish))
      kept.set(key, clip)
      // A failed clip is tried again.
      clip.catch(() => kept.delete(key))
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT) break
        kept.delete(oldest)
      }
      return clip
    },
    async close() {
      ending.abort(new Error('the media are ending'))
      await making.idle()
    },
  }
}
