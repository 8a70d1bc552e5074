import { BY_DAY, launchSimulator } from '../../../../testing/launch-simulator.ts'
import { playingCameras } from '../../support/fleet.ts'
import type { Shot } from '../shot.ts'
import type { Stage } from '../stage.ts'

const DEVICES = '/systemManange/deviceManage'
const USERS = '/systemManange/userManage'
const ROLES = '/systemManange/rolesManage'

/** Presses an entry of the menu of the first row. */
async function chooseMore(stage: Stage, name: string): Promise<void> {
  await stage.page
    .getByRole('row')
    .getByRole('button', { name: stage.text.shell.table.moreActions })
    .first()
    .click()
  await stage.page.getByRole('menuitem', { name, exact: true }).click()
}

async function openCameraDialog(stage: Stage) {
  await openTable(stage, DEVICES)
  await stage.page.getByRole('button', { name: stage.text.cameras.add }).click()
  return stage.page.getByRole('dialog')
}

/** Devices, users and roles. */
export const USERS_SHOTS: readonly Shot[] = [
  { name: 'devices', large: true, prepare: (stage) => openTable(stage, DEVICES) },
  {
    name: 'device-add',
    prepare: async (stage) => {
      await openTable(stage, DEVICES)
      await stage.page.getByRole('button', { name: stage.text.deviceAdmin.add }).click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'device-edit',
    prepare: async (stage) => {
      await openTable(stage, DEVICES)
      await stage.page.getByRole('button', { name: stage.text.deviceAdmin.edit }).first().click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'device-channels',
    prepare: async (stage) => {
      await openTable(stage, DEVICES)
      await rowButton(stage, '', stage.text.deviceAdmin.channels).click()
      await stage.page.getByRole('dialog').getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'device-setup',
    prepare: async (stage) => {
      await openTable(stage, DEVICES)
      await chooseMore(stage, stage.text.deviceAdmin.setup)
      await stage.page.getByRole('dialog').locator('.setup-facts').waitFor()
    },
  },
  {
    name: 'device-setup-edit',
    prepare: async (stage) => {
      await openTable(stage, DEVICES)
      await chooseMore(stage, stage.text.deviceAdmin.setup)
      await stage.page.locator('.setup-card button').first().click()
      await stage.page.getByRole('dialog').nth(1).waitFor()
    },
  },
  {
    name: 'device-qr',
    prepare: async (stage) => {
      await openTable(stage, DEVICES)
      await chooseMore(stage, stage.text.deviceAdmin.qr)
      await stage.page.getByRole('dialog').locator('canvas').waitFor()
    },
  },
  {
    name: 'camera-add-refused',
    prepare: async (stage) => {
      const dialog = await openCameraDialog(stage)
      const { cameras } = stage.text
      await dialog.getByLabel(cameras.address, { exact: true }).fill('192.168.1.64')
      await dialog.getByRole('button', { name: cameras.connect, exact: true }).click()
      await dialog.getByText(cameras.fault.notAllowed).waitFor()
    },
  },
  {
    name: 'camera-add-setup',
    large: true,
    prepare: async (stage) => {
      await using theirs = await launchSimulator(['--no-rtmp', ...BY_DAY])
      const [camera] = await playingCameras(theirs.url, 'ptzCamera', 1)
      const dialog = await openCameraDialog(stage)
      const { cameras } = stage.text
      const address = `${theirs.onvif}/onvif/${camera!.sn}/device_service`
      await dialog.getByLabel(cameras.address, { exact: true }).fill(address)
      await dialog.getByLabel(cameras.username).fill('admin')
      await dialog.getByLabel(cameras.password, { exact: true }).fill('Backlot@2026')
      await dialog.getByRole('button', { name: cameras.connect, exact: true }).click()
      await dialog.getByRole('img', { name: cameras.picture.alt }).waitFor()
    },
  },
  {
    name: 'device-import',
    prepare: async (stage) => {
      await openTable(stage, DEVICES)
      await stage.page.getByRole('button', { name: stage.text.deviceAdmin.import }).click()
      const dialog = stage.page.getByRole('dialog')
      await dialog.locator('input[type=file]').setInputFiles('fixtures/sheets/devices.xlsx')
      await dialog.getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'device-place',
    prepare: async (stage) => {
      await openTable(stage, DEVICES)
      await chooseMore(stage, stage.text.deviceAdmin.place)
      await stage.page.getByRole('dialog').locator('canvas').first().waitFor()
      // The map of a dialog gives no sign when it is drawn.
      await stage.page.waitForTimeout(MAP_DRAWS_MS)
    },
  },
  {
    name: 'device-group-add',
    prepare: async (stage) => {
      const { page, text } = stage
      await openTable(stage, DEVICES)
      await page.getByRole('button', { name: text.deviceAdmin.groups.add, exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'device-types',
    large: true,
    prepare: (stage) => openTable(stage, '/systemManange/deviceTypeManage'),
  },
  { name: 'users', large: true, prepare: (stage) => openTable(stage, USERS) },
  { name: 'users-none', prepare: (stage) => openTable(stage, `${USERS}?name=nobody-at-all`, 0) },
  {
    name: 'users-failed',
    prepare: async ({ go, page, text, failCalls }) => {
      await failCalls('/user/list')
      await go(USERS)
      await page.getByText(text.shell.table.failed).waitFor({ timeout: 20_000 })
    },
  },
  {
    name: 'user-add',
    prepare: async (stage) => {
      await openTable(stage, USERS)
      await stage.page.getByRole('button', { name: stage.text.users.user.add }).click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'user-add-faults',
    prepare: async (stage) => {
      const { page, text } = stage
      await openTable(stage, USERS)
      await page.getByRole('button', { name: text.users.user.add }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(text.users.user.loginName, { exact: true }).fill('ab')
      await dialog.getByLabel(text.users.user.password, { exact: true }).fill('short')
      await dialog.getByRole('button', { name: text.users.create, exact: true }).click()
      await dialog.locator('.ant-form-item-explain-error').nth(2).waitFor()
    },
  },
  {
    name: 'user-edit',
    prepare: async (stage) => {
      await openTable(stage, USERS)
      await rowButton(stage, 'dispatch3', stage.text.users.edit).click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'user-edit-discard',
    prepare: async (stage) => {
      const { page, text } = stage
      await openTable(stage, USERS)
      await rowButton(stage, 'dispatch3', text.users.edit).click()
      await page.getByRole('dialog').getByLabel(text.users.user.name, { exact: true }).fill('Somebody else')
      await page.getByRole('dialog').getByRole('button', { name: text.shell.form.cancel }).click()
      await page.getByText(text.shell.form.discardHint).waitFor()
    },
  },
  {
    name: 'user-delete',
    prepare: async (stage) => {
      await openTable(stage, USERS)
      await rowButton(stage, 'chief', stage.text.users.delete).click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'table-columns',
    prepare: async (stage) => {
      await openTable(stage, USERS)
      await stage.page.getByRole('button', { name: stage.text.shell.table.columns }).click()
      await stage.page.getByRole('checkbox').nth(3).waitFor()
    },
  },
  { name: 'roles', large: true, prepare: (stage) => openTable(stage, ROLES) },
  {
    name: 'role-edit',
    large: true,
    prepare: async (stage) => {
      await openTable(stage, ROLES)
      await rowButton(stage, '', stage.text.users.edit, 1).click()
      await stage.page.getByRole('dialog').getByRole('treeitem').first().waitFor()
    },
  },
]

const MAP_DRAWS_MS = 3000

async function openTable({ go, page }: Stage, path: string, rows = 3): Promise<void> {
  await go(path)
  await page.getByRole('row').nth(rows).waitFor()
}

/** A button of a row by its words; its accessible name has the row's as well. */
function rowButton({ page }: Stage, row: string, name: string, nth = 0) {
  const buttons = page.getByRole('row').filter({ hasText: row }).getByRole('button')
  return buttons.filter({ hasText: new RegExp(`^${name}$`) }).nth(nth)
}
