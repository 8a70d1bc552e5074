import type { Page } from '@playwright/test'
import { expect, test } from './support/console-test.ts'
import { chipOf, chooseFilter, openFilter } from './support/filters.ts'
import { lookAt } from './support/look-at.ts'
import { signIn } from './support/sign-in.ts'

test('a filter is added from the list, is a chip that opens its field, and goes by its cross or with all', {
  tag: '@main',
}, async ({ console: page, simulator }) => {
  await signIn(page, simulator.url, { to: '/systemManange/deviceManage' })
  const bar = page.getByRole('search', { name: /^Device/ })
  await chooseFilter(page, 'Status', 'Offline')
  const status = chipOf(page, 'Status')
  await expect(status).toHaveText('Status: Offline')
  await expect(status).toBeFocused()
  await expect(page).toHaveURL(/online=0/)
  await lookAt(page, 'a chip over a table', 'en')

  // Escape leaves the field and its list as they were.
  await page.keyboard.press('Enter')
  await leaveList(page, 'Status')
  await expect(page.getByRole('combobox', { name: 'Status' })).toBeHidden()
  await expect(status).toBeFocused()
  await chooseFilter(page, 'Status', 'Online')
  await expect(status).toHaveText('Status: Online')
  await expect(page).toHaveURL(/online=1/)

  // One that is left without a value was never there.
  await openFilter(page, 'Origin')
  await leaveList(page, 'Origin')
  await expect(bar.getByRole('button', { name: 'Origin', exact: true })).toHaveCount(0)
  await expect(bar.getByRole('button', { name: 'Add filter' })).toBeFocused()

  await bar.getByRole('button', { name: 'Remove filter Status' }).click()
  await expect(status).toHaveCount(0)
  await expect(page).not.toHaveURL(/online=/)
  await chooseFilter(page, 'Status', 'Online')
  await bar.getByRole('textbox', { name: 'Device' }).fill('gate')
  await expect(page).toHaveURL(/text=gate/)
  await bar.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).not.toHaveURL(/text=|online=/)
  await expect(status).toHaveCount(0)
  await expect(bar.getByRole('textbox', { name: 'Device' })).toHaveValue('')
})

test('chips without room in the line are behind their number; texts and times are chips as well', async ({
  console: page,
  simulator,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const set = 'levels=1,2,3,4&processed=0&state=1&isRead=0&alarmSource=1'
  await signIn(page, simulator.url, { to: `/earlyWarningData/alarmList?${set}` })
  const bar = page.getByRole('search', { name: 'Alarm query' })
  const more = bar.getByRole('button', { name: /\d more filters/ })
  await more.waitFor()
  const oneLine = (await bar.boundingBox())!.height
  await expect(bar.getByRole('button', { name: 'Remove filter Source' })).toBeHidden()
  await more.click()
  await expect(bar.getByRole('button', { name: 'Remove filter Source' })).toBeVisible()
  expect((await bar.boundingBox())!.height).toBeGreaterThan(oneLine)
  await bar.getByRole('button', { name: 'Fewer' }).click()
  await expect(more).toBeVisible()
  expect((await bar.boundingBox())!.height).toBe(oneLine)
  await bar.getByRole('button', { name: 'Clear all' }).click()

  await openFilter(page, 'Device')
  await page.getByRole('textbox', { name: 'Device', exact: true }).fill('Taxi')
  await page.keyboard.press('Enter')
  await expect(chipOf(page, 'Device')).toHaveText('Device: Taxi')
  await expect(page).toHaveURL(/devName=Taxi/)

  // The time always has a value: its cross goes back to the usual one.
  const time = chipOf(page, 'Start time')
  await expect(time).toHaveText('Start time: 24 hours')
  await expect(bar.getByRole('button', { name: 'Remove filter Start time' })).toHaveCount(0)
  await time.click()
  await page.getByText('1 hour', { exact: true }).click()
  await expect(time).toHaveText('Start time: 1 hour')
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Remove filter Start time' }).click()
  await expect(time).toHaveText('Start time: 24 hours')
})

/** Leaves the open list of a filter. */
async function leaveList(page: Page, label: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label })
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
}
