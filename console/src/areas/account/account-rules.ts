import { LIMITS } from '@backlot/contract/limits'

const EMAIL = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/
/** Optional 0, then 1, then 3/4/5/8, then nine digits (stated). */
const MOBILE = /^0?1[3458]\d{9}$/
/** Optional area code of three or four digits and hyphen, then seven or eight digits (stated). */
const LANDLINE = /^(\d{3,4}-)?\d{7,8}$/

/** Empty is allowed: both are given voluntarily. */
export function isEmail(text: string): boolean {
  return text === '' || EMAIL.test(text)
}

export function isPhone(text: string): boolean {
  return text === '' || MOBILE.test(text) || LANDLINE.test(text)
}

export type ImageFault = 'format' | 'size' | 'resolution'

/** What is wrong with a picture to upload (stated): JPEG or PNG, at most 1 MB, at least 250 x 50. */
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
