import { LIMITS } from '@backlot/contract/limits'

/** Longest side of a picture that is sent: enough to read a label in it. */
const SIDE_MAX = 2000
const QUALITIES = [0.86, 0.72, 0.55]

/**
 * A picture that the platform takes: as it is when it is a JPEG or PNG of at most 1 MB, else drawn smaller as a JPEG
 * (a phone's photographs are several megabytes). Rejects when it cannot be read as a picture.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  const fits = file.size <= LIMITS.imageBytesMax && /^image\/(jpeg|png)$/.test(file.type)
  if (fits) return file
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, SIDE_MAX / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (const quality of QUALITIES) {
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    if (blob.size <= LIMITS.imageBytesMax) return blob
  }
  throw new Error(`${file.name}: still too large`)
}
