import { Operator } from '../../testing/operator.ts'
import { airStations } from './support/air-stations.ts'
import { expect, test } from './support/console-test.ts'
import { signIn } from './support/sign-in.ts'

test('a quantity is found, changed, refused when its limits cross, and put back; its readings follow', async ({
  console: page,
  simulator,
}) => {
  const operator = await Operator.signIn(simulator.url)
  const [station] = await airStations(simulator.url, operator)
  await signIn(page, simulator.url, { to: '/systemManange/senseDictionary' })
  await page.getByLabel('Quantity', { exact: true }).fill('PM2.5')
  const row = page.getByRole('row').filter({ hasText: 'a34004' })
  await row.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('English name').fill('Fine dust')
  await dialog.getByLabel('Lower limit').fill('9')
  await dialog.getByLabel('Upper limit').fill('8')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('The upper limit must be above the lower one')).toBeVisible()
  await dialog.getByLabel('Lower limit').fill('0.01')
  await dialog.getByLabel('Upper limit').fill('0.02')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Fine dust')
  await page.goto(`${simulator.url}/#/senseDevice?sn=${station!.sn}`)
  const tile = page.locator('.reading-tile[data-code="a34004"]')
  await expect(tile).toContainText('Fine dust')
  await expect(tile).toContainText('Above 0.02')

  await page.goto(`${simulator.url}/#/systemManange/senseDictionary?changed=1`)
  await row.getByRole('button', { name: 'Reset to default' }).click()
  await page
    .getByRole('dialog', { name: /^Reset a34004 to its default/ })
    .getByRole('button', { name: 'Reset to default' })
    .click()
  await expect(row).toHaveCount(0)
})
