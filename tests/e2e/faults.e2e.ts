import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { controlAddFaults, controlFaults, controlRemoveFaults } from '@backlot/contract/control/fault-calls'
import type { Locator } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { lookAt } from './support/look-at.ts'
import { signIn } from './support/sign-in.ts'
import { openCamera, pictureOf, windowAt } from './support/wall.ts'

// Visible effect of each kind of fault on an operator, and its recovery. docs/faults.md names the tests of the other
// kinds.
test.use({
  expectedErrors:
    /status of 5\d\d|ERR_CONTENT_LENGTH|ERR_INCOMPLETE|\/role\/list|404|close code|live video|mpegts/i,
})

type Order = { fault: string; parameters?: object; target?: object; probability?: number }

/** Lets faults strike until the returned function is called. */
async function effect(url: string, ...orders: Order[]): Promise<() => Promise<unknown>> {
  const { list } = await control(url, controlAddFaults, { body: { faults: orders } as never })
  const ids = list.map(({ id }) => id)
  return () => control(url, controlRemoveFaults, { body: { ids } })
}

/** This many of the attached faults have struck. */
const haveStruck = (url: string, count = 1) =>
  expect
    .poll(async () => (await control(url, controlFaults)).list.filter(({ struck }) => struck > 0).length)
    .toBe(count)

test('requests: what could not be fetched or kept says why, and is there when the fault is over', async ({
  console: page,
  simulator: { url },
}) => {
  await signIn(page, url, { to: '/systemManange/rolesManage' })
  const row = page.getByRole('cell', { name: 'Administrator', exact: true }).first()
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to fetch the list' })
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await expect(row).toBeVisible()
  const roles = { target: { paths: ['/role/list'] } }

  // The page of a proxy, an answer without its end, one that is no JSON.
  for (const [order, words] of [
    [{ fault: 'http-status', ...roles }, 'The platform cannot be reached'],
    [{ fault: 'http-truncate', ...roles }, 'The platform cannot be reached'],
    [{ fault: 'http-truncate', parameters: { how: 'short' }, ...roles }, 'an answer that cannot be read'],
  ] as const) {
    const heal = await effect(url, order)
    await refresh.click()
    await expect(failed).toContainText(words)
    await heal()
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(failed).toHaveCount(0)
    await expect(row).toBeVisible()
  }
  const quick = await effect(url, { fault: 'http-latency', parameters: { delayMs: 1500 }, ...roles })
  await page.reload()
  await expect(page.locator('.table-skeleton')).not.toHaveCount(0)
  await expect(row).toBeVisible()
  await quick()

  // A write is refused with a clear message, or succeeds a little later.
  await page.getByRole('button', { name: /account and settings$/ }).click()
  await page.getByRole('menuitem', { name: 'Account info' }).click()
  const info = page.getByRole('dialog', { name: 'Account info' })
  await info.getByLabel('Phone').fill('13800138000')
  const save = info.getByRole('button', { name: 'Save' })
  const empty = await effect(url, { fault: 'disk-full' })
  await save.click()
  await expect(page.getByText("The platform's disk is full. Nothing was changed")).toBeVisible()
  await empty()
  const fast = await effect(url, { fault: 'slow-disk', parameters: { delayMs: 1500 } })
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
  // Clears alarms of other tests and of the city.
  await list.getByRole('button', { name: 'Clear list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear list' }).click()
  /** Rows raised by this test: those of the city end by themselves, and these do not. */
  const rowsOf = (n: number): Locator =>
    list
      .getByRole('listitem')
      .filter({ hasText: KINDS[n]![2] })
      .filter({ has: page.getByRole('img', { name: 'Ongoing' }) })
  const raise = (n: number) =>
    control(url, controlRaiseAlarm, {
      body: { sn: camera!.sn, chnId: 1, type: KINDS[n]![0], subType: KINDS[n]![1] },
    })

  const once = await effect(url, { fault: 'channel-duplicate', parameters: { copies: 3 } })
  await raise(0)
  await expect(rowsOf(0)).toHaveCount(1)
  await haveStruck(url)
  await once()
  const inOrder = await effect(url, { fault: 'channel-reorder', parameters: { by: 2, withinMs: 3000 } })
  await raise(1)
  await raise(2)
  await expect(rowsOf(1)).toHaveCount(1)
  await expect(rowsOf(2)).toHaveCount(1)
  await inOrder()
  const prompt = await effect(url, { fault: 'channel-delay', parameters: { delayMs: 1500 } })
  await raise(3)
  await expect(rowsOf(3)).toHaveCount(1)
  await prompt()
  await expect(rowsOf(0)).toHaveCount(1)

  const clear = await effect(url, { fault: 'channel-garbage', parameters: { sort: 'text' } })
  await raise(4)
  await expect(badge(/Real-time channel sends messages that cannot be read/)).toBeVisible()
  await lookAt(page, 'a disturbed channel', 'en', '.header')
  expect(await rowsOf(4).count()).toBe(0)
  await clear()
  await expect(connected).toBeVisible()
  await expect(rowsOf(4)).toHaveCount(1)

  const mend = await effect(url, { fault: 'channel-cut' })
  await raise(5)
  await expect(badge(/Real-time channel not connected/)).toBeVisible()
  await mend()
  await expect(connected).toBeVisible()
  await expect(rowsOf(5)).toHaveCount(1)

  // The clock of the platform's machine.
  const right = await effect(url, { fault: 'clock-skew', parameters: { offsetMs: 900_000 } })
  const differs = page.getByRole('status', { name: /clock is 15 minutes ahead of this computer/ })
  await expect(differs).toBeVisible()
  await lookAt(page, 'a clock that differs', 'en', '.header')
  await right()
  await expect(differs).toHaveCount(0)
})

test('video: windows whose camera fails or whose stream is wrong say so, and show the picture afterwards', async ({
  console: page,
  simulator: { url },
}) => {
  const cameras = (await playingCameras(url, 'camera', 12)).slice(8)
  await signIn(page, url, { to: '/realTime?layout=4' })
  const windows = cameras.map((_, i) => windowAt(page, i + 1))
  for (const [i, camera] of cameras.entries()) await openCamera(page, camera, windows[i]!)
  await page.getByRole('button', { name: 'Diagnosis in all windows' }).click()
  const says = (i: number) => windows[i]!.getByRole('status')
  const fact = (i: number, name: string) => windows[i]!.locator(`[data-field=${name}]`)
  const plays = (i: number) =>
    pictureOf(windows[i]!, (picture) => picture.camera === cameras[i]!.cameraNumber)
  /** Each fault on the camera of its window. */
  const applyEach = (...orders: Order[]) =>
    effect(url, ...orders.map((order, i) => ({ ...order, target: { devices: [cameras[i]!.sn] } })))

  // Its camera is away, it is silent, its picture is frozen, its picture is black.
  const right = await applyEach(
    { fault: 'device-offline' },
    { fault: 'device-silence' },
    { fault: 'media-freeze' },
    { fault: 'media-black' },
  )
  await expect(says(0)).toContainText('No signal')
  await expect(fact(3, 'camera')).toHaveText('–')
  await expect(fact(2, 'age')).toHaveText(/^([3-9]\d{3}|\d{5,}) ms$/)
  await expect(says(1)).toContainText('Loading')
  await expect(says(2)).toHaveText('The picture is frozen')
  await expect(says(3)).toHaveText('The picture is black')
  await right()
  const { timeMs } = (await Promise.all([2, 0, 1, 3].map(plays)))[0]!
  await expect(fact(2, 'age')).toHaveText(/^-?\d{1,4} ms$/)
  await expect(says(2)).toHaveCount(0)
  await expect(says(3)).toHaveCount(0)

  // Streams that are started again: not there, without a first picture for long; times that leap.
  await page.getByRole('button', { name: 'Pause all' }).click()
  await expect(windows[0]!).toContainText('Paused')
  const heal = await applyEach(
    { fault: 'media-404' },
    { fault: 'media-late-key', parameters: { delayMs: 2500 } },
    { fault: 'media-time-jump' },
  )
  await page.getByRole('button', { name: 'Resume all' }).click()
  await expect(says(0)).toContainText('Loading')
  await expect(says(1)).toContainText('Loading')
  await plays(1)
  await haveStruck(url, 3)
  await heal()
  await plays(0)
  await pictureOf(windows[2]!, (picture) => picture.timeMs > timeMs + 2000)
})
