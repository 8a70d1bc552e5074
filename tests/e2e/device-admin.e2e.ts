import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { expect, test } from './support/console-test.ts'
import { finishedAnimations } from './support/motions.ts'
import { signIn } from './support/sign-in.ts'

const DEVICES = '/systemManange/deviceManage'
const SN = '11010500001320000777'
const FILE = fileURLToPath(new URL('../../fixtures/sheets/devices.xlsx', import.meta.url))

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const tree = (page: Page) => page.getByRole('tree').first()

/** Another person's browser with the device tree, searched for a device. */
async function watcher(browser: Browser, url: string, text: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await signIn(page, url, { to: '/realTime' })
  await page.getByRole('searchbox').first().fill(text)
  return page
}

/** Chooses an entry of an open tree select by its name. */
async function pickGroup(page: Page, field: ReturnType<Page['getByRole']>, name: string) {
  await field.click()
  await field.fill(name)
  await finishedAnimations(page)
  await page.locator('.ant-select-tree-title').getByText(name, { exact: true }).click()
}

test("devices and groups are added, refused, found, changed, moved before others' eyes, and deleted", {
  tag: '@main',
}, async ({ console: page, simulator, browser }) => {
  test.setTimeout(240_000)
  await signIn(page, simulator.url, { to: DEVICES })
  const panel = page.getByRole('complementary', { name: 'Groups' })
  await panel.getByRole('button', { name: 'Add group' }).click()
  const group = page.getByRole('dialog', { name: 'Add a top-level group' })
  await group.getByLabel('Name').fill('Harbour')
  await group.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Group Harbour has been added')).toBeVisible()
  await panel.getByText('Harbour').click()
  await expect(page).toHaveURL(/nodeId=60000001/)
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()

  await page.getByRole('button', { name: 'Add device' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add device' })
  await dialog.getByLabel('Serial number').fill('123')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Quay 1')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('GB/T 28181: 20 digits')).toBeVisible()
  await dialog.getByLabel('Serial number').fill(SN)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Quay 1 has been added')).toBeVisible()
  await expect(rowOf(page, 'Quay 1')).toContainText('Fixed camera')

  const other = await watcher(browser, simulator.url, SN)
  await expect(tree(other).getByRole('treeitem', { name: /^Quay 1/ })).toBeVisible()
  await expect(tree(other).getByRole('treeitem', { name: /^Harbour/ })).toBeVisible()

  await rowOf(page, 'Quay 1').getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Quay 1' })
  await expect(edit.getByRole('button', { name: 'Save' })).toBeDisabled()
  await edit.getByRole('textbox', { name: 'Name' }).fill('Quay 2')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'Quay 2')).toBeVisible()
  await expect(tree(other).getByRole('treeitem', { name: /^Quay 2/ })).toBeVisible()

  await rowOf(page, 'Quay 2').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Move', exact: true }).last().click()
  const move = page.getByRole('dialog', { name: 'Move 1 device' })
  await pickGroup(page, move.getByRole('combobox'), 'Public Safety')
  await move.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('1 device moved')).toBeVisible()
  await expect(tree(other).getByRole('treeitem', { name: /^Public Safety/ })).toBeVisible()
  await expect(tree(other).getByRole('treeitem', { name: /^Harbour/ })).toHaveCount(0)

  await panel.getByText('All groups').click()
  await page.getByRole('textbox', { name: 'Device', exact: true }).fill(SN)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await rowOf(page, 'Quay 2').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'QR code' }).click()
  const qr = page.getByRole('dialog', { name: 'Serial number of Quay 2' })
  await expect(qr.getByRole('img', { name: new RegExp(SN) })).toBeVisible()
  await qr.getByRole('button', { name: 'Close' }).click()
  await rowOf(page, 'Quay 2').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete Quay 2?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('1 device deleted')).toBeVisible()
  await expect(tree(other).getByRole('treeitem', { name: /^Quay 2/ })).toHaveCount(0)
  await other.context().close()
})

test.describe('an import', () => {
  test.use({ expectedErrors: /ERR_FAILED/, overHttp: true })

  test('a file is judged row by row before its good rows are added, and stays when no answer comes; other files are refused', async ({
    console: page,
    simulator,
  }) => {
    await page.route('**/device/group/list*', (route) =>
      route.fulfill({ json: { code: 500, msg: 'Out of order' } }),
    )
    await signIn(page, simulator.url, { to: DEVICES })
    const panel = page.getByRole('complementary', { name: 'Groups' })
    await expect(panel.getByRole('alert')).toContainText('The groups could not be loaded.')
    await expect(page.getByRole('button', { name: 'Import' })).toBeDisabled()
    await page.unroute('**/device/group/list*')
    await panel.getByRole('button', { name: 'Load again' }).click()
    await expect(panel.getByRole('treeitem').nth(1)).toBeVisible()

    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import devices' })
    const input = dialog.locator('input[type=file]')
    await input.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a') })
    await expect(dialog.getByText('The file must be xls or xlsx')).toBeVisible()
    await input.setInputFiles({ name: 'a.xlsx', mimeType: '', buffer: Buffer.alloc(3 * 1024 * 1024 + 1) })
    await expect(dialog.getByText('The file cannot be larger than 3 MB')).toBeVisible()
    await input.setInputFiles(FILE)
    // The demo has no group South: the vehicle's row is refused with the others.
    await expect(dialog.getByText('2 rows are ready · 5 rows have errors')).toBeVisible()
    await expect(dialog.getByRole('row', { name: /Twice/ })).toContainText('Duplicate of row 2')
    // The file stays when no answer comes.
    const add = dialog.getByRole('button', { name: 'Import 2 devices' })
    await page.route('**/device/import*', (route) => route.abort())
    await add.click()
    await expect(
      dialog.getByRole('alert').filter({ hasText: 'The platform cannot be reached' }),
    ).toBeVisible()
    await page.unroute('**/device/import*')
    await add.click()
    await expect(dialog.getByText('2 devices have been added', { exact: false })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('textbox', { name: 'Device', exact: true }).fill('11010500001320000778')
    await expect(page.getByRole('row', { name: /=1\+1 as text/ })).toBeVisible()
  })
})
