import { listAlarms } from '@backlot/contract/alarms/calls'
import { workSituation } from '@backlot/contract/situation/calls'
import { expect, test } from './support/console-test.ts'
import { signIn } from './support/sign-in.ts'

// One answer is refused on purpose.
test.use({ expectedErrors: /status of 500/ })

test('a panel says that it waits for its first answer, or why none came, and never that there is nothing', {
  tag: '@main',
}, async ({ console: page, simulator }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**${listAlarms.path}?*`, async (route) => {
    await held
    await route.continue()
  })
  let refused = true
  await page.route(`**${workSituation.path}*`, async (route) => {
    if (!refused) return route.continue()
    await route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ code: 500, msg: 'The orders are being moved' }),
    })
  })
  await signIn(page, simulator.url, { to: '/index' })
  const newest = page.getByRole('region', { name: 'Latest alarms' })
  const work = page.getByRole('region', { name: 'Open work orders' })
  await expect(newest.getByRole('status')).toHaveText('Loading…')
  await expect(newest.getByText('No data')).toBeHidden()
  await expect(work).toContainText('The orders are being moved')
  await expect(work.getByText('No open work orders')).toBeHidden()

  release()
  refused = false
  await expect(newest.getByRole('listitem').or(newest.getByText('No data')).first()).toBeVisible()
  await expect(newest.getByRole('status')).toBeHidden()
})
