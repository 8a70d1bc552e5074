/** What lens and picture settings make of a drawn picture. */
import type { PictureLook, YuvPicture } from './scene-input.ts'

const BLACK = 16
const RANGE = 219
const NEUTRAL = 128

/** Applies a look to every byte of the picture. */
export function applyLook(picture: YuvPicture, look: PictureLook): void {
  const { width, height } = picture
  const radius = Math.round(look.blur * height)
  if (radius > 0) {
    blurPlane(picture.y, width, height, radius)
    for (const plane of [picture.u, picture.v]) blurPlane(plane, width >> 1, height >> 1, radius >> 1)
  }
  const { gain, lift, contrast, saturation } = look
  if (gain !== 1 || lift !== 0 || contrast !== 1)
    mapPlane(picture.y, (value) => {
      const light = ((value - BLACK) / RANGE) * gain + lift
      return BLACK + RANGE * (0.5 + (light - 0.5) * contrast)
    })
  if (saturation !== 1)
    for (const plane of [picture.u, picture.v])
      mapPlane(plane, (value) => NEUTRAL + (value - NEUTRAL) * saturation)
}

/** Every byte by a table, within limited range. */
function mapPlane(plane: Uint8Array, map: (value: number) => number): void {
  const table = Uint8Array.from({ length: 256 }, (_, value) =>
    Math.max(BLACK, Math.min(BLACK + RANGE, Math.round(map(value)))),
  )
  for (let at = 0; at < plane.length; at++) plane[at] = table[plane[at]!]!
}

/** A box of 2 × radius + 1 along rows, then along columns; edges continue. */
function blurPlane(plane: Uint8Array, width: number, height: number, radius: number): void {
  if (radius < 1) return
  const line = new Uint8Array(Math.max(width, height))
  for (let row = 0; row < height; row++) blurLine(plane, line, row * width, 1, width, radius)
  for (let column = 0; column < width; column++) blurLine(plane, line, column, width, height, radius)
}

function blurLine(
  plane: Uint8Array,
  line: Uint8Array,
  start: number,
  step: number,
  length: number,
  radius: number,
): void {
  for (let at = 0; at < length; at++) line[at] = plane[start + at * step]!
  const last = length - 1
  const size = 2 * radius + 1
  let sum = line[0]! * (radius + 1)
  for (let at = 1; at <= radius; at++) sum += line[Math.min(at, last)]!
  for (let at = 0; at < length; at++) {
    plane[start + at * step] = sum / size
    sum += line[Math.min(at + radius + 1, last)]! - line[Math.max(at - radius, 0)]!
  }
}
