import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConsoleServer } from '@backlot/cli/console-server/create-console-server'
import { controlTalkCall, controlTalkDevice, controlTalkHangUp } from '@backlot/contract/control/talk-calls'
import { control } from '../../testing/control.ts'
import { expect } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { SignInPage, signIn } from './support/sign-in.ts'
import { diagnoseTalk, heardBy, toneHeard } from './support/talk.ts'
import {
  bodyCamera,
  callBox,
  chooseInTree,
  DEVICE_HZ,
  hold,
  PLAIN_NAME,
  test,
  withMicrophone,
} from './support/talk-page.ts'
import { openCamera, windowAt } from './support/wall.ts'

test.use(withMicrophone)

test.describe('talk on a page over plain http', () => {
  // The browser also reports that such a page has no isolation.
  test.use({ expectedErrors: /Cross-Origin-Opener-Policy/ })

  test('a page over plain http shows the guide, never on the sign-in page, and not again when told so', async ({
    console: page,
    simulator,
  }) => {
    const url = simulator.url.replace('127.0.0.1', PLAIN_NAME)
    const guide = page.getByRole('complementary', { name: 'Set up intercom and microphone' })
    await page.goto(url)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(guide).toBeHidden()
    await signIn(page, url, { to: '/realTime?layout=4', controlUrl: simulator.url })
    await expect(guide).toContainText('You can listen here')
    const { width, height } = page.viewportSize()!
    await page.setViewportSize({ width: 390, height })
    await expect(guide).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width, height })
    await guide.getByRole('button', { name: 'Step 2 of 7' }).click()
    await expect(guide).toContainText(`npx backlot console --platform ${url} --https`)
    await guide.getByRole('button', { name: 'Step 5 of 7' }).click()
    await expect(guide).toContainText('chrome://flags/#unsafely-treat-insecure-origin-as-secure')
    await guide.getByRole('button', { name: 'Step 6 of 7' }).click()
    await expect(guide).toContainText(url)
    await chooseInTree(page, (await bodyCamera(simulator.url)).sn, 'Intercom')
    await hold(page).click()
    await expect(page.getByText(/open the platform over https. See how to set up/)).toBeVisible()
    await guide.getByRole('checkbox', { name: 'Do not prompt again' }).check()
    await page.reload()
    await expect(page.getByRole('treeitem').first()).toBeVisible()
    await expect(guide).toBeHidden()
  })

  test('what is copied there can be pasted', async ({ console: page, simulator }) => {
    const url = simulator.url.replace('127.0.0.1', PLAIN_NAME)
    const { sn } = await bodyCamera(simulator.url)
    await signIn(page, url, { to: '/realTime?layout=4', controlUrl: simulator.url })
    expect(await page.evaluate(() => 'clipboard' in navigator)).toBe(false)
    const search = page.getByRole('searchbox', { name: 'Enter a name or serial number' })
    const pasted = async () => {
      await search.fill('')
      await page.keyboard.press('ControlOrMeta+V')
      return search.inputValue()
    }
    const guide = page.getByRole('complementary', { name: /^Set up intercom/ })
    await guide.getByRole('button', { name: 'Step 2 of 7' }).click()
    await guide.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(guide.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await pasted()).toContain(`--platform ${url} --https`)
    await guide.getByRole('button', { name: 'Close' }).click()
    await chooseInTree(page, sn, 'Copy serial number')
    await expect(page.getByText('Copied', { exact: true })).toBeVisible()
    expect(await pasted()).toBe(sn)
    // A dialog keeps the focus inside.
    await page.goto(`${url}/#/systemManange/deviceManage`)
    await page.getByRole('row').nth(1).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'QR code' }).click()
    const dialog = page.getByRole('dialog')
    const number = await dialog.locator('output').innerText()
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByText('Copied', { exact: true }).last()).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.goto(`${url}/#/realTime?layout=4`)
    expect(await pasted()).toBe(number)
  })

  test('what a device says is heard there: listening, a call of its own, a meeting', async ({
    console: page,
    simulator,
  }) => {
    const url = simulator.url.replace('127.0.0.1', PLAIN_NAME)
    const { sn } = await bodyCamera(simulator.url)
    await control(simulator.url, controlTalkDevice, {
      body: { sn, toneHz: DEVICE_HZ, answer: 'ok', echoMs: 0 },
    })
    await diagnoseTalk(page)
    await signIn(page, url, { to: '/realTime?layout=4', controlUrl: simulator.url })
    const able = () => [isSecureContext, 'audioWorklet' in AudioContext.prototype]
    expect(await page.evaluate(able)).toEqual([false, false])
    await page
      .getByRole('complementary', { name: /^Set up intercom/ })
      .getByRole('button', { name: 'Close' })
      .click()
    await chooseInTree(page, sn, 'Listen')
    await toneHeard(page, DEVICE_HZ, DEVICE_HZ + 450)
    await callBox(page).getByRole('button', { name: 'Hang up' }).click()
    await expect(callBox(page)).toBeHidden()

    await control(simulator.url, controlTalkCall, { body: { sn } })
    await callBox(page).getByRole('button', { name: 'Answer' }).click()
    await toneHeard(page, DEVICE_HZ, DEVICE_HZ + 450)
    await control(simulator.url, controlTalkHangUp, { body: { sn } })
    await expect(callBox(page)).toBeHidden()

    await page.getByRole('banner').getByRole('button', { name: 'Talk', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Audio meeting' }).click()
    const meeting = page.getByRole('complementary', { name: 'Audio meeting' })
    await meeting.getByRole('button', { name: 'New meeting' }).click()
    await meeting.getByRole('combobox', { name: 'Devices' }).fill(sn)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await meeting.getByRole('button', { name: 'Start' }).click()
    await toneHeard(page, DEVICE_HZ, DEVICE_HZ + 450)
    await meeting.getByRole('button', { name: 'End for all' }).click()
  })
})

test.describe('talk through the console over https', () => {
  test.use({ ignoreHTTPSErrors: true })

  test('under a name that is not localhost, video plays, and a call is answered and spoken in', async ({
    console: page,
    simulator,
  }) => {
    const data = await mkdtemp(join(tmpdir(), 'backlot-https-'))
    await using server = await createConsoleServer({
      platform: new URL(simulator.url),
      allowedHosts: [PLAIN_NAME],
      https: { folder: data },
    })
    const url = server.url.replace('127.0.0.1', PLAIN_NAME)
    await page.context().grantPermissions(['microphone'], { origin: url })
    const { sn } = await bodyCamera(simulator.url)
    await control(simulator.url, controlTalkDevice, {
      body: { sn, toneHz: DEVICE_HZ, answer: 'ok', echoMs: 0 },
    })
    const origins = new Set<string>()
    page.on('websocket', (socket) => origins.add(new URL(socket.url()).origin))
    await diagnoseTalk(page)
    const signInPage = new SignInPage(page, url, 'en', simulator.url)
    await signInPage.open('/#/login?to=%2FrealTime%3Flayout%3D4')
    expect(await signInPage.send({ loginName: 'admin', password: 'Backlot@2026' })).toBe(0)
    await expect(page.getByRole('treeitem').first()).toBeVisible()
    expect(await page.evaluate(() => isSecureContext)).toBe(true)
    await expect(page.getByRole('complementary', { name: /^Set up intercom/ })).toBeHidden()
    const cookies = await page.context().cookies()
    expect(cookies.filter(({ httpOnly, secure }) => httpOnly && !secure)).toEqual([])
    const [camera] = await playingCameras(simulator.url, 'camera', 1)
    await openCamera(page, camera!, windowAt(page, 1))

    await control(simulator.url, controlTalkCall, { body: { sn } })
    await callBox(page).getByRole('button', { name: 'Answer' }).click()
    await toneHeard(page, DEVICE_HZ, DEVICE_HZ + 450)
    await callBox(page).getByRole('button', { name: 'Hold to talk' }).hover()
    await page.mouse.down()
    await expect.poll(async () => (await heardBy(simulator.url, sn)).frames).toBeGreaterThan(25)
    await page.mouse.up()
    await callBox(page).getByRole('button', { name: 'Hang up' }).click()
    await expect(callBox(page)).toBeHidden()
    expect([...origins]).toEqual([url.replace('https', 'wss')])
    await rm(data, { recursive: true })
  })
})
