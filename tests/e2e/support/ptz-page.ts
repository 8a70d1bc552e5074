import { ptzControl } from '@backlot/contract/ptz/calls'
import type { Locator, Page } from '@playwright/test'
import { expect } from './console-test.ts'
import { signIn } from './sign-in.ts'

export const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })
export const panelOf = (page: Page) => page.getByRole('complementary', { name: 'PTZ control' })
export const floatOf = (page: Page) => page.getByRole('region', { name: /^Live video/ })
export const wheelOf = (page: Page) => floatOf(page).getByRole('group', { name: 'PTZ control' })

/** Commands of the page that the platform has answered, in order; a test adds its own actions. */
export function commandsOf(page: Page): (number | 'let go')[] {
  const commands: (number | 'let go')[] = []
  page.on('requestfinished', (request) => {
    if (request.url().endsWith(ptzControl.path))
      commands.push((request.postDataJSON() as { cmd: number }).cmd)
  })
  return commands
}

/** Opens a camera's video on the map. */
export async function watchOnMap(page: Page, url: string, sn: string): Promise<Locator> {
  await signIn(page, url, { to: `/dispatch?sn=${sn}` })
  await page
    .getByRole('region', { name: 'Device information' })
    .getByRole('button', { name: 'Live video' })
    .click()
  return floatOf(page)
}

/** Drags a window by its title with one finger, while a second one on the title goes elsewhere. */
export async function expectOneFingerDrags(page: Page, frame: Locator, title: Locator): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const { x, y } = (await title.boundingBox())!
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: object[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints as { x: number; y: number }[] })
  const first = (dx: number, dy: number) => ({ id: 1, x: x + 10 + dx, y: y + 8 + dy })
  const second = (dx: number, dy: number) => ({ id: 2, x: x + 60 + dx, y: y + 8 + dy })
  const left = async () => Math.round((await frame.boundingBox())!.x)
  const before = await left()
  await touch('touchStart', first(0, 0))
  await touch('touchMove', first(-60, 0))
  await expect.poll(left).toBe(before - 60)
  await touch('touchStart', first(-60, 0), second(-60, 0))
  await touch('touchMove', first(-60, 0), second(-160, 0))
  await touch('touchMove', first(-70, 0), second(-160, 0))
  await expect.poll(left, 'the first finger goes on, the second does nothing').toBe(before - 70)
  await touch('touchEnd')
  await touch('touchStart', first(-70, 0))
  await touch('touchMove', first(-90, 0))
  await expect.poll(left, 'a new drag').toBe(before - 90)
  await touch('touchEnd')
}
