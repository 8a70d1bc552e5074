import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAlarms, processAlarms } from '@backlot/contract/alarms/calls'
import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { controlPressSos } from '@backlot/contract/control/device-calls'
import { test as base, expect, type Locator } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { playingCameras, trueDevices } from './support/fleet.ts'
import { diagnoseMap, drawnMarker } from './support/map.ts'
import { fillNewUser } from './support/new-user.ts'
import { signIn } from './support/sign-in.ts'
import { card, connected, expectAlarm, line, wornCameras } from './support/sos-card.ts'
import { openCamera, pictureOf, windowAt } from './support/wall.ts'

const test = base.extend<{ dataFolder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  dataFolder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'backlot-restart-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
})

test('a console that is open while the platform starts anew comes back by itself', async ({
  page,
  context,
  dataFolder,
}) => {
  test.setTimeout(360_000)
  const start = (port: string) =>
    launchSimulator(['--data', dataFolder, '--port', port, '--log-level', 'warn'])
  const first = await start('0')
  const { url } = first
  const { port } = new URL(url)
  const [camera] = await playingCameras(url, 'camera', 1)
  const station = (await trueDevices(url, { kind: 'hj212Station' })).find(({ online }) => online)!

  await signIn(page, url, { to: '/realTime?layout=1' })
  const before = await openCamera(page, camera!, windowAt(page, 1))
  // A second tab of the same sign-in shows the map.
  const map = await context.newPage()
  await diagnoseMap(map)
  await map.goto(new URL(`/#/dispatch?sn=${station.sn}`, url).href)
  // The first picture of a map that the processor draws beside live video takes a while.
  await expect.poll(() => drawnMarker(map, station.sn), { timeout: 90_000 }).toBeDefined()

  await first.stop()
  for (const tab of [page, map])
    await expect(
      tab.getByRole('button', { name: /Real-time channel not connected|Connecting real-time channel/ }),
    ).toBeVisible()
  const status = windowAt(page, 1).getByRole('status')
  await expect(status).toContainText('Platform unreachable, retrying')
  await expect(status).not.toContainText('No signal')

  await using again = await start(port)
  expect(again.url).toBe(url)
  await map.bringToFront()
  for (const tab of [page, map])
    await expect(tab.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible({
      timeout: 40_000,
    })
  await expect.poll(() => drawnMarker(map, station.sn)).toBeDefined()
  await page.bringToFront()
  const after = await pictureOf(
    windowAt(page, 1),
    (picture) => picture.camera === camera!.cameraNumber && picture.timeMs > before.timeMs,
  )
  expect(after.camera).toBe(camera!.cameraNumber)
})

test('a replay that plays while the platform starts anew goes on where it was', async ({
  page,
  dataFolder,
}) => {
  test.setTimeout(360_000)
  const start = (port: string) =>
    launchSimulator(['--data', dataFolder, '--port', port, '--log-level', 'warn'])
  const first = await start('0')
  const { url } = first
  const [camera] = await playingCameras(url, 'camera', 1)
  await signIn(page, url, { to: '/index' })
  await page.goto(new URL(`/#/videoReplay?sn=${camera!.sn}&chnId=1`, url).href)
  const window = page
    .getByRole('region', { name: 'Replay windows' })
    .getByRole('group', { name: /^Window 1,/ })
  const begun = await pictureOf(window)
  const before = await pictureOf(window, ({ timeMs }) => timeMs > begun.timeMs + 1000)

  await first.stop()
  await expect(
    page.getByRole('button', { name: /Real-time channel not connected|Connecting real-time channel/ }),
  ).toBeVisible()
  // The recording is not to blame, also when the player has given up.
  await expect(window.locator('.player')).toHaveAttribute('data-state', 'failed')
  await expect(window.getByRole('status')).toHaveText('Platform unreachable, retrying')
  await using again = await start(new URL(url).port)
  expect(again.url).toBe(url)
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible({
    timeout: 40_000,
  })
  const after = await pictureOf(
    window,
    ({ camera: number, timeMs }) => number === camera!.cameraNumber && timeMs > before.timeMs + 2000,
  )
  // It went on where it was, not where the clock went meanwhile, nor at the start of the day.
  expect(after.timeMs - before.timeMs).toBeLessThan(20_000)
  await expect(
    page.getByRole('toolbar', { name: 'Replay toolbar' }).getByRole('button', { name: 'Pause', exact: true }),
  ).toBeVisible()
})

test('an SOS that is answered while the platform is away stays, and is answered when it is back', async ({
  browser,
  dataFolder,
}) => {
  test.setTimeout(360_000)
  const page = await (await browser.newContext({ locale: 'en-US', permissions: ['microphone'] })).newPage()
  const start = (port: string) =>
    launchSimulator(['--data', dataFolder, '--port', port, '--log-level', 'warn'])
  const first = await start('0')
  const { url } = first
  // One alone would have no list.
  const [worn, second] = await wornCameras(url, 2)
  await signIn(page, url, { loginName: 'dispatch1' })
  await connected(page)
  for (const { sn } of [worn!, second!]) await control(url, controlPressSos, { body: { sn, forMs: 600_000 } })
  await expect(line(page, worn!.name)).toBeVisible()
  await line(page, worn!.name).click()
  await expect(card(page).getByRole('button', { name: /^Answer/ })).toBeVisible()

  await first.kill()
  await page.keyboard.press('a')
  await expect(page.getByText('The platform cannot be reached').first()).toBeVisible()
  await expect(line(page, worn!.name)).toBeVisible()
  await expect(line(page, worn!.name)).not.toContainText('You are responding')

  await using again = await start(new URL(url).port)
  expect(again.url).toBe(url)
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible({
    timeout: 40_000,
  })
  const operator = await Operator.signIn(url)
  await expectAlarm(operator, worn!, ({ responderId }) => responderId === undefined)
  await line(page, worn!.name).click()
  await page.keyboard.press('a')
  await expect(line(page, worn!.name)).toContainText('You are responding')
  await expectAlarm(operator, worn!, ({ responderName }) => responderName !== undefined)
  await page.context().close()
})

test('a user who is saved while the platform is away stays in the form, and is saved when it is back', async ({
  page,
  dataFolder,
}) => {
  test.setTimeout(360_000)
  const start = (port: string) =>
    launchSimulator(['--data', dataFolder, '--port', port, '--log-level', 'warn'])
  const first = await start('0')
  const { url } = first
  await signIn(page, url, { to: '/systemManange/userManage' })
  const form = await fillNewUser(page, { loginName: 'outage1', name: 'Out of reach' })
  const add = form.getByRole('button', { name: 'Add', exact: true })
  await first.stop()
  await add.click()
  await expect(page.getByText('The platform cannot be reached').first()).toBeVisible()
  await expect(form.getByLabel('User name')).toHaveValue('outage1')

  await using again = await start(new URL(url).port)
  expect(again.url).toBe(url)
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible({
    timeout: 40_000,
  })
  await expect(form.getByLabel('User name')).toHaveValue('outage1')
  await add.click()
  await expect(page.getByText('User outage1 has been created')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'outage1' })).toHaveCount(1)
})

test('a remark, a batch, a work order and a comment that are written while the platform is away are kept, and sent once', async ({
  page,
  dataFolder,
}) => {
  test.setTimeout(480_000)
  const start = (port: string) =>
    launchSimulator(['--data', dataFolder, '--port', port, '--log-level', 'warn'])
  const first = await start('0')
  const { url } = first
  const [camera] = await playingCameras(url, 'camera', 1)
  const { sn } = camera!
  const raise = (subType: string) =>
    control(url, controlRaiseAlarm, { body: { sn, chnId: 1, type: 'AiAlarm', subType } })
  for (const subType of ['Intruder', 'Fire', 'NoHelmet']) await raise(subType)
  // Confirmed, without an order.
  const { id, alarmSeq } = await raise('Crowd')
  const before = await Operator.signIn(url, 'chief')
  await before.call(processAlarms, { body: { list: [{ id, sn, alarmSeq }], type: 5 } })
  await signIn(page, url, {
    loginName: 'dispatch1',
    to: `/earlyWarningData/alarmList?${new URLSearchParams({ sn, range: '1h' })}`,
  })
  const row = (name: string) => page.getByRole('row').filter({ hasText: name }).first()
  const choose = async (box: Locator) => {
    await box.click()
    await page.getByTitle('Misjudgment', { exact: true }).filter({ visible: true }).last().click()
  }
  const kept = 'Your input is kept. Try again'

  // Everything is being written when the power goes.
  await row('Intruder').click()
  const detail = page.getByRole('dialog').filter({ hasText: 'Processing' })
  // The map of the detail may report, too, that it cannot load.
  const processing = detail.getByRole('region', { name: 'Processing' })
  const remark = detail.getByRole('textbox', { name: 'Remark' })
  await processing.getByRole('checkbox', { name: 'Then open the next open alarm' }).uncheck()
  await choose(detail.getByRole('combobox', { name: 'Result' }))
  await remark.fill('A fox.')
  const second = await outage(first, async () => {
    await detail.getByRole('button', { name: 'Mark as misjudgment' }).click()
    await expect(processing.getByRole('alert')).toContainText(kept)
    await expect(remark).toHaveValue('A fox.')
  })
  await detail.getByRole('button', { name: 'Mark as misjudgment' }).click()
  await expect(processing).toContainText('王芳')
  await expect(processing.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()

  for (const name of ['Fire', 'No helmet']) await row(name).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Process', exact: true }).click()
  const batch = page.getByRole('dialog', { name: 'Process 2 alarms' })
  await choose(batch.getByRole('combobox', { name: 'Result' }))
  await batch.getByRole('textbox', { name: 'Remark' }).fill('Leaves.')
  const third = await outage(second, async () => {
    await batch.getByRole('button', { name: 'Mark as misjudgment' }).click()
    await expect(batch.getByRole('alert')).toContainText(kept)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(batch.getByRole('textbox', { name: 'Remark' })).toHaveValue('Leaves.')
  })
  await batch.getByRole('button', { name: 'Mark as misjudgment' }).click()
  await expect(page.getByText('All 2 alarms updated')).toBeVisible()

  await row('Crowd').getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Create work order' }).click()
  const form = page.getByRole('dialog', { name: 'New work order from 1 alarm' })
  await form.getByLabel('Task').fill('Look at the gate.')
  const fourth = await outage(third, async () => {
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByRole('alert')).toContainText('The platform cannot be reached')
    await expect(form.getByLabel('Task')).toHaveValue('Look at the gate.')
  })
  await form.getByRole('button', { name: 'Create' }).click()
  const order = page.locator('.order-drawer').getByRole('dialog')
  await expect(order).toContainText('Look at the gate.')
  await order.getByRole('textbox', { name: 'Comment' }).fill('On my way.')
  await using _last = await outage(fourth, async () => {
    await order.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('The platform cannot be reached').first()).toBeVisible()
    await expect(order.getByRole('textbox', { name: 'Comment' })).toHaveValue('On my way.')
  })
  await order.getByRole('button', { name: 'Send' }).click()
  await expect(order.getByRole('article').filter({ hasText: 'On my way.' })).toHaveCount(1)
  await expect(order.getByRole('textbox', { name: 'Comment' })).toHaveValue('')
  const operator = await Operator.signIn(url, 'dispatch1')
  const { list } = await operator.call(listAlarms, { query: { sn, processed: 1 } })
  expect(list.map(({ processingContent }) => processingContent).sort()).toEqual(
    expect.arrayContaining(['A fox.', 'Leaves.', 'Leaves.']),
  )

  /** A power cut, actions meanwhile, and the platform again on the same port and data. */
  async function outage(running: LaunchedSimulator, meanwhile: () => Promise<void>) {
    await running.kill()
    await expect(page.locator('html')).toHaveAttribute('data-connection', 'lost')
    await meanwhile()
    const again = await start(new URL(url).port)
    await expect(page.locator('html')).not.toHaveAttribute('data-connection', { timeout: 40_000 })
    return again
  }
})

test('while the platform is away the console says so, opens what it has, and fetches what it lacks when it is back', async ({
  page,
  context,
  dataFolder,
}) => {
  test.setTimeout(360_000)
  const start = (port: string) =>
    launchSimulator(['--data', dataFolder, '--port', port, '--log-level', 'warn'])
  const first = await start('0')
  const { url } = first
  const [camera] = await playingCameras(url, 'camera', 1)
  await signIn(page, url, { to: '/realTime?layout=1' })
  await openCamera(page, camera!, windowAt(page, 1))
  const connected = page.getByRole('button', { name: /Real-time channel connected/ })
  await expect(connected).toBeVisible()
  // In idle time.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /diagnostics-drawer-.*\.js$/.test(name)),
  )
  // Two more tabs: a list, and pictures that cannot be loaded.
  const orders = await context.newPage()
  await orders.goto(new URL('/#/earlyWarningData/workOrderList', url).href)
  await expect(orders.getByRole('row').nth(1)).toBeVisible()
  const pictures = await context.newPage()
  await pictures.route(/\/alarm\/picture\//, (route) => route.abort())
  await pictures.goto(new URL('/#/aiAlarm', url).href)
  await expect(pictures.getByText('The picture could not be loaded').first()).toBeVisible()
  await first.stop()

  const banner = page.getByRole('status').filter({ hasText: /^Connection lost: data as of \d\d:\d\d$/ })
  await expect(banner).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-connection', 'lost')
  const below = (await page.locator('.shell-body').boundingBox())!
  const { y, height } = (await banner.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(below.y)
  await expect(windowAt(page, 1).getByRole('status')).toContainText('Platform unreachable, retrying')
  await page.getByRole('button', { name: /real-time channel/i }).click()
  const diagnostics = page.getByRole('dialog', { name: 'Diagnostics' })
  await expect(diagnostics).toContainText('Reconnects')
  await diagnostics.getByRole('button', { name: 'Close' }).click()

  await expect(pictures.getByText('Platform unreachable').first()).toBeVisible()
  await expect(pictures.getByText('The picture could not be loaded')).toHaveCount(0)
  await pictures.unrouteAll()
  await orders.getByRole('button', { name: 'Refresh' }).click()
  const failed = orders.getByRole('alert').filter({ hasText: 'Failed to fetch the list' })
  await expect(failed).toContainText('Try again when the connection is back')
  await expect(orders.getByRole('row').nth(1)).toBeVisible()

  // A screen that was never opened.
  await page.goto(new URL('/#/maintenance/visitLog', url).href)
  const notice = page.getByRole('status').filter({ hasText: 'Part of the page could not be loaded' })
  const fetchedAgain = page.waitForRequest(/visit-log-screen-.*\.js$/)
  await notice.getByRole('button', { name: 'Retry' }).click()
  await fetchedAgain
  await expect(notice).toBeVisible()
  await expect(banner).toBeVisible()

  const second = await start(new URL(url).port)
  expect(second.url).toBe(url)
  await expect(page.getByRole('columnheader').first()).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expect(connected).toBeVisible({ timeout: 40_000 })
  await expect(banner).toHaveCount(0)
  await expect(page.locator('html')).not.toHaveAttribute('data-connection')
  // Failed requests are repeated by themselves.
  await expect(failed).toHaveCount(0, { timeout: 40_000 })
  await expect(pictures.locator('.ai-card-whole img').first()).toBeVisible({ timeout: 40_000 })
  await expect(pictures.getByText('Platform unreachable')).toHaveCount(0)

  // Who signs out meanwhile gets the sign-in page, not the browser's word for a page that is not there.
  await second.stop()
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: /account and settings$/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const loaded = page.waitForEvent('load')
  await using third = await start(new URL(url).port)
  expect(third.url).toBe(url)
  await loaded
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
