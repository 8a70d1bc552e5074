import { controlAddFaults, controlRemoveFaults } from '@backlot/contract/control/fault-calls'
import { clearPlaceGps, updatePlaceGps } from '@backlot/contract/devices/calls'
import { modifyPassword } from '@backlot/contract/session/calls'
import { PNG } from 'pngjs'
import { control } from '../../testing/control.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras, trueDevice } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { findInTree } from './support/wall.ts'

// Texts of the catalogue of errors that only a screen shows (tests/conformance/error-catalogue.ts).
test.use({ expectedErrors: /status of (4|5)\d\d/ })

// Faults strike calls by their HTTP paths.
test.use({ overHttp: true })

/** The platform refuses a path until the returned function is called. */
async function refuse(url: string, path: string): Promise<() => Promise<unknown>> {
  const { list } = await control(url, controlAddFaults, {
    body: {
      faults: [
        { fault: 'http-code', parameters: { code: 500, message: 'Out of order' }, target: { paths: [path] } },
      ],
    },
  })
  return () => control(url, controlRemoveFaults, { body: { ids: list.map(({ id }) => id) } })
}

test('account: what is wrong with an entry, a picture that could not be sent, what was saved', async ({
  console: page,
  simulator,
}) => {
  await signIn(page, simulator.url, { loginName: 'viewer1' })
  const open = async (item: string) => {
    await page.getByRole('button', { name: /account and settings$/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
    return page.getByRole('dialog', { name: item })
  }
  const info = await open('Account info')
  const kept = await info.getByLabel('Email').inputValue()
  await info.getByLabel('Email').fill('nonsense')
  await info.getByLabel('Phone').fill('123')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await info.getByRole('button', { name: 'Save' }).click()
  await expect(info.getByText('Enter a valid email address')).toBeVisible()
  await expect(info.getByText('Enter a valid mobile or landline number')).toBeVisible()
  const heal = await refuse(simulator.url, '/uploadFile')
  const buffer = PNG.sync.write(new PNG({ width: 300, height: 60 }))
  await info.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await expect(page.getByText('The picture could not be uploaded: Out of order')).toBeVisible()
  await heal()
  await info.getByLabel('Email').fill(kept)
  await info.getByLabel('Phone').fill('13800138000')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard your changes?' }).getByText('Keep editing').click()
  await info.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Modified', { exact: true })).toBeVisible()

  const password = await open('Change password')
  await password.getByLabel('New password', { exact: true }).fill('Newer@2026')
  await password.getByLabel('Repeat new password').fill('Newer@2026')
  await password.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
  const viewer = await Operator.signIn(simulator.url, 'viewer1', 'Newer@2026')
  const hashed = Operator.hash(DEMO_PASSWORD)
  await viewer.call(modifyPassword, { body: { password: hashed, verifyPassword: hashed } })
})

test('lists: one that could not be fetched says so, and is fetched again', async ({
  console: page,
  simulator,
}) => {
  const heal = await refuse(simulator.url, '/role/list')
  await signIn(page, simulator.url, { to: '/systemManange/rolesManage' })
  await expect(page.getByText('Failed to fetch the list')).toBeVisible()
  await heal()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('cell', { name: 'Administrator', exact: true }).first()).toBeVisible()
  await expect(page.getByText('Failed to fetch the list')).toHaveCount(0)
})

test('parameters: a device that says nothing leaves them unread, and its restart fails', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  await signIn(page, simulator.url, { to: '/realTime' })
  const healRead = await refuse(simulator.url, '/api/config/v1/get/videoEncodeParam')
  await (await findInTree(page, camera!.sn)).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Device parameters…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Parameters of / })
  await expect(dialog.getByText('The parameters could not be read from the device')).toBeVisible()
  await healRead()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByLabel('Frame rate').first()).toBeVisible()
  await dialog.getByRole('tab', { name: 'Maintenance' }).click()
  const restart = dialog.getByRole('button', { name: 'Restart' })
  await expect(restart).toBeEnabled()
  const { list } = await control(simulator.url, controlAddFaults, {
    body: { faults: [{ fault: 'device-offline', target: { devices: [camera!.sn] } }] },
  })
  await restart.click()
  await page
    .getByRole('dialog', { name: 'Restart the device?' })
    .getByRole('button', { name: 'Restart' })
    .click()
  await expect(page.getByText(/^Restart failed/)).toBeVisible()
  await control(simulator.url, controlRemoveFaults, { body: { ids: list.map(({ id }) => id) } })
})

test('video: what needs a playing picture, favourites, what was copied, a device without a place', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'ptzCamera', 1)
  const sn = camera!.sn
  await signIn(page, simulator.url, { to: '/realTime' })
  const choose = async (item: string) => {
    await (await findInTree(page, sn)).click({ button: 'right' })
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Add to favourites')
  await expect(page.getByText('Added to favourites', { exact: true })).toBeVisible()
  await choose('Remove from favourites')
  await expect(page.getByText('Removed from favourites', { exact: true })).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await choose('Copy serial number')
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
    document.execCommand = () => false
  })
  await choose('Copy serial number')
  await expect(page.getByText('Copying failed', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'PTZ control', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'PTZ control' })
  await panel.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(page.getByText('The selected window is not playing video')).not.toHaveCount(0)
  await panel.getByLabel('Preset number').fill('')
  await expect(panel.getByTitle('Enter a preset number from 1 to 256').first()).toBeVisible()

  await page.goto(new URL('/#/videoReplay', simulator.url).href)
  await expect(page.getByTitle(/The selected window is not playing/).first()).toBeVisible()

  const admin = await Operator.signIn(simulator.url)
  const { longitude, latitude } = await trueDevice(simulator.url, sn)
  await admin.call(clearPlaceGps, { body: { sn } })
  await page.goto(new URL('/#/dispatch', simulator.url).href)
  await (await findInTree(page, sn)).click()
  await expect(page.getByText('This device has no position')).toBeVisible()
  await admin.call(updatePlaceGps, { body: { sn, longitude, latitude } })
})
