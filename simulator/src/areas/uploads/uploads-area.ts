import { createHash } from 'node:crypto'
import type { writeFile } from 'node:fs/promises'
import { CODES } from '@backlot/contract/codes'
import { LIMITS } from '@backlot/contract/limits'
import { HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import {
  deleteUploads,
  listUploads,
  type PictureUse,
  uploadedFile,
  uploadFile,
} from '@backlot/contract/uploads/calls'
import type { Logger } from 'pino'
import type { Caller, Route } from '../../calls/route.ts'
import { FileReply, route } from '../../calls/route.ts'
import { administersAll } from '../../calls/scope-key.ts'
import type { HostClock } from '../../kernel/clock.ts'
import { PlatformError } from '../../kernel/platform-error.ts'
import { refusal } from '../../kernel/refusal.ts'
import { pictureForm } from './picture-form.ts'
import { openPictures, PICTURE_NAME } from './picture-store.ts'
import { BrokenMultipart, readPicture } from './read-picture.ts'

/** The pictures of all accounts together. */
const BYTES_IN_ALL = 1024 * 1024 * 1024
/** Assumed: a few bytes may claim to be a picture that no browser can draw. */
const SIDE_MAX = 8192
/** An unused picture is kept this long: the form that it was uploaded for may still be open. */
const UNUSED_KEPT_MS = 24 * HOUR_MS
/** The same, when its owner needs the room. */
const UNUSED_KEPT_IN_NEED_MS = 10 * MINUTE_MS
const SWEEP_EVERY_MS = HOUR_MS
const MEGABYTE = 1_000_000

/** Finds the uses of pictures, by name. */
export type PictureUsesPort = {
  /** Uses that are found at once: all but alarms. */
  quick(names: readonly string[]): Map<string, PictureUse>
  /** Alarms too, which are looked through in slices. */
  all(names: readonly string[]): Promise<Map<string, PictureUse>>
}

/** Limits of an account's pictures. */
export type UploadLimits = { bytesEach: number; countEach: number }

export type UploadsArea = {
  routes: Route[]
  /** Whether a picture with this path was uploaded. */
  exists(filePath: string): Promise<boolean>
  totals(): { count: number; bytes: number }
  close(): void
}

/**
 * Uploaded pictures, stored in `folder` by account under a hash of their bytes: nothing of a caller's file name reaches
 * the disk. Unused pictures (a replaced logo, say) are removed after a day, or when their owner needs room.
 */
export function createUploadsArea(deps: {
  folder: string
  limits: UploadLimits
  bytesInAll?: number
  uses: PictureUsesPort
  host: HostClock
  log: Logger
  write?: typeof writeFile
}): UploadsArea {
  const { folder, limits, bytesInAll = BYTES_IN_ALL, uses, host, write } = deps
  const pictures = openPictures({
    folder,
    quota: { ...limits, bytesInAll },
    nowMs: () => host.now(),
    write,
  })

  /** Removes unused pictures older than a span: of one owner or of all. */
  const sweep = async (completeMs: number, ofUser?: number): Promise<void> => {
    const old = pictures
      .olderThan(host.now() - completeMs)
      .filter(({ userId }) => ofUser === undefined || userId === ofUser)
    if (old.length === 0) return
    const inUse = await uses.all(old.map(({ name }) => name))
    for (const { userId, name } of old) if (!inUse.has(name)) await pictures.remove(userId, name)
  }
  const onError = (error: unknown) => deps.log.error({ err: error }, 'unused pictures could not be removed')
  const stop = host.every(SWEEP_EVERY_MS, () => void sweep(UNUSED_KEPT_MS).catch(onError))

  const makeRoom = async (userId: number, name: string, sizeBytes: number) => {
    if (!pictures.refusal(userId, name, sizeBytes)) return
    await sweep(UNUSED_KEPT_IN_NEED_MS, userId)
    const limit = pictures.refusal(userId, name, sizeBytes)
    if (limit === 'own') {
      const megabytes = Math.round((limits.bytesEach / MEGABYTE) * 10) / 10
      throw refusal('conflict', 'uploadQuota', { count: limits.countEach, megabytes })
    }
    if (limit === 'all') {
      throw refusal('conflict', 'uploadsFull', { megabytes: Math.round(bytesInAll / MEGABYTE) })
    }
  }

  const store = route(uploadFile, async (_input, { request, caller }) => {
    const picture = await readPicture(request).catch((error: unknown) => {
      if (error instanceof PlatformError && error.code === CODES.tooLarge) {
        throw refusal('tooLarge', 'pictureTooLarge')
      }
      if (error instanceof BrokenMultipart) throw refusal('invalid', 'multipartBroken')
      throw error
    })
    if (!picture) throw refusal('invalid', 'pictureMissing')
    if (picture.length > LIMITS.imageBytesMax) throw refusal('tooLarge', 'pictureTooLarge')
    const form = pictureForm(picture)
    if (!form) throw refusal('unsupportedMediaType', 'pictureForm')
    if (form.width < LIMITS.imageMinWidth || form.height < LIMITS.imageMinHeight) {
      throw refusal('invalid', 'pictureTooSmall')
    }
    if (Math.max(form.width, form.height) > SIDE_MAX) throw refusal('invalid', 'pictureTooWide')
    const name = `${createHash('sha256').update(picture).digest('hex').slice(0, 32)}.${form.kind}`
    await makeRoom(caller.userId, name, picture.length)
    await pictures.put(caller.userId, name, picture)
    return { filePath: pathOf(name) }
  })

  const read = route(uploadedFile, async ({ params }) => {
    const name = String(params['file'])
    const bytes = PICTURE_NAME.test(name) ? await pictures.read(name) : undefined
    if (!bytes) throw refusal('notFound', 'fileNotFound')
    return new FileReply(bytes, {
      'content-type': name.endsWith('.png') ? 'image/png' : 'image/jpeg',
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })

  /** Whose pictures a call is about. Throws notPermitted for those of others. */
  const ownerFor = (caller: Caller, userId: number | undefined): number => {
    if (userId === undefined || userId === caller.userId) return caller.userId
    if (!administersAll(caller)) throw refusal('notPermitted', 'uploadsOfOthers')
    return userId
  }

  const list = route(listUploads, ({ query }, { caller }) => {
    const userId = ownerFor(caller, query.userId)
    const own = pictures.ofUser(userId)
    const inUse = uses.quick(own.map(({ name }) => name))
    return {
      list: own.map(({ name, sizeBytes, storedMs }) => ({
        filePath: pathOf(name),
        sizeBytes,
        time: Math.floor(storedMs / 1000),
        use: inUse.get(name) ?? null,
      })),
      usedBytes: pictures.usedBytes(userId),
      maxBytes: limits.bytesEach,
      maxCount: limits.countEach,
    }
  })

  const remove = route(deleteUploads, async ({ body }, { caller }) => {
    const userId = ownerFor(caller, body.userId)
    const names = [...new Set(body.filePaths.map(nameOf))]
    if (names.some((name) => !pictures.hasOwn(userId, name))) {
      throw refusal('notFound', 'fileNotFound', {}, 'filePaths')
    }
    const inUse = await uses.all(names)
    const kept: { filePath: string; use: PictureUse }[] = []
    for (const name of names) {
      const use = inUse.get(name)
      // Another account keeps the same picture: nothing that uses it loses it.
      if (use && pictures.ownersOf(name) < 2) kept.push({ filePath: pathOf(name), use })
      else await pictures.remove(userId, name)
    }
    return { deleted: names.length - kept.length, kept }
  })

  return {
    routes: [store, read, list, remove],
    exists: async (filePath) => filePath.startsWith('/upload/') && pictures.has(nameOf(filePath)),
    totals: pictures.totals,
    close: stop,
  }
}

const pathOf = (name: string) => `/upload/${name}`
const nameOf = (filePath: string) => filePath.slice('/upload/'.length)
