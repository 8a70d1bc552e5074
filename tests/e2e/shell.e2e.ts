import { readFileSync } from 'node:fs'
import { getInfo } from '@backlot/contract/session/calls'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { diagnoseMap, mapAtRest } from './support/map.ts'
import { finishedAnimations } from './support/motions.ts'
import { signIn } from './support/sign-in.ts'
import { openCamera, pictureOf, windowAt } from './support/wall.ts'

test('the wall fills the screen with its tools and lists, and gives it back', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  await signIn(page, simulator.url, { to: '/realTime?layout=1' })
  const window = windowAt(page, 1)
  await openCamera(page, camera!, window)
  const width = async () => (await window.boundingBox())!.width
  const before = await width()
  await page.getByRole('button', { name: 'Full screen', exact: true }).click()
  const leave = page.getByRole('button', { name: 'Exit full screen', exact: true })
  await expect(leave).toBeVisible()
  await expect.poll(width).toBeGreaterThan(before + 200)

  await window.hover()
  await window.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Diagnosis' })).toBeVisible()
  await page.keyboard.press('Escape')
  await window.getByRole('button', { name: 'Snapshot', exact: true }).click()
  const told = page.getByText('Command sent')
  // It moves in.
  await expect.poll(() => told.evaluate(isOnTop)).toBe(true)

  await leave.click()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expect.poll(width).toBeCloseTo(before, 0)
})

test.describe('nobody at the desk', () => {
  // Requests in progress when the session ended are refused.
  test.use({ expectedErrors: /status of 401/ })

  test('the session ends after its time, not while somebody is there', async ({
    console: page,
    simulator,
  }) => {
    await page.clock.install()
    const { userInfo } = await (await Operator.signIn(simulator.url)).call(getInfo)
    const timeoutMs = userInfo.autoLogoutTimeout * 60_000
    expect(timeoutMs).toBeGreaterThan(60_000)
    await signIn(page, simulator.url)
    await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
    await page.clock.fastForward(timeoutMs - 60_000)
    await page.mouse.move(300, 300)
    await page.clock.fastForward(timeoutMs - 60_000)
    await expect(page.getByRole('banner')).toBeVisible()
    await page.clock.fastForward(2 * 60_000)
    await expect(page.getByText('You have been signed out because of inactivity')).toBeVisible()
  })

  test('the session goes on in all tabs while somebody is at one of them', { tag: '@main' }, async ({
    console: page,
    context,
    simulator,
  }) => {
    await page.clock.install()
    const { userInfo } = await (await Operator.signIn(simulator.url)).call(getInfo)
    const mostMs = userInfo.autoLogoutTimeout * 60_000 - 60_000
    await signIn(page, simulator.url)
    const other = await context.newPage()
    await other.goto(new URL('/#/index', simulator.url).href)
    await expect(other.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
    // The clock is that of all pages of the context.
    const pass = (ms: number) => page.clock.fastForward(ms)
    await page.evaluate(() => {
      const { sessionId } = JSON.parse(localStorage.getItem('userInfo') ?? '{}')
      const link = new BroadcastChannel(`backlot-activity-${sessionId}`)
      Object.assign(globalThis, {
        toldOfActivity: new Promise((resolve) => link.addEventListener('message', resolve)),
      })
    })
    await pass(mostMs)
    await other.mouse.move(300, 300)
    // Put there by the script above.
    await page.evaluate(() =>
      (globalThis as unknown as { toldOfActivity: Promise<void> }).toldOfActivity.then(() => 1),
    )
    await pass(mostMs)
    await pass(1000)
    for (const tab of [page, other]) await expect(tab.getByRole('banner')).toBeVisible()
    await pass(2 * 60_000)
    await expect(page.getByText('You have been signed out because of inactivity')).toBeVisible()
  })
})

test.describe('a server that no longer has a file of the page', () => {
  // Its answer, and the failure that the page reports for it.
  test.use({ expectedErrors: /status of 404|ChunkError/ })

  for (const [what, module, words] of [
    ['a screen', 'src/areas/logs/visit-log-screen.tsx', 'This part of the page is missing on the server'],
    ['the shell', 'src/shell/shell.tsx', 'The page has failed'],
  ] as const) {
    test(`${what}: the page says so and offers to load it anew`, async ({ console: page, simulator }) => {
      await signIn(page, simulator.url)
      const file = `**/${fileOf(module)}`
      await page.route(file, (route) => route.fulfill({ status: 404 }))
      await page.goto('about:blank')
      await page.goto(new URL('/#/maintenance/visitLog', simulator.url).href)
      await expect(page.getByText(words)).toBeVisible()
      await page.unroute(file)
      await page.getByRole('button', { name: 'Reload page' }).click()
      await expect(page.getByRole('columnheader').first()).toBeVisible()
    })
  }
})

/** The built file of a module of the console. */
function fileOf(module: string): string {
  const manifest = new URL('../../console/dist/.vite/manifest.json', import.meta.url)
  return (JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { file: string }>)[module]!.file
}

test('a silent line and a browser that is offline show as a lost connection until something comes again', {
  tag: '@main',
}, async ({ console: page, simulator }) => {
  let muted = false
  await page.routeWebSocket(/\/realtime/, (socket) => {
    const platform = socket.connectToServer()
    platform.onMessage((message) => {
      if (!muted) socket.send(message)
    })
  })
  await signIn(page, simulator.url)
  const connected = page.getByRole('button', { name: /Real-time channel connected/ })
  const banner = page.getByRole('status').filter({ hasText: 'Connection lost: data as of' })
  await expect(connected).toBeVisible()
  muted = true
  await expect(banner).toBeVisible()
  await expect(page.getByRole('button', { name: /Real-time channel not connected/ })).toBeVisible()
  muted = false
  await expect(banner).toHaveCount(0)
  await expect(connected).toBeVisible()

  muted = true
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await expect(banner).toBeVisible()
  muted = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(connected).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test.describe('an account with a single sign-in', () => {
  // Requests in progress when the session ended are refused.
  test.use({ expectedErrors: /status of 401/ })

  test('is signed out where it was before, and told why', async ({ console: page, simulator }) => {
    await signIn(page, simulator.url, { loginName: 'video3' })
    await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
    await Operator.signIn(simulator.url, 'video3')
    const warning = page.getByRole('dialog', { name: /signed out by an administrator or another sign-in/ })
    await warning.getByRole('button', { name: 'Go to sign-in' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('signed out by an administrator or another sign-in')
  })
})

test('another theme: the map is repainted, pictures go on, nothing covers the information window', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'ptzCamera', 1)
  await diagnoseMap(page)
  await signIn(page, simulator.url, { to: `/dispatch?sn=${camera!.sn}` })
  await mapAtRest(page)
  const popup = page.getByRole('region', { name: 'Device information' })
  await popup.getByRole('button', { name: 'Live video' }).click()
  const video = page.getByRole('region', { name: /^Live video / })
  const before = await pictureOf(video, (picture) => picture.camera === camera!.cameraNumber)
  expect(await popup.evaluate(isOnTop)).toBe(true)
  const dark = (await page.screenshot()).length

  const html = page.locator('html')
  const theme = await html.getAttribute('data-theme')
  await page.getByRole('button', { name: /account and settings/ }).click()
  await page.getByRole('menuitem', { name: theme === 'dark' ? 'Light' : 'Dark', exact: true }).click()
  await expect(html).toHaveAttribute('data-theme', theme === 'dark' ? 'light' : 'dark')
  await mapAtRest(page)
  await pictureOf(video, (picture) => picture.timeMs > before.timeMs)
  await expect(popup).toContainText(camera!.sn)
  await finishedAnimations(page)
  expect((await page.screenshot()).length).not.toBe(dark)
})

test('a theme that comes back looks as before', async ({ console: page, simulator }) => {
  await signIn(page, simulator.url, { to: '/systemManange/userManage' })
  const html = page.locator('html')
  const button = page.locator('.table-bar').getByRole('button', { name: 'Refresh' })
  const look = () =>
    button.evaluate((element) => {
      const { backgroundColor, borderTopColor, color } = getComputedStyle(element)
      return [backgroundColor, borderTopColor, color].join(' ')
    })
  const change = async (theme: 'dark' | 'light') => {
    await page.getByRole('button', { name: /account and settings/ }).click()
    await page.getByRole('menuitem', { name: theme === 'dark' ? 'Dark' : 'Light', exact: true }).click()
    await expect(html).toHaveAttribute('data-theme', theme)
    await page.mouse.move(5, 400)
    await finishedAnimations(page)
    return look()
  }
  const [dark, light] = [await change('dark'), await change('light')]
  expect(light).not.toBe(dark)
  expect(await change('dark')).toBe(dark)
  expect(await change('light')).toBe(light)
})

test("the browser's way back closes what lies over the screen, and asks before entries are lost", async ({
  console: page,
  simulator,
}) => {
  await signIn(page, simulator.url, { to: '/systemManange/rolesManage' })
  await page.getByRole('link', { name: 'User Mgt' }).click()
  const add = page.getByRole('button', { name: 'Add user' })
  await add.click()
  const form = page.getByRole('dialog', { name: 'Add user' })
  const ask = page.getByRole('dialog', { name: 'Discard your changes?' })
  await form.getByLabel('User name').fill('somebody')
  // An open list over the form closes with the layer below it.
  await form.getByRole('combobox').first().click()
  // Nobody types and goes back within one picture of the screen.
  await finishedAnimations(page)
  await page.goBack()
  await expect(ask).toBeVisible()
  await finishedAnimations(page)
  // The question itself is a dialog.
  await page.goBack()
  await expect(ask).toBeHidden()
  await expect(form.getByLabel('User name')).toHaveValue('somebody')
  await finishedAnimations(page)
  await page.goBack()
  await ask.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/userManage/)

  // One that is closed by its cross leaves nothing in the history.
  await add.click()
  await form.getByRole('button', { name: 'Close' }).click()
  await expect(form).toBeHidden()
  // The button that opened a dialog has the focus again, after its cross as after Escape.
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await finishedAnimations(page)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(add).toBeFocused()
  await page.getByRole('button', { name: /Real-time channel connected/ }).click()
  const diagnostics = page.getByRole('dialog', { name: 'Diagnostics' })
  await expect(diagnostics).toBeVisible()
  await finishedAnimations(page)
  await page.goBack()
  await expect(diagnostics).toBeHidden()
  await expect(page).toHaveURL(/userManage/)
  await finishedAnimations(page)
  await page.goBack()
  await expect(page).toHaveURL(/rolesManage/)
  await page.goForward()
  await expect(add).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

for (const first of ['no-preference', 'reduce'] as const) {
  test(`the system wants less motion or more, ${first} at first: what was entered stays`, async ({
    console: page,
    simulator,
  }) => {
    await page.emulateMedia({ reducedMotion: first })
    await signIn(page, simulator.url, { to: '/systemManange/userManage' })
    await page.getByRole('button', { name: 'Add user' }).click()
    const form = page.getByRole('dialog', { name: 'Add user' })
    const name = form.getByLabel('User name')
    await name.fill('somebody')
    const same = await name.elementHandle()
    const other = first === 'reduce' ? 'no-preference' : 'reduce'
    for (const reducedMotion of [other, first, other] as const) {
      await page.emulateMedia({ reducedMotion })
      const still = reducedMotion === 'reduce'
      // The buttons' colours fade, or change at once.
      await expect
        .poll(() => form.getByRole('button', { name: 'Cancel' }).evaluate(transitionSeconds))
        .toBe(still ? 0 : 0.12)
      await expect(name).toHaveValue('somebody')
      expect(await same!.evaluate((field) => field.isConnected)).toBe(true)
    }
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect(form).toBeHidden()
  })
}

const transitionSeconds = (element: Element) =>
  Number.parseFloat(getComputedStyle(element).transitionDuration)

/** Whether a click at the middle and the corners of an element would hit it. */
function isOnTop(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const points = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + 8, top + 8],
    [right - 8, top + 8],
    [right - 8, bottom - 8],
  ] as const
  return points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)))
}
