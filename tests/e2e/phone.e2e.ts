import { controlPressSos } from '@backlot/contract/control/device-calls'
import { controlTalkDevice } from '@backlot/contract/control/talk-calls'
import { PTZ } from '@backlot/contract/ptz/calls'
import { listWorkspaces } from '@backlot/contract/workspaces/calls'
import type { Locator, Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { middleOf } from './support/holds.ts'
import { button, commandsOf, panelOf } from './support/ptz-page.ts'
import { SignInPage, signIn } from './support/sign-in.ts'
import { callBox, card, expectAlarm, line, wornCameras } from './support/sos-card.ts'
import { findInTree, pictureOf, windowAt } from './support/wall.ts'

const UPRIGHT = { width: 390, height: 844 }
const ON_ITS_SIDE = { width: 844, height: 390 }
/** What a thumb hits (WCAG 2.5.5). */
const TARGET_PX = 44
/** Longer than any of the tests. */
const PRESSED_MS = 600_000

test.use({ viewport: UPRIGHT, hasTouch: true, isMobile: true, permissions: ['microphone'] })

async function expectTargets(targets: Locator): Promise<void> {
  await expect(targets.first()).toBeVisible()
  for (const one of await targets.all()) {
    const { height } = (await one.boundingBox())!
    expect(height, await one.evaluate((element) => element.outerHTML.slice(0, 120))).toBeGreaterThanOrEqual(
      TARGET_PX,
    )
  }
}

const expectNoSideways = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(UPRIGHT.width)

test.describe('an SOS on a phone', () => {
  test.use({ sosCard: true, setBack: true })

  test('is answered by the thumb, after a sign-in and a look at the open alarms', async ({
    console: page,
    simulator: { url },
  }) => {
    test.setTimeout(240_000)
    const form = new SignInPage(page, url)
    await form.open()
    const fields = page.getByRole('main').locator('input')
    await expectTargets(fields)
    await expectTargets(page.getByRole('main').getByRole('button'))
    await expectNoSideways(page)
    // Phones magnify the page when a smaller text is typed in.
    for (const field of await fields.all())
      expect(await field.evaluate((input) => Number.parseFloat(getComputedStyle(input).fontSize))).toBe(16)
    await form.field('loginName').fill('dispatch1')
    await page.keyboard.press('Enter')
    await expect(form.field('password')).toBeFocused()
    await expect(page.getByText('Between 4 and 32 characters')).toHaveCount(0)
    expect(await form.send({ loginName: 'dispatch1', password: DEMO_PASSWORD })).toBe(0)

    // An SOS from before the sign-in may be open already.
    const worn = await wornCameras(url, 2)
    await page.getByRole('banner').waitFor()
    if (await card(page).isVisible())
      await card(page)
        .getByRole('button', { name: /^Hide the card/ })
        .tap()
    const open = page.getByRole('region', { name: 'Not processed, 24 h' })
    await expectTargets(open.getByRole('link'))
    await expectNoSideways(page)
    await open.getByRole('link', { name: /^Critical/ }).tap()
    await expect(page).toHaveURL(/alarmList\?.*processed=0.*levels=1/)

    for (const { sn } of worn) await control(url, controlTalkDevice, { body: { sn, callForMs: PRESSED_MS } })
    for (const { sn } of worn) await control(url, controlPressSos, { body: { sn, forMs: PRESSED_MS } })
    const sos = card(page)
    for (const { name } of worn) await expect(line(page, name)).toBeAttached()
    await line(page, worn[1]!.name).tap()
    await expect(sos.getByRole('heading', { level: 2 })).toHaveText(worn[1]!.name)
    const answer = sos.getByRole('button', { name: 'Answer' })
    await expectTargets(sos.getByRole('button').filter({ visible: true }))
    const box = (await sos.boundingBox())!
    expect([box.x, box.width, box.y + box.height]).toEqual([0, UPRIGHT.width, UPRIGHT.height])
    // What is done first lies lowest.
    const lowest = (await answer.boundingBox())!
    for (const one of await sos.getByRole('contentinfo').or(sos.locator('footer')).getByRole('button').all())
      expect((await one.boundingBox())!.y).toBeLessThanOrEqual(lowest.y)
    await answer.tap()
    await expect(sos.getByRole('status')).toHaveText('You are responding')
    const operator = await Operator.signIn(url, 'dispatch1')
    await expectAlarm(operator, worn[1]!, ({ responderId }) => responderId === operator.userInfo!.userId)
    // The call lies over the header, where no action of the sheet is.
    const end = callBox(page).getByRole('button', { name: 'Hang up' })
    await end.tap()
    await expect(callBox(page)).toHaveCount(0)
    await sos.getByRole('button', { name: 'Process the alarm' }).tap()
    await expect(page.getByRole('dialog')).toContainText(worn[1]!.name)
    await expect(sos).toHaveCount(0)
  })
})

test.describe('a camera on a phone', () => {
  // The calls that this test watches.
  test.use({ overHttp: true })

  test('opens by one tap, is turned by a finger that never leaves it turning, and fills the screen on its side', async ({
    console: page,
    simulator: { url },
  }) => {
    const camera = (await playingCameras(url, 'ptzCamera', 14))[13]!
    await signIn(page, url, { to: '/realTime' })
    await (await findInTree(page, camera.sn)).tap()
    const window = windowAt(page, 1)
    await pictureOf(window, (picture) => picture.camera === camera.cameraNumber)
    const panel = panelOf(page)
    const picture = (await window.boundingBox())!
    expect([picture.x, picture.width]).toEqual([0, UPRIGHT.width])
    expect((await panel.boundingBox())!.y).toBeGreaterThanOrEqual(picture.y + picture.height)
    await expectNoSideways(page)
    for (const name of ['Zoom in', 'Zoom out']) await expectTargets(button(panel, name))

    const cdp = await page.context().newCDPSession(page)
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
      at?: { x: number; y: number },
    ) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ ...at, id: 1 }] : [] })
    const commands = commandsOf(page)
    const [left, up] = [await middleOf(button(panel, 'Left')), await middleOf(button(panel, 'Up'))]
    await test.step('from one direction to another, and lifted outside', async () => {
      await touch('touchStart', left)
      await expect.poll(() => commands).toEqual([PTZ.left])
      await touch('touchMove', up)
      await expect.poll(() => commands).toEqual([PTZ.left, PTZ.up])
      await expect(button(panel, 'Up')).toHaveAttribute('data-active')
      await touch('touchMove', { x: up.x, y: picture.y + 40 })
      await touch('touchEnd')
      await expect.poll(() => commands).toEqual([PTZ.left, PTZ.up, PTZ.stop])
      await expect(panel.locator('[data-active]')).toHaveCount(0)
    })
    for (const [what, takeAway] of [
      ['the browser takes the finger away', () => touch('touchCancel')],
      ['the page is hidden', () => page.evaluate(hidePage)],
    ] as const)
      await test.step(what, async () => {
        commands.length = 0
        await touch('touchStart', left)
        await expect.poll(() => commands).toEqual([PTZ.left])
        await takeAway()
        await expect.poll(() => commands.at(-1)).toBe(PTZ.stop)
        await expect(panel.locator('[data-active]')).toHaveCount(0)
      })
    await page.evaluate(showPage)
    await touch('touchEnd')
    commands.length = 0
    await touch('touchStart', await middleOf(button(panel, 'Zoom in')))
    await expect.poll(() => commands).toEqual([PTZ.zoomIn])
    await touch('touchEnd')
    await expect.poll(() => commands).toEqual([PTZ.zoomIn, PTZ.stop])

    await page.setViewportSize(ON_ITS_SIDE)
    await expect.poll(() => window.boundingBox()).toEqual({ x: 0, y: 0, ...ON_ITS_SIDE })
    await expect(button(panel, 'Left')).toBeInViewport()
    await page.setViewportSize(UPRIGHT)
    await button(panel, 'Close PTZ control').tap()
    await expect(page.getByRole('tree')).toBeVisible()
  })
})

test('a workspace is saved, renamed, shared and deleted on a phone', async ({
  console: page,
  simulator: { url },
}) => {
  const name = 'On foot'
  const renamed = 'On foot, north'
  const find = async (wanted: string, loginName = 'admin') => {
    const { list } = await (await Operator.signIn(url, loginName)).call(listWorkspaces)
    return list.find((one) => one.name === wanted)
  }
  await signIn(page, url, { to: '/earlyWarningData/alarmList?processed=0' })
  const menu = page.getByRole('button', { name: 'Names in the side bar' })
  const form = page.getByRole('dialog')
  const more = async (item: string) => {
    await menu.tap()
    const tools = page.getByRole('button', { name: /^Workspace On foot.*: rename/ })
    await expectTargets(tools)
    await tools.tap()
    await page.getByRole('menuitem', { name: item }).tap()
  }
  await menu.tap()
  await page.getByRole('button', { name: 'Save this screen as a workspace' }).tap()
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('button', { name: 'Save' }).tap()
  await expect(page).toHaveURL(/workspace=\d+/)

  await more('Rename or share')
  await form.getByLabel('Name', { exact: true }).fill(renamed)
  await form.getByRole('combobox', { name: 'Share with' }).tap()
  await page.getByTitle('Users of the role Dispatcher').tap()
  await form.getByRole('button', { name: 'Save' }).tap()
  await expect(form).toHaveCount(0)
  expect(await find(renamed, 'dispatch1')).toMatchObject({ mayChange: false })

  await more('Delete')
  await form.getByRole('button', { name: 'Delete' }).tap()
  await expect(form).toHaveCount(0)
  await expect.poll(() => find(renamed)).toBeUndefined()
  await expect(page).not.toHaveURL(/workspace=/)
})

/** In the page: as when another app comes to the front. */
function hidePage(): void {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
  document.dispatchEvent(new Event('visibilitychange'))
}

function showPage(): void {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => false })
  document.dispatchEvent(new Event('visibilitychange'))
}
