import { addQuantity } from '@backlot/contract/sensors/dictionary-calls'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { lookAt } from './support/look-at.ts'
import { finishedAnimations } from './support/motions.ts'
import { signIn } from './support/sign-in.ts'

test('a row opens its panel by mouse and keys, the arrows take it along, and Escape gives the focus back', {
  tag: '@main',
}, async ({ console: page, simulator }) => {
  await signIn(page, simulator.url, { to: '/systemManange/userManage' })
  const rows = page.locator('tr[data-row-key]')
  const panel = page
    .getByRole('complementary')
    .filter({ has: page.getByRole('button', { name: 'Close row' }) })
  const title = panel.getByRole('heading', { level: 2 })
  await expect(rows.nth(2)).toBeVisible()
  const names = await rows.locator('td:first-child').allInnerTexts()

  await rows.first().getByRole('cell').nth(1).click()
  await expect(title).toHaveText(names[0]!)
  await expect(panel.getByRole('region', { name: 'Contact' })).toContainText('Email')
  await expect(page).toHaveURL(/[?&]row=\d+/)
  await lookAt(page, 'the panel of a user', 'en')

  // It is beside the list, whose columns are as many as need no scrolling sideways.
  await page.setViewportSize({ width: 1280, height: 800 })
  const table = page.locator('.rows-scroll')
  await expect.poll(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const [list, beside] = [(await table.boundingBox())!, (await panel.boundingBox())!]
  expect(list.x + list.width).toBeLessThanOrEqual(beside.x)

  await page.keyboard.press('ArrowDown')
  await expect(title).toHaveText(names[1]!)
  await expect(rows.nth(1)).toBeFocused()
  await panel.getByRole('button', { name: 'Next row' }).click()
  await expect(title).toHaveText(names[2]!)
  await page.keyboard.press('ArrowUp')
  await expect(title).toHaveText(names[1]!)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(rows.nth(1)).toBeFocused()

  await page.keyboard.press('ArrowUp')
  await expect(panel).toHaveCount(0)
  await page.keyboard.press('Space')
  await expect(title).toHaveText(names[0]!)
  await page.keyboard.press('Enter')
  await expect(title).toBeFocused()

  // A link opens the same row; a button in a row is pressed for itself.
  await page.reload()
  await expect(title).toHaveText(names[0]!)
  await panel.getByRole('button', { name: 'Close row' }).click()
  await rows.nth(1).getByRole('button', { name: /^Edit/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  // The end of a selection of text is no click on the row.
  const cell = await rows.nth(1).getByRole('cell').nth(1).boundingBox()
  await page.mouse.move(cell!.x + 10, cell!.y + cell!.height / 2)
  await page.mouse.down()
  await page.mouse.move(cell!.x + 60, cell!.y + cell!.height / 2, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate(() => String(getSelection()))).not.toBe('')
  await expect(panel).toHaveCount(0)
})

test('a link opens a row of another page, actions work in the panel, and a deleted row closes it', async ({
  console: page,
  simulator,
}) => {
  const admin = await Operator.signIn(simulator.url)
  const code = 'zzPanel'
  await admin.call(addQuantity, {
    body: {
      code,
      nameZh: '测试',
      nameEn: 'Panel test',
      unit: '',
      factor: 1,
      offset: 0,
      decimals: 1,
      low: null,
      high: null,
    },
  })
  await signIn(page, simulator.url, { to: `/systemManange/senseDictionary?size=20&row=${code}` })
  const panel = page.getByRole('complementary', { name: code })
  await expect(panel).toBeVisible()
  await expect(page.getByRole('row', { name: /Panel test/ })).toHaveCount(0)
  await panel.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page).not.toHaveURL(/row=/)
})

test('on a phone the panel is a sheet over the list, and Back closes it', async ({
  console: page,
  simulator,
}) => {
  await signIn(page, simulator.url, { to: '/maintenance/systemLog' })
  await page.getByRole('link', { name: 'User Logs' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('.phone-row-open').first().click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('region', { name: 'Details' })).toBeVisible()
  await finishedAnimations(page)
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/userLog/)
})
