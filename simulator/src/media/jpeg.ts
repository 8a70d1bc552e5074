/** A still picture as JPEG. */
import jpeg from 'jpeg-js'
import type { YuvPicture } from '../world/scenes/scene-input.ts'

/** `quality` 1 … 100. */
export function jpegOf(picture: YuvPicture, quality: number): Uint8Array {
  const { width, height } = picture
  return jpeg.encode({ width, height, data: rgbaOf(picture) }, quality).data
}

/** RGBA of a BT.601 limited-range picture. */
function rgbaOf(picture: YuvPicture): Uint8Array {
  const { width, height } = picture
  const data = new Uint8Array(width * height * 4)
  const held = new Uint8ClampedArray(data.buffer)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const c = (y >> 1) * (width >> 1) + (x >> 1)
      const luma = 1.164 * (picture.y[y * width + x]! - 16)
      const u = picture.u[c]! - 128
      const v = picture.v[c]! - 128
      const at = (y * width + x) * 4
      held[at] = luma + 1.596 * v
      held[at + 1] = luma - 0.392 * u - 0.813 * v
      held[at + 2] = luma + 2.017 * u
      held[at + 3] = 255
    }
  }
  return data
}
