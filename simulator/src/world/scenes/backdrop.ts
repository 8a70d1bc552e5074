/** The fixed part of a view as a YUV picture with a depth per pixel, drawn once and kept for many frames. */
import type { SkyState } from '../types.ts'
import { drawBuildings } from './draw-buildings.ts'
import { drawGround } from './draw-ground.ts'
import { drawSky } from './draw-sky.ts'
import { type Crowns, drawLamps, drawTrees } from './draw-trees.ts'
import { finishBackdrop } from './finish-backdrop.ts'
import type { Light } from './light.ts'
import type { Raster } from './raster.ts'
import { type YuvPicture, yuvPictureOn } from './scene-input.ts'
import type { Surroundings } from './surroundings.ts'
import type { View } from './view.ts'

export type Backdrop = YuvPicture & { depth: Float32Array }

export type BackdropParts = {
  view: View
  light: Light
  sky: SkyState
  near: Surroundings
  noise: Uint8Array
  crowns: Crowns
  timeMs: number
}

/** Draws on a raster that is 1 or 2 times the size of the picture; `view` is of the raster's size. */
export function drawBackdrop(raster: Raster, parts: BackdropParts): void {
  const { view, light, sky, near, noise } = parts
  drawSky(raster, view, light, sky, parts.timeMs, noise)
  drawGround(raster, view, light, near)
  drawBuildings(raster, view, light, near)
  drawTrees(raster, view, light, near, parts.crowns)
  drawLamps(raster, view, light, near)
  finishBackdrop(raster, view, light, near, noise)
}

/** Averages the raster down to a picture (BT.601 limited range); depth is the nearest of each block. */
export function backdropOf(raster: Raster, width: number, height: number): Backdrop {
  const picture = yuvPictureOn(new ArrayBuffer((width * height * 3) >> 1), width, height)
  const depth = new Float32Array(width * height)
  const chroma = new Int32Array((width >> 1) * 3)
  for (let y = 0; y < height; y++) {
    if (raster.width === width) copyRow(raster, picture, depth, chroma, y)
    else averageRow(raster, picture, depth, chroma, y)
    if (y & 1) closeChroma(picture, chroma, y >> 1)
  }
  return { ...picture, depth }
}

/** A row of a raster of the picture's own size; colours of a pair of rows add up in `chroma`. */
function copyRow(
  raster: Raster,
  picture: YuvPicture,
  depth: Float32Array,
  chroma: Int32Array,
  y: number,
): void {
  const { width } = picture
  for (let x = 0, i = y * width; x < width; x++, i++) {
    const c = raster.colour[i]!
    const r = c & 255
    const g = (c >> 8) & 255
    const b = (c >> 16) & 255
    picture.y[i] = (66 * r + 129 * g + 25 * b + 4224) >> 8
    depth[i] = raster.depth[i]!
    const at = (x >> 1) * 3
    chroma[at]! += r
    chroma[at + 1]! += g
    chroma[at + 2]! += b
  }
}

/** The same from a raster of twice the size. */
function averageRow(
  raster: Raster,
  picture: YuvPicture,
  depth: Float32Array,
  chroma: Int32Array,
  y: number,
): void {
  const { width } = picture
  const { colour, width: wide } = raster
  for (let x = 0, i = y * width, j = 2 * y * wide; x < width; x++, i++, j += 2) {
    const c0 = colour[j]!
    const c1 = colour[j + 1]!
    const c2 = colour[j + wide]!
    const c3 = colour[j + wide + 1]!
    const r = ((c0 & 255) + (c1 & 255) + (c2 & 255) + (c3 & 255)) >> 2
    const g = (((c0 >> 8) & 255) + ((c1 >> 8) & 255) + ((c2 >> 8) & 255) + ((c3 >> 8) & 255)) >> 2
    const b = (((c0 >> 16) & 255) + ((c1 >> 16) & 255) + ((c2 >> 16) & 255) + ((c3 >> 16) & 255)) >> 2
    picture.y[i] = (66 * r + 129 * g + 25 * b + 4224) >> 8
    const upper = Math.min(raster.depth[j]!, raster.depth[j + 1]!)
    depth[i] = Math.min(upper, raster.depth[j + wide]!, raster.depth[j + wide + 1]!)
    const at = (x >> 1) * 3
    chroma[at]! += r
    chroma[at + 1]! += g
    chroma[at + 2]! += b
  }
}

function closeChroma(picture: YuvPicture, chroma: Int32Array, row: number): void {
  const half = picture.width >> 1
  for (let x = 0, at = 0; x < half; x++, at += 3) {
    const r = chroma[at]!
    const g = chroma[at + 1]!
    const b = chroma[at + 2]!
    picture.u[row * half + x] = ((-38 * r - 74 * g + 112 * b) >> 10) + 128
    picture.v[row * half + x] = ((112 * r - 94 * g - 18 * b) >> 10) + 128
  }
  chroma.fill(0)
}
