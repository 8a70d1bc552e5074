import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CODES } from '@backlot/contract/codes'
import { LIMITS } from '@backlot/contract/limits'
import { uploadedFile, uploadFile } from '@backlot/contract/uploads/calls'
import { PlatformError } from '../../http/platform-error.ts'
import type { Route } from '../../http/route.ts'
import { FileReply, route } from '../../http/route.ts'
import { languageOf } from '../language.ts'
import { refusal } from '../refusal.ts'
import { pictureForm } from './picture-form.ts'
import { BrokenMultipart, readPicture } from './read-picture.ts'

/** All uploaded pictures together. */
const QUOTA_BYTES = 256 * 1024 * 1024
/** Assumed: a few bytes may claim to be a picture that no browser can draw. */
const SIDE_MAX = 8192
const STORED_NAME = /^[a-f0-9]{32}\.(jpg|png)$/

/**
 * Uploaded pictures, stored in `folder` under a hash of their bytes: the same picture is stored once, and nothing of
 * a caller's file name reaches the disk.
 */
export function createUploadsArea(deps: { folder: string; quotaBytes?: number }): {
  routes: Route[]
  /** Whether a picture with this path was uploaded. */
  exists(filePath: string): Promise<boolean>
} {
  const { folder, quotaBytes = QUOTA_BYTES } = deps
  let usedBytes: Promise<number> | undefined
  let temporary = 0

  const store = route(uploadFile, async (_input, { request }) => {
    const language = languageOf(request.headers)
    const picture = await readPicture(request).catch((error: unknown) => {
      if (error instanceof PlatformError && error.code === CODES.tooLarge) {
        throw refusal('tooLarge', 'pictureTooLarge', language)
      }
      if (error instanceof BrokenMultipart) throw refusal('invalid', 'multipartBroken', language)
      throw error
    })
    if (!picture) throw refusal('invalid', 'pictureMissing', language)
    if (picture.length > LIMITS.imageBytesMax) throw refusal('tooLarge', 'pictureTooLarge', language)
    const form = pictureForm(picture)
    if (!form) throw refusal('unsupportedMediaType', 'pictureForm', language)
    if (form.width < LIMITS.imageMinWidth || form.height < LIMITS.imageMinHeight) {
      throw refusal('invalid', 'pictureTooSmall', language)
    }
    if (Math.max(form.width, form.height) > SIDE_MAX) throw refusal('invalid', 'pictureTooWide', language)
    const name = `${createHash('sha256').update(picture).digest('hex').slice(0, 32)}.${form.kind}`
    await mkdir(folder, { recursive: true })
    const path = join(folder, name)
    const exists = await stat(path).then(
      () => true,
      () => false,
    )
    if (!exists) {
      usedBytes ??= sizeOf(folder)
      const used = await usedBytes
      if (used + picture.length > quotaBytes) throw refusal('unavailable', 'uploadQuota', language)
      usedBytes = Promise.resolve(used + picture.length)
      // Whole or not at all: a reader never sees half a picture.
      const half = `${path}.${++temporary}.part`
      await writeFile(half, picture, { mode: 0o600 })
      await rename(half, path)
    }
    return { filePath: `/upload/${name}` }
  })

  const read = route(uploadedFile, async ({ params }, { request }) => {
    const name = String(params['file'])
    const language = languageOf(request.headers)
    if (!STORED_NAME.test(name)) throw refusal('notFound', 'fileNotFound', language)
    let bytes: Buffer
    try {
      bytes = await readFile(join(folder, name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      throw refusal('notFound', 'fileNotFound', language)
    }
    return new FileReply(bytes, {
      'content-type': name.endsWith('.png') ? 'image/png' : 'image/jpeg',
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })

  return {
    routes: [store, read],
    async exists(filePath) {
      const name = /^\/upload\/(.+)$/.exec(filePath)?.[1] ?? ''
      if (!STORED_NAME.test(name)) return false
      return stat(join(folder, name)).then(
        () => true,
        () => false,
      )
    },
  }
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
