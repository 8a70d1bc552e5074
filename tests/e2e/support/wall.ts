import { expect, type Locator, type Page } from '@playwright/test'
import { readPicture } from '../../../testing/read-picture.ts'

export type Picture = NonNullable<Awaited<ReturnType<typeof readPicture>>>

/** The row of a device in the tree of the screen, found by typing its serial number as an operator would. */
export async function findInTree(page: Page, sn: string): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Enter a name or serial number' }).fill(sn)
  const row = page.getByRole('treeitem').and(page.getByTitle(new RegExp(`${sn}$`)))
  await expect(row).toBeVisible()
  return row
}

/** Window of the wall, counted from 1. */
export function windowAt(page: Page, number: number): Locator {
  return page.getByRole('region', { name: 'Video windows' }).getByRole('group', {
    name: new RegExp(`^Window ${number},`),
  })
}

/** Opens a camera as a double click in the tree does, and waits until its own picture is in the window. */
export async function openCamera(
  page: Page,
  camera: { sn: string; cameraNumber: number },
  window: Locator,
): Promise<Picture> {
  await (await findInTree(page, camera.sn)).dblclick()
  return pictureOf(window, (picture) => picture.camera === camera.cameraNumber)
}

/** Reads a window's pixels until they show a matching picture. Throws with the last content when none comes. */
export async function pictureOf(
  window: Locator,
  fits: (picture: Picture) => boolean = () => true,
): Promise<Picture> {
  const video = window.locator('video')
  let last: Picture | undefined
  await expect
    .poll(
      async () => {
        last = (await video.count()) === 0 ? undefined : await readPicture(video)
        return last !== undefined && fits(last) ? 'fits' : JSON.stringify(last ?? 'no picture')
      },
      { message: 'the picture in the window', timeout: 60_000, intervals: [100, 200, 300] },
    )
    .toBe('fits')
  if (!last) throw new Error('No picture.')
  return last
}

/** The selected window of the wall, in any language. */
export function selectedWindow(page: Page): Locator {
  return page.locator('[role=group][aria-current=true]')
}

/** Drags over a window's picture, from and to in parts of the player's frame. */
export async function drag(
  page: Page,
  window: Locator,
  from: [number, number],
  to: [number, number],
): Promise<void> {
  const box = (await window.locator('.player-frame').boundingBox())!
  const at = ([x, y]: [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]))
  await page.mouse.move(...at(to))
  await page.mouse.up()
}
