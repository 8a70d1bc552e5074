// One platform's cameras are real cameras for another one, whose administrator has no mouse.
import { listCameras } from '@backlot/contract/device-admin/camera-calls'
import type { Page } from '@playwright/test'
import { BY_DAY, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
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

test('the connection of a camera is changed without its password, its clock set; it is not added twice, and one that vanished keeps what was typed', async ({
  page,
  guard,
}) => {
  test.setTimeout(480_000)
  await using theirs = await theirCameras()
  await using ours = await launchSimulator(['--no-rtmp'])
  const [first, second] = await playingCameras(theirs.url, 'camera', 2)
  const operator = await Operator.signIn(ours.url)
  await signIn(page, ours.url, { to: DEVICES })

  const dialog = await openDialog(page)
  await expect(dialog.getByText(/^Searching is off on this platform/)).toBeVisible(PATIENT)
  const connect = async (sn: string) => {
    await dialog.getByLabel('Address', { exact: true }).fill(`${theirs.onvif}/onvif/${sn}/device_service`)
    await dialog.getByLabel('User name').fill('admin')
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused(PATIENT)
  }
  const refused = async (address: string, text: string | RegExp) => {
    await dialog.getByLabel('Address', { exact: true }).fill(address)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(text)).toBeVisible(PATIENT)
    await expect(dialog.getByLabel('Address', { exact: true })).toBeFocused()
  }
  await refused('https://10.0.0.9', 'Cameras are reached over http:// or rtsp://')
  await refused('10.0.0.9', /--camera-allow lists those allowed/)
  await refused(new URL(theirs.url).host, /^No ONVIF service answers here/)
  await connect(first!.sn)
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Gate')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Gate has been added')).toBeVisible(PATIENT)

  const row = page.getByRole('row', { name: /Gate/ }).filter({ hasText: `ONVIF-${first!.sn}` })
  const choose = async (action: string) => {
    await row.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Connection')
  const edit = page.getByRole('dialog', { name: 'Connection of Gate' })
  await edit.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(edit.getByRole('button', { name: 'Save' })).toBeDisabled(PATIENT)
  await edit.getByRole('switch', { name: 'Keep its clock right' }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The connection of Gate has been changed')).toBeVisible(PATIENT)
  const shown = async () => (await operator.call(listCameras)).list[0]
  await expect.poll(shown, PATIENT).toMatchObject({ keepTime: false, state: 'online' })
  await choose('Set time')
  await expect(page.getByText('The clock of Gate has been set')).toBeVisible(PATIENT)
  await choose('Restart')
  await page.getByRole('dialog', { name: 'Restart Gate?' }).getByRole('button', { name: 'Restart' }).click()
  await expect(page.getByText('Gate is restarting')).toBeVisible(PATIENT)

  await openDialog(page)
  await connect(second!.sn)
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Yard')
  await theirs.stop()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert').filter({ hasText: /^No connection/ })).toBeVisible(PATIENT)
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Yard')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/^No connection/)).toBeVisible(PATIENT)
  guard.end()
})
