import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/console-test.ts'
import { trueDevices } from './support/fleet.ts'
import { finishedAnimations } from './support/motions.ts'
import { signIn } from './support/sign-in.ts'

// The number of another sensor is refused.
test.use({ expectedErrors: /409 \(Conflict\)/ })

const SENSORS = '/systemManange/senseController'

async function pick(page: Page, field: Locator, text: string) {
  await field.click()
  await field.fill(text)
  await finishedAnimations(page)
  await page.locator('.ant-select-item-option').filter({ hasText: text }).first().click()
}

test('a sensor is added with a script that fits it, refused, found, changed and deleted', async ({
  console: page,
  simulator,
}) => {
  test.setTimeout(240_000)
  await signIn(page, simulator.url, { to: SENSORS })
  // The first screen of a new platform may take its time.
  await expect(page.getByRole('row').filter({ hasText: 'BL_101' })).toContainText('01 03 00 00 00 04 44 09', {
    timeout: 45_000,
  })
  await page.getByRole('button', { name: 'Add sensor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add sensor' })
  const said = (text: string) => dialog.getByText(text, { exact: true })
  await dialog.getByLabel('Number').fill('A B')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(said('Use only A to Z, digits and underscores')).toBeVisible()
  await expect(said('Choose the quantities it measures')).toBeVisible()
  await dialog.getByLabel('Number').fill('BL')
  await expect(said('Between 3 and 32 characters')).toBeVisible()
  await dialog.getByLabel('Number').fill('BL_101')
  await dialog.getByLabel('Name').fill('Night dust')
  await dialog.getByLabel('Model').fill('ND <1>')
  await expect(said('Use only letters, digits, spaces and _ @ #')).toBeVisible()
  await dialog.getByLabel('Model').fill('ND 1')
  await dialog.getByLabel('Manufacturer').fill('Works @ home')
  await pick(page, dialog.getByRole('combobox', { name: 'Quantities' }), 'PM2.5')
  await page.keyboard.press('Escape')
  await dialog.getByLabel('485 address').fill('248')
  const script = dialog.getByLabel('Command script')
  await script.fill('01 03 00 00 00 02 C4 0C')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(said('From 1 to 247').first()).toBeVisible()
  await expect(said('The CRC at the end is wrong')).toBeVisible()
  await dialog.getByLabel('485 address').fill('17')
  await script.fill('01 03 00 00 00 02 C4 0B')
  await expect(said('The address in the script differs from the 485 address')).toBeVisible()
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(script).toHaveValue('11 03 00 00 00 02 C6 9B')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('This sensor number already exists')).toBeVisible()
  await dialog.getByLabel('Number').fill('NIGHT_1')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('NIGHT_1 was added')).toBeVisible()

  await page.getByLabel('Sensor', { exact: true }).fill('night')
  const row = page.getByRole('row').filter({ hasText: 'NIGHT_1' })
  await expect(page.getByRole('row')).toHaveCount(2)
  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit NIGHT_1' })
  await edit.getByLabel('Manufacturer').fill('Works abroad')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Works abroad')
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete NIGHT_1?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('NIGHT_1 was deleted')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test("a sensor is tried on a station's line, asked at another address, and taken off; its readings follow", async ({
  console: page,
  simulator,
}) => {
  const station = (await trueDevices(simulator.url, { kind: 'sensorController' })).find(
    ({ online }) => online,
  )!
  await signIn(page, simulator.url, { to: `/senseDevice?sn=${station.sn}` })
  await page.getByText('Line', { exact: true }).click()
  const line = page.getByRole('region', { name: 'RS-485 line' })
  const first = line.getByRole('row').nth(1)
  const probe = page.getByRole('region', { name: 'Test a command script' })
  await first.getByRole('button', { name: 'Test' }).click()
  await probe.getByRole('button', { name: 'Send' }).click()
  await expect(probe.getByRole('status')).toContainText(/Answer01 03 /)
  await probe.getByLabel('Command script').fill('63 03 00 00 00 02 CC 49')
  await probe.getByRole('button', { name: 'Send' }).click()
  await expect(probe.getByRole('status')).toContainText('No answer')

  await line
    .getByRole('button', { name: /^Address of/ })
    .first()
    .click()
  const move = page.getByRole('dialog', { name: /^Address of/ })
  const second = await line.getByRole('row').nth(2).getByRole('cell').first().textContent()
  await move.getByLabel('Address', { exact: true }).fill(second ?? '')
  await move.getByRole('button', { name: 'Save' }).click()
  await expect(move.getByText(`Address ${second} is already used by`)).toBeVisible()
  await move.getByLabel('Address', { exact: true }).fill('99')
  await move.getByRole('button', { name: 'Save' }).click()
  const moved = line.getByRole('row').last()
  await expect(moved).toContainText('no answer')
  await expect(line.getByText('Changed', { exact: true })).toBeVisible()

  await moved.getByRole('button', { name: /^Remove/ }).click()
  await page
    .getByRole('dialog', { name: /from the line\?$/ })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(moved).not.toContainText('99')
  await line.getByRole('button', { name: 'Add sensor to line' }).click()
  const add = page.getByRole('dialog', { name: 'Add sensor to line' })
  await pick(page, add.getByRole('combobox', { name: 'Sensor' }), 'BL_105')
  await add.getByLabel('Address', { exact: true }).fill('42')
  await add.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(line.getByRole('row').last()).toContainText('Noise: no answer')
})
