import { LIMITS } from '@backlot/contract/limits'

type ImageFault = 'format' | 'size' | 'resolution'

/** Fault of a picture to upload (stated): JPEG or PNG, at most 1 MB, at least 250 x 50. */
export function imageFault(image: {
  type: string
  bytes: number
  width: number
  height: number
}): ImageFault | undefined {
  if (image.type !== 'image/jpeg' && image.type !== 'image/png') return 'format'
  if (image.bytes > LIMITS.imageBytesMax) return 'size'
  if (image.width < LIMITS.imageMinWidth || image.height < LIMITS.imageMinHeight) return 'resolution'
  return undefined
}
