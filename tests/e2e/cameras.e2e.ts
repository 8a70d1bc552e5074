// One platform's cameras are real cameras for another one, whose administrator has no mouse.
import type { Page } from '@playwright/test'
import { BY_DAY, launchSimulator } from '../../testing/launch-simulator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { openCamera, windowAt } from './support/wall.ts'

const DEVICES = '/systemManange/deviceManage'
const PASSWORD = 'Quiet@Street7'
const ON_LOOPBACK = ['--onvif-discovery', '127.0.0.1'] as const
/** A search of the network takes some seconds, a probe some calls. */
const PATIENT = { timeout: 90_000 }

const theirCameras = (more: readonly string[] = []) =>
  launchSimulator(['--no-rtmp', ...BY_DAY, '--device-password', PASSWORD, ...ON_LOOPBACK, ...more])

async function openDialog(page: Page) {
  const button = page.getByRole('button', { name: 'Add camera' })
  await expect(button).toBeEnabled(PATIENT)
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add camera' })
  await expect(dialog.getByLabel('Address', { exact: true })).toBeFocused()
  return dialog
}

/** Types over what is in the focused field. */
async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

test('a camera is found, refused with a wrong password, looked at, added and watched by keyboard alone', async ({
  page,
  guard,
}) => {
  test.setTimeout(480_000)
  await using theirs = await theirCameras()
  await using ours = await launchSimulator(['--no-rtmp', ...ON_LOOPBACK])
  const [camera] = await playingCameras(theirs.url, 'ptzCamera', 1)
  const { sn, cameraNumber } = camera!
  await signIn(page, ours.url, { to: DEVICES })

  // Nothing was typed, so nothing is asked.
  const before = await openDialog(page)
  await page.keyboard.press('Escape')
  await expect(before).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add camera' })).toBeFocused()

  const dialog = await openDialog(page)
  const address = dialog.getByLabel('Address', { exact: true })
  await expect(dialog.getByRole('radio').first()).toBeVisible(PATIENT)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByLabel('Name, model or address')).toBeFocused()
  await page.keyboard.type(`/${sn}/`)
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(address).toHaveValue('')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('radio')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(address).toHaveValue(`${theirs.onvif}/onvif/${sn}/device_service`)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The camera asks for a user name and password')).toBeVisible(PATIENT)
  await expect(dialog.getByLabel('User name')).toBeFocused()
  await page.keyboard.type('admin')
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Wrong user name or password')).toBeVisible(PATIENT)
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await retype(page, PASSWORD)
  await page.keyboard.press('Enter')

  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused(PATIENT)
  await expect(dialog.getByText('Backlot', { exact: true })).toBeVisible()
  await expect(dialog.getByText(sn, { exact: true })).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Main stream' })).toBeVisible()
  const picture = dialog.getByRole('img', { name: 'Test picture of the camera' })
  await expect(picture).toBeVisible(PATIENT)
  expect(await picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(100)
  await retype(page, 'Harbour gate')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: /Discard/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Harbour gate')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Harbour gate has been added')).toBeVisible(PATIENT)
  const row = page.getByRole('row', { name: /Harbour gate/ })
  await expect(row).toContainText(`ONVIF-${sn}`)

  await signIn(page, ours.url, { to: '/realTime?layout=4' })
  await openCamera(page, { sn: `ONVIF-${sn}`, cameraNumber }, windowAt(page, 1))
  guard.end()
})
