import { z } from 'zod'
import { ACCESS } from '../access.ts'
import type { Call } from '../call.ts'
import { emptyQuery, get } from '../call.ts'
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
  summary: 'Stores a picture (JPEG or PNG, at most 1 MB, at least 250 x 50) and answers its path.',
  origin: 'stated',
  access: ACCESS.signedIn,
  query: uploadQuery,
  body: z.undefined(),
  data: uploadData,
  raw: { request: ['image/jpeg', 'image/png', 'multipart/form-data'], maxBytes: LIMITS.imageBytesMax },
  codes: { 503: 'there is no room for more pictures' },
}

export const uploadedFile = get('/upload/:file', {
  name: 'uploads.read',
  summary: 'A stored picture.',
  origin: 'assumed',
  access: ACCESS.signedIn,
  params: z.object({ file: z.string().regex(/^[a-f0-9]{32}\.(jpg|png)$/) }),
  query: emptyQuery,
  data: z.unknown(),
  raw: { reply: 'image/*' },
})

export const UPLOAD_CALLS = [uploadFile, uploadedFile]
