import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { controlAddFaults, controlFaults, controlRemoveFaults } from '@backlot/contract/control/fault-calls'
import type { Locator, Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { lookAt } from './support/look-at.ts'
import { signIn } from './support/sign-in.ts'
import { openCamera, pictureOf, windowAt } from './support/wall.ts'

// What an operator sees of each kind of fault, and that it heals. docs/faults.md says where the other kinds are proved.
test.use({
  expectedErrors:
    /status of 5\d\d|ERR_CONTENT_LENGTH|ERR_INCOMPLETE|\/role\/list|404|close code|live video|mpegts/i,
})

type Order = { fault: string; parameters?: object; target?: object; probability?: number }

/** Lets a fault strike until the returned function is called. */
async function harm(url: string, order: Order): Promise<() => Promise<unknown>> {
  const { list } = await control(url, controlAddFaults, { body: { faults: [order] } as never })
  const ids = list.map(({ id }) => id)
  return () => control(url, controlRemoveFaults, { body: { ids } })
}

const hasStruck = (url: string) =>
  expect
    .poll(async () => (await control(url, controlFaults)).list.some(({ struck }) => struck > 0))
    .toBe(true)

test('requests: what could not be fetched or kept says why, and is there when the fault is over', async ({
  console: page,
  simulator: { url },
}) => {
  await signIn(page, url, { to: '/systemManange/rolesManage' })
  const row = page.getByRole('cell', { name: 'Administrator', exact: true })
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to fetch the list' })
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await expect(row).toBeVisible()
  const roles = { target: { paths: ['/role/list'] } }

  // The page of a proxy, an answer without its end, one that is no JSON.
  for (const [order, words] of [
    [{ fault: 'http-status', ...roles }, 'The platform cannot be reached'],
    [{ fault: 'http-truncate', ...roles }, 'The platform cannot be reached'],
    [{ fault: 'http-truncate', parameters: { how: 'short' }, ...roles }, 'answered something unreadable'],
  ] as const) {
    const heal = await harm(url, order)
    await refresh.click()
    await expect(failed).toContainText(words)
    await heal()
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(failed).toHaveCount(0)
    await expect(row).toBeVisible()
  }
  const quick = await harm(url, { fault: 'http-latency', parameters: { delayMs: 2500 }, ...roles })
  await page.reload()
  await expect(page.locator('.ant-spin-spinning')).not.toHaveCount(0)
  await expect(row).toBeVisible()
  await quick()

  // What is to be kept: refused in clear words, or kept a little later.
  await page.getByRole('button', { name: /account and settings$/ }).click()
  await page.getByRole('menuitem', { name: 'Account info' }).click()
  const info = page.getByRole('dialog', { name: 'Account info' })
  await info.getByLabel('Phone').fill('13800138000')
  const save = info.getByRole('button', { name: 'Save' })
  const empty = await harm(url, { fault: 'disk-full' })
  await save.click()
  await expect(page.getByText('The disk of the platform is full. Nothing was changed')).toBeVisible()
  await empty()
  const fast = await harm(url, { fault: 'slow-disk', parameters: { delayMs: 1500 } })
  await save.click()
  await expect(info.locator('.ant-btn-loading')).toBeVisible()
  await expect(page.getByText('Modified', { exact: true })).toBeVisible()
  await fast()
})

/** An alarm for each step: type, sub-type, its words. */
const KINDS = [
  ['AiAlarm', 'Crowd', 'Crowd'],
  ['AiAlarm', 'Loitering', 'Loitering'],
  ['AiAlarm', 'NoHelmet', 'No helmet'],
  ['AiAlarm', 'Fire', 'Fire'],
  ['AiAlarm', 'Intruder', 'Intruder'],
  ['FaceAlarm', 'Stranger', 'Stranger'],
] as const

test('the channel: a line that is cut, disturbed or slow says so, and what was missed comes when it heals', async ({
  console: page,
  simulator: { url },
}) => {
  const [camera] = await playingCameras(url, 'camera', 1)
  await signIn(page, url)
  const badge = (words: RegExp) => page.getByRole('button', { name: words })
  const connected = badge(/Real-time channel connected/)
  await expect(connected).toBeVisible()
  await page.getByRole('button', { name: /^Live alarms/ }).click()
  const list = page.getByRole('complementary', { name: 'Live alarms' })
  /** Rows of what this test raised: those of the city end by themselves, and these do not. */
  const rowsOf = (n: number): Locator =>
    list.getByRole('listitem').filter({ hasText: KINDS[n]![2] }).filter({ hasText: 'Ongoing' })
  const raise = (n: number) =>
    control(url, controlRaiseAlarm, {
      body: { sn: camera!.sn, chnId: 1, type: KINDS[n]![0], subType: KINDS[n]![1] },
    })

  const once = await harm(url, { fault: 'channel-duplicate', parameters: { copies: 3 } })
  await raise(0)
  await expect(rowsOf(0)).toHaveCount(1)
  await hasStruck(url)
  await once()
  const inOrder = await harm(url, { fault: 'channel-reorder', parameters: { by: 2, withinMs: 3000 } })
  await raise(1)
  await raise(2)
  await expect(rowsOf(1)).toHaveCount(1)
  await expect(rowsOf(2)).toHaveCount(1)
  await inOrder()
  const prompt = await harm(url, { fault: 'channel-delay', parameters: { delayMs: 1500 } })
  await raise(3)
  await expect(rowsOf(3)).toHaveCount(1)
  await prompt()
  await expect(rowsOf(0)).toHaveCount(1)

  const clear = await harm(url, { fault: 'channel-garbage', parameters: { sort: 'text' } })
  await raise(4)
  await expect(badge(/Real-time channel disturbed/)).toBeVisible()
  await lookAt(page, 'a disturbed channel', 'en', '.header')
  expect(await rowsOf(4).count()).toBe(0)
  await clear()
  await expect(connected).toBeVisible()
  await expect(rowsOf(4)).toHaveCount(1)

  const mend = await harm(url, { fault: 'channel-cut' })
  await raise(5)
  await expect(badge(/Real-time channel not connected/)).toBeVisible()
  await mend()
  await expect(connected).toBeVisible()
  await expect(rowsOf(5)).toHaveCount(1)

  // The clock of the platform's machine.
  const right = await harm(url, { fault: 'clock-skew', parameters: { offsetMs: 900_000 } })
  const differs = page.getByRole('status', { name: /machine is 15 minutes ahead of this computer/ })
  await expect(differs).toBeVisible()
  await lookAt(page, 'a clock that differs', 'en', '.header')
  await right()
  await expect(differs).toHaveCount(0)
})

test('video: a camera that fails, a stream that is not there or says nothing, and the picture after it', async ({
  console: page,
  simulator: { url },
}) => {
  const [camera] = await playingCameras(url, 'camera', 9).then((list) => list.slice(8))
  const sn = camera!.sn
  await signIn(page, url, { to: '/realTime?layout=1' })
  const window = windowAt(page, 1)
  await openCamera(page, camera!, window)
  const target = { devices: [sn] }
  await page.getByRole('button', { name: 'Diagnosis in all windows' }).click()
  const says = window.getByRole('status')
  const plays = () => pictureOf(window, (picture) => picture.camera === camera!.cameraNumber)

  const back = await harm(url, { fault: 'device-offline', target })
  await expect(says).toContainText('No signal')
  await back()
  await plays()

  const there = await harm(url, { fault: 'media-404', target })
  await reopen(page, window)
  await expect(says).toBeVisible()
  await there()
  await plays()

  const spoken = await harm(url, { fault: 'device-silence', target })
  await expect(says).toContainText('Loading')
  await spoken()
  await plays()

  const early = await harm(url, { fault: 'media-late-key', target, parameters: { delayMs: 2000 } })
  await reopen(page, window)
  await expect(says).toContainText('Loading')
  await plays()
  await early()

  const seen = await harm(url, { fault: 'media-black', target })
  await expect(window.locator('[data-field=camera]')).toContainText('–')
  await seen()
  await expect(window.locator('[data-field=camera]')).toContainText(String(camera!.cameraNumber))
  const moving = await harm(url, { fault: 'media-freeze', target })
  await expect(window.locator('[data-field=age]')).toContainText(/^([3-9]\d{3}|\d{5,}) ms$/)
  await moving()
  const { timeMs } = await plays()
  const steady = await harm(url, { fault: 'media-time-jump', target })
  await hasStruck(url)
  await steady()
  await pictureOf(window, (picture) => picture.timeMs > timeMs + 2000)
})

/** Stops the window's stream and starts it again. */
async function reopen(page: Page, window: Locator): Promise<void> {
  await page.getByRole('button', { name: 'Pause all' }).click()
  await expect(window).toContainText('Paused')
  await page.getByRole('button', { name: 'Resume all' }).click()
}
