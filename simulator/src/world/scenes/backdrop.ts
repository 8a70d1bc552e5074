/** The standing part of a view as a YUV picture with a depth per pixel, drawn once and kept for many frames. */
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
  const scale = raster.width / width
  const shift = scale === 2 ? 2 : 0
  for (let by = 0; by < height; by += 2) {
    for (let bx = 0; bx < width; bx += 2) {
      let [red, green, blue] = [0, 0, 0]
      for (let k = 0; k < 4; k++) {
        const x = bx + (k & 1)
        const y = by + (k >> 1)
        let [r, g, b, near] = [0, 0, 0, Infinity]
        for (let s = 0; s < scale * scale; s++) {
          const i = (y * scale + (s >> 1)) * raster.width + x * scale + (s & 1)
          const c = raster.colour[i]!
          r += c & 255
          g += (c >> 8) & 255
          b += (c >> 16) & 255
          const d = raster.depth[i]!
          if (d < near) near = d
        }
        r >>= shift
        g >>= shift
        b >>= shift
        picture.y[y * width + x] = (66 * r + 129 * g + 25 * b + 4224) >> 8
        depth[y * width + x] = near
        red += r
        green += g
        blue += b
      }
      const at = (by >> 1) * (width >> 1) + (bx >> 1)
      picture.u[at] = ((-38 * red - 74 * green + 112 * blue) >> 10) + 128
      picture.v[at] = ((112 * red - 94 * green - 18 * blue) >> 10) + 128
    }
  }
  return { ...picture, depth }
}
