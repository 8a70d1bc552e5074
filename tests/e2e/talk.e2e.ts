import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConsoleServer } from '@backlot/cli/console-server/create-console-server'
import {
  controlTalk,
  controlTalkCall,
  controlTalkDevice,
  controlTalkHangUp,
  controlTalkServer,
} from '@backlot/contract/control/talk-calls'
import type { Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import playwrightConfig from '../playwright.config.ts'
import { test as base, expect } from './support/console-test.ts'
import { playingCameras, trueDevices } from './support/fleet.ts'
import { SignInPage, signIn } from './support/sign-in.ts'
import { diagnoseTalk, heardBy, roundTripMs, toneHeard } from './support/talk.ts'
import { TEST_SOUND, writeTestSound } from './support/test-sound.ts'
import { findInTree, openCamera, windowAt } from './support/wall.ts'

/** A name that is not localhost: pages under it are not secure over plain http. */
const PLAIN_NAME = 'backlot.example'

const test = base.extend<object, { simulator: LaunchedSimulator }>({
  simulator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      await using simulator = await launchSimulator([
        '--check-replies',
        '--log-level',
        'warn',
        '--allowed-host',
        PLAIN_NAME,
        ...BY_DAY,
      ])
      await use(simulator)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

test.use({
  permissions: ['microphone'],
  launchOptions: {
    ...playwrightConfig.use?.launchOptions,
    args: [
      ...(playwrightConfig.use?.launchOptions?.args ?? []),
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${writeTestSound()}`,
      `--host-resolver-rules=MAP ${PLAIN_NAME} 127.0.0.1`,
    ],
  },
})

const DEVICE_HZ = 1700
const ECHO_MS = 300

async function bodyCamera(url: string): Promise<{ sn: string }> {
  const found = (await trueDevices(url, { kind: 'bodyCamera' })).find(({ online }) => online)
  if (!found) throw new Error('No body camera is online.')
  return found
}

/** Chooses an entry of a device's menu in the tree. */
async function chooseInTree(page: Page, sn: string, entry: string): Promise<void> {
  await (await findInTree(page, sn)).click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** Says a figure in the report of the run. */
function note(description: string): void {
  test.info().annotations.push({ type: 'figure', description })
}

/** Another session calls a device, over a socket of its own. Answers how to hang up. */
async function callBySomebodyElse(page: Page, url: string, sn: string): Promise<() => Promise<void>> {
  const { sessionId } = await Operator.signIn(url)
  const socket = await page.evaluateHandle(
    async (other) => {
      const link = new WebSocket(`ws://${location.host}/talk`)
      const says = (type: string) =>
        new Promise<void>((resolve) => {
          link.addEventListener('message', ({ data }) => {
            if (typeof data === 'string' && JSON.parse(data).type === type) resolve()
          })
        })
      await new Promise((resolve) => link.addEventListener('open', resolve))
      const login = { type: 'talkLogin', service: 'intercom', projectName: 'backlot', loginName: 'admin' }
      link.send(JSON.stringify({ ...login, sessionId: other.sessionId }))
      await says('talkLoginReply')
      const targets = [{ sn: other.sn, chnId: 1 }]
      link.send(JSON.stringify({ type: 'callStart', callId: 'other', kind: 'call', targets }))
      await says('callState')
      return link
    },
    { sessionId, sn },
  )
  return () => socket.evaluate((link) => link.close())
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Intercom' })
const callBox = (page: Page) => page.getByRole('complementary', { name: 'Call', exact: true })
const hold = (page: Page) => panel(page).getByRole('button', { name: 'Hold to talk' })

test.describe('talk', () => {
  test('a duplex call: the device is heard, hears the microphone without loss, and echoes it in time', async ({
    console: page,
    simulator: { url },
  }) => {
    const camera = await bodyCamera(url)
    await control(url, controlTalkDevice, { body: { sn: camera.sn, toneHz: DEVICE_HZ } })
    await diagnoseTalk(page)
    await signIn(page, url, { to: '/realTime?layout=4' })
    await chooseInTree(page, camera.sn, 'Intercom')
    await hold(page).hover()
    await page.mouse.down()
    await expect(callBox(page)).toContainText(camera.sn)
    await expect(callBox(page)).toContainText('Connected')
    await toneHeard(page, DEVICE_HZ, DEVICE_HZ + 450)

    await expect.poll(async () => (await heardBy(url, camera.sn)).frames).toBeGreaterThan(50)
    await page.mouse.up()
    await expect.poll(async () => (await heardBy(url, camera.sn)).captured).toBeGreaterThan(50)
    const heard = await heardBy(url, camera.sn)
    expect(heard.loss).toBeLessThan(0.02)
    expect(heard.peakDb).toBeGreaterThan(-30)

    await control(url, controlTalkDevice, {
      body: { sn: camera.sn, toneHz: 0, silent: true, echoMs: ECHO_MS },
    })
    await hold(page).focus()
    await page.keyboard.down('Space')
    const trip = await roundTripMs(page, TEST_SOUND.hz)
    const { loss } = await heardBy(url, camera.sn)
    note(`round trip ${(trip - ECHO_MS).toFixed(0)} ms beside the echo's ${ECHO_MS}, loss ${loss}`)
    expect(trip).toBeGreaterThan(ECHO_MS)
    expect(trip).toBeLessThan(TEST_SOUND.everyMs)
    await page.keyboard.up('Space')

    await callBox(page).getByRole('button', { name: 'Hang up' }).click()
    await expect(callBox(page)).toBeHidden()
    expect((await control(url, controlTalk)).calls).toEqual([])
  })

  test('a V1 call from a window speaks while pressed and listens after; a broadcast ends with the press', async ({
    console: page,
    simulator: { url },
  }) => {
    const cameras = await playingCameras(url, 'camera', 20)
    // Serial numbers of GB/T 28181 have twenty digits.
    const camera = cameras.find(({ sn }) => /^\d{20}$/.test(sn))!
    await control(url, controlTalkDevice, { body: { sn: camera.sn, toneHz: DEVICE_HZ } })
    await diagnoseTalk(page)
    await signIn(page, url, { to: '/realTime?layout=4' })
    const window = windowAt(page, 1)
    await openCamera(page, camera, window)
    await window.hover()
    await window.getByRole('button', { name: 'Intercom', exact: true }).click()
    await hold(page).hover()
    await page.mouse.down()
    await expect(callBox(page)).toContainText('Speaking')
    await expect.poll(async () => (await heardBy(url, camera.sn)).frames).toBeGreaterThan(25)
    await page.mouse.up()
    await expect(callBox(page)).toContainText('Listening')
    await toneHeard(page, DEVICE_HZ, DEVICE_HZ + 450)
    expect((await heardBy(url, camera.sn)).loss).toBeLessThan(0.02)

    await panel(page).getByText('Broadcast', { exact: true }).click()
    await expect(callBox(page)).toBeHidden()
    await panel(page).getByRole('button', { name: 'Hold to broadcast' }).hover()
    await page.mouse.down()
    await expect(callBox(page)).toContainText('Broadcasting')
    await page.mouse.up()
    await expect(callBox(page)).toBeHidden()
  })

  test('an incoming call is answered, hung up by the device, and listening says why it cannot be', async ({
    console: page,
    simulator: { url },
  }) => {
    const camera = await bodyCamera(url)
    const { sn } = camera
    await control(url, controlTalkDevice, { body: { sn, toneHz: DEVICE_HZ, answer: 'ok', echoMs: 0 } })
    await diagnoseTalk(page)
    await signIn(page, url, { to: '/realTime?layout=4' })
    await expect.poll(async () => (await control(url, controlTalk)).links.length).toBeGreaterThan(0)
    await control(url, controlTalkCall, { body: { sn } })
    await expect(callBox(page)).toContainText('Incoming call')
    await expect(callBox(page)).toContainText(sn)
    await callBox(page).getByRole('button', { name: 'Answer' }).click()
    await toneHeard(page, DEVICE_HZ, DEVICE_HZ + 450)
    await control(url, controlTalkHangUp, { body: { sn } })
    await expect(page.getByText('The device hung up')).toBeVisible()
    await expect(callBox(page)).toBeHidden()

    const refusals = [
      { answer: 'audioOffline', text: 'The audio device is offline' },
      { answer: 'network', text: 'Network failure' },
      { answer: 'intercomOffline', text: 'Cannot connect to the intercom server' },
      { answer: 'unknown', text: 'The call failed' },
    ] as const
    for (const { answer, text } of refusals) {
      await control(url, controlTalkDevice, { body: { sn, answer } })
      await chooseInTree(page, sn, 'Listen')
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    }
    const [old] = await trueDevices(url, { kind: 'solarStation' })
    await chooseInTree(page, old!.sn, 'Intercom')
    await expect(page.getByText('The device does not support intercom or listening')).toBeVisible()
  })

  test('the popup of the map opens a talk, and what stands in its way is said', async ({
    console: page,
    simulator: { url },
  }) => {
    const { sn } = await bodyCamera(url)
    await control(url, controlTalkDevice, { body: { sn, toneHz: DEVICE_HZ, answer: 'ok', echoMs: 0 } })
    await diagnoseTalk(page)
    await signIn(page, url, { to: `/dispatch?sn=${sn}` })
    const popup = page.getByRole('region', { name: 'Device information' })
    await popup.getByRole('button', { name: 'Talk' }).click()
    await page.getByRole('menuitem', { name: 'Intercom', exact: true }).click()
    await hold(page).hover()
    await page.mouse.down()
    await expect(callBox(page)).toContainText(sn)
    await toneHeard(page, DEVICE_HZ, DEVICE_HZ + 450)
    await page.mouse.up()
    await callBox(page).getByRole('button', { name: 'Hang up' }).click()
    await expect(callBox(page)).toBeHidden()

    // The device takes no call.
    const answers = [
      { answer: 'busy', text: 'The device is busy' },
      { answer: 'refuse', text: 'The device refused the call' },
      { answer: 'intercomOffline', text: 'The intercom of the device is offline' },
    ] as const
    for (const { answer, text } of answers) {
      await control(url, controlTalkDevice, { body: { sn, answer } })
      await hold(page).click()
      await expect(page.getByText(text, { exact: true })).toBeVisible()
      await expect(callBox(page)).toBeHidden()
    }
    await control(url, controlTalkDevice, { body: { sn, answer: 'ok' } })

    // Another operator talks with it: his call goes on, this one is told.
    const hangUpOther = await callBySomebodyElse(page, url, sn)
    await hold(page).click()
    await expect(page.getByText('The device is busy', { exact: true })).toBeVisible()
    expect((await control(url, controlTalk)).calls).toHaveLength(1)
    await hangUpOther()
    await expect.poll(async () => (await control(url, controlTalk)).calls).toEqual([])

    // The browser has no microphone to give: as the specification of getUserMedia names it.
    const faults = [
      { name: 'NotFoundError', text: 'There is no microphone' },
      { name: 'NotReadableError', text: 'The microphone is in use by another program' },
    ]
    for (const { name, text } of faults) {
      await page.evaluate((why) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', why))
      }, name)
      await hold(page).click()
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    }
    await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'))
    await page.context().clearPermissions()
    await hold(page).click()
    await expect(page.getByText('The microphone was refused.')).toBeVisible()
    await control(url, controlTalkServer, { body: { downForMs: 1000 } })
    await hold(page).click()
    await expect(page.getByText('The intercom server is offline')).toBeVisible()
    expect((await control(url, controlTalk)).calls).toEqual([])
  })

  test('a meeting with a device and a push-to-talk group carry the voice', async ({
    console: page,
    simulator: { url },
  }) => {
    const { sn } = await bodyCamera(url)
    await control(url, controlTalkDevice, { body: { sn, toneHz: DEVICE_HZ, answer: 'ok', echoMs: 0 } })
    await diagnoseTalk(page)
    await signIn(page, url, { to: '/index' })
    const menu = page.getByRole('banner').getByRole('button', { name: 'Talk', exact: true })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Audio meeting' }).click()
    const meeting = page.getByRole('complementary', { name: 'Audio meeting' })
    await meeting.getByRole('button', { name: 'New meeting' }).click()
    await meeting.getByRole('combobox', { name: 'Devices' }).fill(sn)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await meeting.getByRole('button', { name: 'Start' }).click()
    const member = meeting.getByRole('listitem').filter({ hasNotText: '(you)' })
    await expect(member).toContainText('speaking')
    await toneHeard(page, DEVICE_HZ, DEVICE_HZ + 450)
    await expect.poll(async () => (await heardBy(url, sn)).peakDb).toBeGreaterThan(-30)
    await member.getByRole('button', { name: 'Mute: ' }).click()
    await expect(member).not.toContainText('speaking')
    await meeting.getByRole('button', { name: 'End for all' }).click()
    await meeting.getByRole('button', { name: 'Close' }).click()

    await control(url, controlTalk, { query: { sn, reset: 'true' } })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Push-to-talk' }).click()
    const ptt = page.getByRole('complementary', { name: 'Push-to-talk' })
    await ptt.getByRole('combobox', { name: 'Group' }).click()
    await page.keyboard.press('Enter')
    await ptt.getByRole('button', { name: 'Hold to talk' }).hover()
    await page.mouse.down()
    await expect(ptt.getByRole('status')).toContainText('You are speaking')
    await expect.poll(async () => (await heardBy(url, sn)).frames).toBeGreaterThan(20)
    await page.mouse.up()
    await expect.poll(async () => (await heardBy(url, sn)).captured).toBeGreaterThan(20)
    expect((await heardBy(url, sn)).loss).toBeLessThan(0.05)
  })
})

test.describe('talk on a page over plain http', () => {
  // The browser says by the way that such a page has no isolation.
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
    await guide.getByRole('button', { name: 'Step 2 of 7' }).click()
    await expect(guide).toContainText(`npx backlot console --platform ${url} --https`)
    await guide.getByRole('button', { name: 'Step 5 of 7' }).click()
    await expect(guide).toContainText('chrome://flags/#unsafely-treat-insecure-origin-as-secure')
    await guide.getByRole('button', { name: 'Step 6 of 7' }).click()
    await expect(guide).toContainText(url)
    await chooseInTree(page, (await bodyCamera(simulator.url)).sn, 'Intercom')
    await hold(page).click()
    await expect(page.getByText(/open the platform over https: see how to set up/)).toBeVisible()
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
