import { PNG } from 'pngjs'
import { expect, test } from './support/console-test.ts'
import { signIn } from './support/sign-in.ts'

/** A grey picture of the least size that is taken. */
function photo(): Buffer {
  const png = new PNG({ width: 250, height: 300 })
  png.data.fill(160)
  return PNG.sync.write(png)
}

test('a person is put on a control list, refused with a wrong card, found, paused, changed and taken off', async ({
  console: page,
  simulator,
}) => {
  await signIn(page, simulator.url, { to: '/systemManange/controlLists' })
  const rows = page.getByRole('row')
  await expect(rows.nth(5)).toBeVisible()
  await expect
    .poll(() =>
      rows
        .nth(1)
        .getByRole('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(300)

  await page.getByRole('button', { name: 'Add person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add person' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Chen Er')
  await dialog.getByRole('textbox', { name: 'Identity card' }).fill('110105194912310021')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Enter a valid identity card number')).toBeVisible()
  await expect(dialog.getByText('Please upload a face photo')).toBeVisible()
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: photo() })
  await expect(dialog.locator('.picture-field img')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Identity card' }).fill('11010519491231002x')
  await dialog.getByRole('combobox', { name: 'List' }).fill('Lost children')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Chen Er added to the control list')).toBeVisible()

  await page.getByLabel('Name, identity card or phone').fill('491231002X')
  const row = page.getByRole('row', { name: /Chen Er/ })
  await expect(rows).toHaveCount(2)
  await expect(row).toContainText('Lost children')
  await expect(row).toContainText('Female')
  await expect(row).toContainText('1949-12-31')
  await row.getByRole('button', { name: 'Pause' }).click()
  await expect(row).toContainText('Paused')
  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Chen Er' })
  await edit.getByRole('textbox', { name: 'Phone' }).fill('010-1234567')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('010-1234567')
  await row.getByRole('button', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog', { name: 'Remove Chen Er from the control list?' })
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
})
