import { listWorkspaces } from '@backlot/contract/workspaces/calls'
import type { Page } from '@playwright/test'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { openCamera, pictureOf, windowAt } from './support/wall.ts'

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name, exact: true })
const menuOf = async (page: Page, item: string) => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Workspace/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}
const form = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByLabel('Name', { exact: true }) })

const isEmpty = (page: Page, number: number) =>
  expect(windowAt(page, number)).toHaveAccessibleName(`Window ${number}, empty`)

test('a wall of cameras is saved under a name, opened by palette, side bar and link, updated and deleted', async ({
  console: page,
  simulator,
}) => {
  const [first, second] = await playingCameras(simulator.url, 'camera', 2)
  await signIn(page, simulator.url, { to: '/realTime?layout=4' })
  await openCamera(page, first!, windowAt(page, 1))
  await page.getByRole('button', { name: 'Hide device tree' }).click()
  await expect(page).toHaveURL(new RegExp(`windows=${first!.sn}\\.1(&|$)`))

  await page.keyboard.press('Control+k')
  await page.keyboard.type('save workspace')
  await page.keyboard.press('Enter')
  await form(page).getByLabel('Name', { exact: true }).fill('North gate')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Workspace “North gate” saved')).toBeVisible()
  await expect(entry(page, 'North gate')).toHaveAttribute('aria-current', 'true')

  // Another state: the workspace says so, gives the old one back, and takes the new one.
  await page.getByRole('radio', { name: '9 windows', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Update', exact: true })).toBeVisible()
  await menuOf(page, 'Back to the saved state')
  await expect(page).toHaveURL(/layout=4/)
  await expect(page.getByRole('button', { name: 'Update', exact: true })).toHaveCount(0)
  await page.getByRole('radio', { name: '6 windows', exact: true }).click()
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('Workspace “North gate” updated')).toBeVisible()

  // From elsewhere, and after the wall became another one.
  await page.getByRole('button', { name: 'Show device tree' }).click()
  await openCamera(page, second!, windowAt(page, 2))
  await entry(page, 'Home').click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('north gate')
  await page.getByRole('option', { name: /North gate/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/realTime\?.*layout=6/)
  await pictureOf(windowAt(page, 1), (picture) => picture.camera === first!.cameraNumber)
  await isEmpty(page, 2)
  await expect(page.getByRole('button', { name: 'Show device tree' })).toBeVisible()

  const admin = await Operator.signIn(simulator.url)
  const { id } = (await admin.call(listWorkspaces)).list.find(({ name }) => name === 'North gate')!
  await page.goto(new URL(`/#/index?workspace=${id}`, simulator.url).href)
  await expect(page).toHaveURL(/#\/realTime\?.*layout=6/)

  await menuOf(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Workspace deleted')).toBeVisible()
  await expect(entry(page, 'North gate')).toHaveCount(0)
  await page.goto(new URL(`/#/index?workspace=${id}`, simulator.url).href)
  await expect(page.getByText('This workspace was deleted, is not shared with you')).toBeVisible()
  await expect(page).not.toHaveURL(/workspace=/)
})

test('a shared workspace is read-only for its role, and opens after the sign-in for who chooses it', async ({
  console: page,
  simulator,
}) => {
  await signIn(page, simulator.url, { to: '/earlyWarningData/alarmList?processed=0&levels=1' })
  await menuOf(page, 'Save this screen as a workspace')
  await form(page).getByLabel('Name', { exact: true }).fill('Critical')
  await form(page).getByRole('combobox', { name: 'Share with' }).click()
  await page.getByTitle('Users of the role Dispatcher').click()
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Workspace “Critical” saved')).toBeVisible()

  await signIn(page, simulator.url, { loginName: 'dispatch1' })
  await entry(page, 'Critical').click()
  await expect(page).toHaveURL(/alarmList\?.*processed=0/)
  await page.getByRole('banner').getByRole('button', { name: 'Workspace Critical' }).click()
  await expect(page.getByRole('menuitem', { name: 'Shared by admin, read only' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Open after sign-in' }).click()
  await expect(page.getByText('“Critical” opens after the next sign-in')).toBeVisible()
  await signIn(page, simulator.url, { loginName: 'dispatch1', to: '/' })
  await expect(page).toHaveURL(/alarmList\?.*levels=1/)

  // A screen that this account may not open.
  await signIn(page, simulator.url, { loginName: 'enviro1' })
  await expect(entry(page, 'Home')).toBeVisible()
  await expect(entry(page, 'Critical')).toHaveCount(0)
})

test.describe('on a platform that stores none', () => {
  test.use({ overHttp: true, expectedErrors: /workspace/ })
  test('workspaces are in the browser, without sharing', async ({ console: page, simulator }) => {
    await page.route('**/workspace/**', (route) => route.fulfill({ status: 404, body: 'Not found' }))
    await signIn(page, simulator.url, { to: '/systemManange/userManage?sort=name&order=desc' })
    await menuOf(page, 'Save this screen as a workspace')
    await expect(form(page).getByLabel('Share with')).toHaveCount(0)
    await form(page).getByLabel('Name', { exact: true }).fill('Names')
    await form(page).getByRole('switch').click()
    await form(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Workspace “Names” saved')).toBeVisible()
    await menuOf(page, 'Save as a new workspace')
    await form(page).getByLabel('Name', { exact: true }).fill('names')
    await page.keyboard.press('Enter')
    await expect(page.getByText('You already have a workspace of this name')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.goto(new URL('/#/', simulator.url).href)
    await expect(page).toHaveURL(/userManage\?sort=name/)
  })
})

test('live video has a second window: cameras move over and back, a workspace has both, and it closes with the sign-out', async ({
  console: page,
  simulator,
}) => {
  const [first, second] = await playingCameras(simulator.url, 'camera', 2)
  await signIn(page, simulator.url, { to: '/realTime?layout=4' })
  await openCamera(page, first!, windowAt(page, 1))
  await openCamera(page, second!, windowAt(page, 2))
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open second window' }).click()
  const other = await opening
  await expect(other.getByRole('toolbar', { name: 'Video windows toolbar' })).toBeVisible()
  await expect(other).toHaveTitle(/Second window/)
  for (const role of ['banner', 'navigation'] as const) await expect(other.getByRole(role)).toHaveCount(0)

  await page.getByRole('button', { name: 'Move this wall to the second window' }).click()
  await pictureOf(windowAt(other, 1), (picture) => picture.camera === first!.cameraNumber)
  await pictureOf(windowAt(other, 2), (picture) => picture.camera === second!.cameraNumber)
  await isEmpty(page, 1)
  await isEmpty(page, 2)

  await windowAt(other, 2).hover()
  await windowAt(other, 2).getByRole('button', { name: 'More' }).click()
  await other.getByRole('menuitem', { name: 'Move to the first window' }).click()
  // It was opened in the second window of the wall, which is selected and free.
  await pictureOf(windowAt(page, 2), (picture) => picture.camera === second!.cameraNumber)
  await isEmpty(other, 2)

  await menuOf(page, 'Save this screen as a workspace')
  await form(page).getByLabel('Name', { exact: true }).fill('Two windows')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Workspace Two windows' })).toBeVisible()
  await other.close()
  await expect(page).not.toHaveURL(/windows2=/)
  await isEmpty(page, 1)

  await menuOf(page, 'Back to the saved state')
  await expect(page.getByText('This workspace has a second window.')).toBeVisible()
  const again = page.waitForEvent('popup')
  await page.getByRole('alert').getByRole('button', { name: 'Open second window' }).click()
  const reopened = await again
  await pictureOf(windowAt(reopened, 1), (picture) => picture.camera === first!.cameraNumber)
  await expect(page.getByText('This workspace has a second window.')).toHaveCount(0)

  const closing = reopened.waitForEvent('close')
  await page.getByRole('button', { name: /account and settings/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await closing
  await expect(page).toHaveURL(/#\/login/)
})

test('a browser that blocks the second window says what to do, and no camera is lost', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  await page.addInitScript(() => {
    window.open = () => null
  })
  await signIn(page, simulator.url, { to: '/realTime?layout=1' })
  await openCamera(page, camera!, windowAt(page, 1))
  await windowAt(page, 1).hover()
  await windowAt(page, 1).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Move to the second window' }).click()
  await expect(page.getByText('Allow pop-ups for this site')).toBeVisible()
  await pictureOf(windowAt(page, 1), (picture) => picture.camera === camera!.cameraNumber)
})
