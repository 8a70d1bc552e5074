import { z } from 'zod'
import { ACCESS } from '../access.ts'
import type { Call } from '../call.ts'
import { emptyQuery, get, post } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { oneLine } from '../texts.ts'

const uploadQuery = z.object({ filename: oneLine(1, 255) })
const uploadData = z.object({ filePath: z.string() })

/** Raw picture bytes in the body, or one multipart file (stated: image, filename query). */
export const uploadFile: Call<typeof uploadQuery, z.ZodUndefined, typeof uploadData> = {
  method: 'POST',
  path: '/uploadFile',
  writes: true,
  name: 'uploads.file',
  summary:
    'Stores a picture (JPEG or PNG, at most 1 MB, at least 250 x 50) of the caller and answers its path. An unused picture is deleted after a day, or sooner if the account needs the space.',
  origin: 'stated',
  changes: 'own',
  access: ACCESS.signedIn,
  query: uploadQuery,
  body: z.undefined(),
  data: uploadData,
  raw: { request: ['image/jpeg', 'image/png', 'multipart/form-data'], maxBytes: LIMITS.imageBytesMax },
  codes: {
    409: 'the account, or all accounts together, have too many pictures: delete some first',
    503: 'the data folder of the platform is not writable',
    507: 'the disk is full',
  },
}

export const uploadedFile = get('/upload/:file', {
  name: 'uploads.read',
  summary: 'A stored picture.',
  origin: 'assumed',
  access: ACCESS.signedIn,
  params: z.object({ file: z.string().regex(/^[a-f0-9]{32}\.(jpg|png)$/) }),
  query: emptyQuery,
  data: z.unknown(),
  raw: { reply: 'image/*', parts: true },
})

/** Uses of a picture. */
const PICTURE_USES = ['logo', 'person', 'installation', 'workOrder', 'alarm'] as const
export const PictureUse = z.enum(PICTURE_USES)
export type PictureUse = z.infer<typeof PictureUse>

/** A picture that an account uploaded. */
const UploadedPicture = z.object({
  filePath: z.string(),
  sizeBytes: z.number().int(),
  /** When it was uploaded, seconds, of the machine. */
  time: z.number().int(),
  /** Use of the picture, other than by alarms: those are searched when it is to be deleted. Null: none known. */
  use: PictureUse.nullable(),
})

const userId = z
  .number()
  .int()
  .min(1)
  .optional()
  .describe('account; default: the caller. Other accounts only for administrators without a group')

export const listUploads = get('/uploadFile/list', {
  name: 'uploads.list',
  summary: 'The pictures uploaded by an account, newest first, and its limits.',
  origin: 'assumed',
  access: ACCESS.signedIn,
  query: z.object({ userId: z.coerce.number().int().min(1).optional() }),
  data: z.object({
    list: z.array(UploadedPicture),
    usedBytes: z.number().int(),
    maxBytes: z.number().int(),
    maxCount: z.number().int(),
  }),
})

export const deleteUploads = post('/uploadFile/delete', {
  name: 'uploads.delete',
  summary: 'Deletes pictures uploaded by an account. Pictures in use are kept and listed in the reply.',
  origin: 'assumed',
  access: ACCESS.signedIn,
  writes: true,
  changes: 'own',
  body: z.object({
    filePaths: z
      .array(z.string().regex(/^\/upload\/[a-f0-9]{32}\.(jpg|png)$/))
      .min(1)
      .max(1000),
    userId,
  }),
  data: z.object({
    deleted: z.number().int(),
    kept: z.array(z.object({ filePath: z.string(), use: PictureUse })),
  }),
  codes: { 404: 'the account has no such picture' },
})

export const UPLOAD_CALLS = [uploadFile, uploadedFile, listUploads, deleteUploads]
