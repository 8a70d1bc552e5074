import { hash32 } from '../hash.ts'
import type { YuvPicture } from './scene-input.ts'

/** Darkens a picture whose lens is covered: next to no light, brighter at one edge, brownish. */
export function coverLens({ width, height, y, u, v }: YuvPicture, camera: number): void {
  const gapLeft = (camera & 1) === 0
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const fromGap = (gapLeft ? column : width - 1 - column) / width
      const grain = hash32(camera, row, column, 53) & 3
      y[row * width + column] = 22 + grain + Math.round(26 * Math.max(0, 1 - fromGap * 5))
    }
  }
  u.fill(124)
  v.fill(133)
}
