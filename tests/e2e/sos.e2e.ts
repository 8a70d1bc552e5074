import { alarmHistory } from '@backlot/contract/alarms/calls'
import { controlPressSos } from '@backlot/contract/control/device-calls'
import { controlTalkDevice, controlTalkHangUp } from '@backlot/contract/control/talk-calls'
import { listMessages } from '@backlot/contract/device-messages/calls'
import { addRole, addUser } from '@backlot/contract/users/calls'
import type { Browser, Locator, Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { trueDevices } from './support/fleet.ts'
import { lookAt } from './support/look-at.ts'
import { signIn } from './support/sign-in.ts'
import { callBox, card, connected, expectAlarm, line, type Worn, wornCameras } from './support/sos-card.ts'

// An SOS that nobody answers would ring in the tests behind it.
test.use({ permissions: ['microphone'], sosCard: true, setBack: true })

/** Longer than any of the tests. */
const PRESSED_MS = 600_000

test('five SOS at once, two operators, a reload in the middle: none is lost, none answered twice', {
  tag: '@main',
}, async ({ console: page, simulator: { url }, browser }) => {
  test.setTimeout(360_000)
  const cameras = (await wornCameras(url, 6)) as [Worn, ...Worn[]]
  const [contestedCamera, ...worn] = cameras
  // They call until somebody answers, however slow the machine is.
  for (const { sn } of cameras) await control(url, controlTalkDevice, { body: { sn, callForMs: PRESSED_MS } })
  const [one, two] = [await Operator.signIn(url, 'dispatch1'), await Operator.signIn(url, 'dispatch2')]
  await signIn(page, url, { loginName: 'dispatch1' })
  const other = await colleaguePage(browser)
  await signIn(other, url, { loginName: 'dispatch2' })
  await Promise.all([page, other].map(connected))

  await Promise.all(worn.map(({ sn }) => control(url, controlPressSos, { body: { sn, forMs: PRESSED_MS } })))
  for (const each of [page, other]) for (const { name } of worn) await expect(line(each, name)).toBeVisible()

  // Nothing lies over the call: the key answers it, and the colleague reads who did.
  await line(page, worn[0]!.name).click()
  // The operator who has the call is named for some seconds, however long it takes to connect.
  const told = expect(line(other, worn[0]!.name)).toContainText(`Handled by ${one.userInfo!.name}`)
  await Promise.all([page.keyboard.press('a'), told])
  await expect(line(page, worn[0]!.name)).toContainText('You are responding')
  await expect(callBox(page)).toContainText(worn[0]!.sn)
  await expect(line(other, worn[0]!.name)).toHaveCount(0)

  // In the middle of it a browser is loaded again, when one of them does not call any more.
  await control(url, controlTalkHangUp, { body: { sn: worn[4]!.sn } })
  await expect(line(other, worn[4]!.name)).toContainText('Missed')
  await other.reload()
  await connected(other)
  for (const { name } of worn.slice(1)) await expect(line(other, name)).toBeVisible()

  // Both press at the same moment.
  await control(url, controlPressSos, { body: { sn: contestedCamera.sn, forMs: PRESSED_MS } })
  for (const each of [page, other]) {
    await line(each, contestedCamera.name).click()
    await expect(card(each).getByRole('button', { name: /^Answer/ })).toBeVisible()
  }
  await Promise.all([page, other].map((each) => each.keyboard.press('a')))
  const contested = await expectAlarm(one, contestedCamera, ({ responderId }) => responderId !== undefined)
  const { list } = await one.call(alarmHistory, { query: { id: contested.id } })
  expect(list.filter(({ action }) => action === 'respond')).toHaveLength(1)
  const [winner, loser] =
    contested.responderId === one.userInfo!.userId ? [page, other] : ([other, page] as const)
  await expect(line(loser, contestedCamera.name)).toHaveCount(0)
  await expect(callBox(winner)).toContainText(contestedCamera.sn)
  await expect(callBox(loser).filter({ hasText: contestedCamera.sn })).toHaveCount(0)

  // Dispatch by key: the nearest unit gets the place to read out.
  await line(other, worn[1]!.name).click()
  await expect(
    card(other)
      .getByRole('button', { name: /^Dispatch / })
      .first(),
  ).toBeVisible()
  await other.keyboard.press('d')
  await expect(
    card(other).getByRole('button', { name: 'Dispatch' }).filter({ hasText: 'Dispatched' }),
  ).toBeVisible()
  const { list: messages } = await two.call(listMessages)
  expect(messages[0]?.text).toContain(`SOS from ${worn[1]!.name} at `)
  await expect(line(page, worn[1]!.name)).toHaveCount(0)

  // A call that nobody takes stays until somebody acknowledges it.
  await line(page, worn[2]!.name).click()
  await control(url, controlTalkHangUp, { body: { sn: worn[2]!.sn } })
  await expect(line(page, worn[2]!.name)).toContainText('Missed')
  await card(page).getByRole('button', { name: 'Acknowledge' }).click()
  await expect(line(page, worn[2]!.name)).toHaveCount(0)
  await expect(line(other, worn[2]!.name)).toHaveCount(0)

  // Processed anywhere, folded everywhere.
  await line(other, worn[3]!.name).click()
  await control(url, controlTalkHangUp, { body: { sn: worn[3]!.sn } })
  await card(other).getByRole('button', { name: 'Process the alarm' }).click()
  await expect(card(other)).toHaveCount(0)
  const detail = other.getByRole('dialog')
  await detail.getByRole('textbox', { name: 'Remark' }).fill('Found by the patrol.')
  await detail.getByRole('combobox', { name: 'Result' }).click()
  await other.getByTitle('Confirmed', { exact: true }).filter({ visible: true }).last().click()
  await detail.getByRole('button', { name: 'Confirm and create order' }).click()
  await expect(line(page, worn[3]!.name)).toHaveCount(0)
  const open = await Promise.all(worn.slice(0, 4).map((each) => expectAlarm(one, each, () => true)))
  expect(open.filter((alarm) => alarm.responderName === undefined && alarm.processingType === null)).toEqual(
    [],
  )
  await other.context().close()
})

test.describe('an operator off line', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('is told on coming back who had the call, and answers nobody twice', async ({
    console: page,
    simulator: { url },
    browser,
  }) => {
    test.setTimeout(180_000)
    const [worn] = (await wornCameras(url, 10)).slice(9)
    const { sn, name } = worn!
    const one = await Operator.signIn(url, 'dispatch1')
    await signIn(page, url, { loginName: 'dispatch1' })
    const other = await colleaguePage(browser)
    await signIn(other, url, { loginName: 'dispatch2' })
    await Promise.all([page, other].map(connected))
    await control(url, controlPressSos, { body: { sn, forMs: PRESSED_MS } })
    for (const each of [page, other]) await expect(line(each, name)).toBeVisible()

    await other.context().setOffline(true)
    const lost = other.getByRole('status').filter({ hasText: /^Connection lost: data as of/ })
    await expect(lost).toBeVisible()
    // A case that he knows of stays, and an action that cannot reach the platform reports it.
    await line(other, name).click()
    await other.keyboard.press('a')
    await expect(other.getByText('The platform cannot be reached').first()).toBeVisible()
    await expect(line(other, name)).not.toContainText('You are responding')

    await line(page, name).click()
    await page.keyboard.press('a')
    await expect(line(page, name)).toContainText('You are responding')

    await other.context().setOffline(false)
    await connected(other)
    await expect(lost).toHaveCount(0)
    await expect(line(other, name)).toHaveCount(0)
    const alarm = await expectAlarm(one, worn!, ({ responderId }) => responderId === one.userInfo!.userId)
    const { list } = await one.call(alarmHistory, { query: { id: alarm.id } })
    expect(list.filter(({ action }) => action === 'respond')).toHaveLength(1)
    await other.context().close()
  })
})

test('the card blocks nothing, stands over a dialog, and fits every window', async ({
  console: page,
  simulator: { url },
}) => {
  test.setTimeout(180_000)
  const [worn, next] = (await wornCameras(url, 8)).slice(6)
  await signIn(page, url, { loginName: 'dispatch1' })
  await connected(page)
  await page.getByRole('button', { name: /account and settings/ }).click()
  await page.getByRole('menuitem', { name: 'Alarm settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Alarm settings' })
  await expect(settings).toBeVisible()
  await control(url, controlPressSos, { body: { sn: worn!.sn, forMs: PRESSED_MS } })
  const answer = card(page).getByRole('button', { name: /^Answer/ })
  await expect(answer).toBeVisible()
  await expect.poll(() => card(page).locator('video').evaluate(shownPictures)).toBeGreaterThan(0)
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expect.poll(() => isInside(card(page), size), JSON.stringify(size)).toBe(true)
    expect(await isOnTop(answer), JSON.stringify(size)).toBe(true)
    await page.screenshot({ path: test.info().outputPath(`sos-${size.width}.png`) })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  // The dialog below is used meanwhile.
  await settings.getByRole('switch', { name: 'Alarm popup' }).click()
  await settings.getByRole('button', { name: 'Cancel' }).click()
  await expect(settings).toHaveCount(0)
  const { width, height } = (await card(page).boundingBox())!
  expect([width >= 750, height >= 500]).toEqual([true, true])
  await lookAt(page, 'SOS card', 'en', '.sos-card')

  // Put away it is counted, and nothing is lost.
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await expect(card(page)).toHaveCount(0)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /\d+ SOS/ })
    .click()
  await control(url, controlPressSos, { body: { sn: next!.sn, forMs: PRESSED_MS } })
  await line(page, next!.name).click()
  await card(page).getByRole('button', { name: 'Decline' }).click()
  await expect(line(page, next!.name)).toContainText('Nobody has responded')
  await expect(answer).toHaveCount(0)
  await card(page)
    .getByRole('button', { name: /^Respond/ })
    .click()
  await expect(line(page, next!.name)).toContainText('You are responding')
})

test('who may see home alone gets the card without a button or key that would do nothing, in Chinese, dark and light', async ({
  simulator: { url },
  browser,
}) => {
  test.setTimeout(120_000)
  const admin = await Operator.signIn(url)
  const loginName = 'soshome'
  const permission = [{ target: '/index' }]
  const { roleId } = await admin.call(addRole, { body: { name: loginName, permission } })
  const password = Operator.hash(DEMO_PASSWORD)
  await admin.call(addUser, { body: { loginName, name: loginName, password, roleId } })
  const [worn] = (await wornCameras(url, 9)).slice(8)
  await control(url, controlPressSos, { body: { sn: worn!.sn, forMs: PRESSED_MS } })
  for (const colorScheme of ['dark', 'light'] as const) {
    const context = await browser.newContext({ locale: 'zh-CN', colorScheme })
    const page = await context.newPage()
    await signIn(page, url, { loginName })
    // An SOS from before the sign-in opens the card, just as a new one does.
    await expect(page.getByRole('banner').getByRole('button', { name: /条 SOS/ })).toBeVisible()
    const sos = page.locator('.sos-card')
    const status = sos.locator('header').getByRole('status')
    await page.locator('.sos-queue, .sos-card > header').getByText(worn!.nameZh).first().click()
    await expect(status).toHaveText('无人响应')
    const names = await sos.locator('footer').getByRole('button').allInnerTexts()
    expect(names.filter((name) => !/^下一条/.test(name))).toEqual([])
    await expect(sos.locator('.sos-units')).toHaveCount(0)
    const taken: string[] = []
    page.on('request', (request) => taken.push(new URL(request.url()).pathname))
    for (const key of ['a', 'd']) await page.keyboard.press(key)
    await expect(status).toHaveText('无人响应')
    expect(taken.filter((path) => /respond|sendMessage/.test(path))).toEqual([])
    await lookAt(page, `SOS card, ${colorScheme}`, 'zh', '.sos-card')
    await page.screenshot({ path: test.info().outputPath(`sos-zh-${colorScheme}.png`) })
    await context.close()
  }
})

test('whichever of many calls the key goes to is seen in the list', async ({
  console: page,
  simulator: { url },
}) => {
  const vehicles = (await trueDevices(url, { kind: 'vehicle' })).filter(({ online }) => online).slice(0, 6)
  await signIn(page, url, { loginName: 'dispatch1' })
  await connected(page)
  await Promise.all(
    vehicles.map(({ sn }) => control(url, controlPressSos, { body: { sn, forMs: PRESSED_MS } })),
  )
  for (const { nameEn } of vehicles) await expect(line(page, nameEn)).toBeVisible()
  const selected = card(page).getByRole('list', { name: 'SOS calls' }).locator('[aria-current=true]')
  for (const _ of vehicles) {
    await page.keyboard.press('n')
    await expect(selected).toBeInViewport({ ratio: 1 })
  }
})

const shownPictures = (video: HTMLVideoElement | SVGElement) =>
  (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames

async function colleaguePage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ locale: 'en-US', permissions: ['microphone'] })).newPage()
}

async function isInside(
  box: Locator,
  { width, height }: { width: number; height: number },
): Promise<boolean> {
  const at = await box.boundingBox()
  return at !== null && at.x >= 0 && at.y >= 0 && at.x + at.width <= width && at.y + at.height <= height
}

/** A press in the middle of it meets it, and nothing that lies over it. */
function isOnTop(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const met = document.elementFromPoint(left + width / 2, top + height / 2)
    return met !== null && element.contains(met)
  })
}
