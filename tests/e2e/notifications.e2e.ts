import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { addWorkOrder } from '@backlot/contract/work-orders/calls'
import type { Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { lookAt } from './support/look-at.ts'
import { signIn } from './support/sign-in.ts'

const foot = (page: Page) => page.getByRole('contentinfo')
const opener = (page: Page) => foot(page).getByRole('button', { name: /Notifications|missed notification/ })
const panel = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('a notification is on the line at the foot, over no control, and stays in the list', async ({
  console: page,
  simulator: { url },
}) => {
  await signIn(page, url, { to: '/systemManange/alarmType' })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await saved
  const said = foot(page).getByRole('status')
  await expect(said).toContainText(/rows saved$/)
  const [line, notification] = await Promise.all([foot(page).boundingBox(), said.boundingBox()])
  expect(notification!.y).toBeGreaterThanOrEqual(line!.y)
  expect(notification!.y + notification!.height).toBeLessThanOrEqual(line!.y + line!.height)
  await said.getByRole('button', { name: 'Close this notification' }).click()
  await expect(said).toBeEmpty()
  await opener(page).click()
  await expect(panel(page).getByRole('listitem')).toContainText(/rows saved/)
  await panel(page).getByRole('button', { name: 'Clear the list' }).click()
  await expect(panel(page)).toContainText('No notifications yet')
})

test('who was away sees how many notifications were missed, and opens the order from the list', async ({
  console: page,
  simulator: { url },
}) => {
  const first = await Operator.signIn(url, 'dispatch1')
  const second = await Operator.signIn(url, 'dispatch2')
  const [camera] = await playingCameras(url, 'camera', 1)
  await signIn(page, url, { loginName: 'dispatch2', to: '/earlyWarningData/alarmList' })
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
  const body = { title: 'Look at the lens', sn: camera!.sn, assigneeId: second.userInfo?.userId }
  const { number } = await first.call(addWorkOrder, { body })
  const said = foot(page).getByRole('status')
  await expect(said).toContainText(`Work order ${number} is assigned to you: Look at the lens`)
  await lookAt(page, 'notification', 'en', '.page-foot')

  // Nobody touches the page until it is gone.
  await expect(said).toBeEmpty()
  await expect(opener(page)).toHaveAccessibleName('1 missed notification')
  await opener(page).click()
  await expect(panel(page).getByText('Missed', { exact: true })).toBeVisible()
  await panel(page).getByRole('button', { name: 'Open' }).click()
  await expect(page.locator('.order-drawer').getByRole('dialog')).toContainText(number)
  await expect(opener(page)).toHaveAccessibleName('Notifications')

  // Her own orders are no news to her.
  const own = await second.call(addWorkOrder, { body: { ...body, title: 'My own' } })
  const other = await first.call(addWorkOrder, { body: { ...body, title: 'Another one' } })
  await expect(said).toContainText(other.number)
  await opener(page).click()
  await expect(panel(page).getByText(other.number)).toBeVisible()
  await expect(panel(page).getByText(own.number)).toHaveCount(0)
})

test('alarms make no tip while do not disturb is on, and are listed all the same', async ({
  console: page,
  simulator: { url },
}) => {
  const [camera] = await playingCameras(url, 'camera', 1)
  const raise = (type: string, subType: string) =>
    control(url, controlRaiseAlarm, { body: { sn: camera!.sn, chnId: 1, type, subType } })
  await signIn(page, url)
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
  const tips = page.getByRole('region', { name: 'New alarms' }).locator('.alarm-tip')

  await opener(page).click()
  await panel(page).getByText('Do not disturb', { exact: true }).click()
  await panel(page).getByRole('button', { name: 'For 1 hour' }).click()
  await expect(opener(page)).toHaveAccessibleName('Notifications. Do not disturb is on')
  await raise('AiAlarm', 'Fire')
  await expect(page.getByRole('button', { name: 'Live alarms: 1 new' })).toBeVisible()
  await expect(tips).toHaveCount(0)

  // One level alone: the others are shown again. What was chosen outlives a reload.
  await panel(page).getByRole('button', { name: 'End now' }).click()
  await panel(page).getByText('Critical alarms').click()
  await page.reload()
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
  await raise('AiAlarm', 'Fire')
  await raise('AiAlarm', 'Crowd')
  await expect(tips).toHaveCount(1)
  await expect(tips).toContainText('Crowd')
})

test('a hidden page tells the system of alarms, and a click there opens them', async ({
  console: page,
  simulator: { url },
}) => {
  const [camera] = await playingCameras(url, 'camera', 1)
  await page.addInitScript(() => {
    const told: Told[] = []
    class Stand {
      static permission = 'default'
      static requestPermission = async () => (Stand.permission = 'granted')
      onclick?: () => void
      constructor(title: string, { body }: { body: string }) {
        told.push({ title, body, press: () => this.onclick?.() })
      }
      close() {}
    }
    Object.assign(window, { Notification: Stand, told })
    Object.defineProperty(document, 'hidden', { get: () => 'isAway' in window })
  })
  await signIn(page, url)
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
  await opener(page).click()
  await panel(page).getByText('Do not disturb', { exact: true }).click()
  await panel(page)
    .getByRole('switch', { name: /^System notifications/ })
    .click()
  await expect(panel(page).getByRole('switch', { name: /^System notifications/ })).toBeChecked()

  const raise = () =>
    control(url, controlRaiseAlarm, { body: { sn: camera!.sn, chnId: 1, type: 'AiAlarm', subType: 'Fire' } })
  const titles = () => page.evaluate(() => told.map(({ title }) => title))
  await raise()
  await expect(page.getByRole('button', { name: 'Live alarms: 1 new' })).toBeVisible()
  expect(await titles()).toEqual([])
  await page.evaluate(() => Object.assign(window, { isAway: true }))
  await raise()
  await expect.poll(titles).toEqual(['AI alarm · Fire'])
  await page.evaluate(() => told[0]?.press())
  await expect(page.getByRole('dialog').locator('.alarm-detail-title')).toContainText('Fire')
})

test.describe('installed', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket/ })

  test('the shell opens while the platform cannot be reached, and no answer of it is stored', async ({
    console: page,
    simulator: { url },
  }) => {
    await signIn(page, url)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
    await page.context().setOffline(true)
    await page.reload()
    await expect(page.getByText('The platform does not respond')).toBeVisible()
    await expect(page.getByText('No new alarms')).toHaveCount(0)
    const stored = await page.evaluate(async () => {
      const cache = await caches.open('backlot-shell')
      return (await cache.keys()).map((request) => new URL(request.url).pathname)
    })
    expect(stored).toEqual(expect.arrayContaining(['/', '/config.json']))
    expect(stored.filter((path) => !/^\/(config\.json|assets\/.*)?$/.test(path))).toEqual([])
    await page.context().setOffline(false)
    await page.reload()
    await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
  })
})

type Told = { title: string; body: string; press: () => void }
declare const told: readonly Told[]
