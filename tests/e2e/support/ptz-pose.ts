import { expect, type Locator } from '@playwright/test'
import { trueDevice } from './fleet.ts'
import { type Picture, pictureOf } from './wall.ts'

/** Degrees from one bearing to another by the shorter way; negative is to the left. */
export const turn = (from: number, to: number) => ((to - from + 540) % 360) - 180

/** Where a camera points that has come to rest, by the world alone: degrees. */
export async function restsInWorld(url: string, sn: string): Promise<number> {
  let pan = Number.NaN
  await expect
    .poll(async () => {
      const before = pan
      pan = (await trueDevice(url, sn)).pose!.pan
      return pan === before
    })
    .toBe(true)
  return pan
}

/** The picture of a camera at rest in the world's pose. */
export async function rested(window: Locator, url: string, sn: string): Promise<Picture> {
  const pan = await restsInWorld(url, sn)
  return pictureOf(window, (picture) => Math.abs(turn(pan, picture.panDeg)) < 0.15)
}
