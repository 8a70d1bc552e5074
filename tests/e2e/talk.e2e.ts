import {
  controlTalk,
  controlTalkCall,
  controlTalkDevice,
  controlTalkHangUp,
  controlTalkServer,
} from '@backlot/contract/control/talk-calls'
import { control } from '../../testing/control.ts'
import { expect } from './support/console-test.ts'
import { playingCameras, trueDevices } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { diagnoseTalk, heardBy, roundTripMs, toneHeard } from './support/talk.ts'
import {
  bodyCamera,
  callBox,
  callBySomebodyElse,
  chooseInTree,
  DEVICE_HZ,
  ECHO_MS,
  hold,
  note,
  panel,
  test,
  withMicrophone,
} from './support/talk-page.ts'
import { TEST_SOUND } from './support/test-sound.ts'
import { openCamera, windowAt } from './support/wall.ts'

test.use(withMicrophone)

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
      { answer: 'intercomOffline', text: 'The device intercom is offline' },
    ] as const
    for (const { answer, text } of answers) {
      await control(url, controlTalkDevice, { body: { sn, answer } })
      await hold(page).click()
      await expect(page.getByText(text, { exact: true })).toBeVisible()
      await expect(callBox(page)).toBeHidden()
    }
    await control(url, controlTalkDevice, { body: { sn, answer: 'ok' } })

    // Another operator talks with it: his call continues, this one is notified.
    const hangUpOther = await callBySomebodyElse(page, url, sn)
    await hold(page).click()
    await expect(page.getByText('The device is busy', { exact: true })).toBeVisible()
    expect((await control(url, controlTalk)).calls).toHaveLength(1)
    await hangUpOther()
    await expect.poll(async () => (await control(url, controlTalk)).calls).toEqual([])

    // The browser has no microphone to give: as the specification of getUserMedia names it.
    const faults = [
      { name: 'NotFoundError', text: 'No microphone found' },
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
    await expect(page.getByText('Microphone access was denied.')).toBeVisible()
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
    // A meeting that ends discards its unsent entries, and the next one begins without.
    await meeting.getByRole('button', { name: 'Invite' }).click()
    await expect(meeting.getByRole('button', { name: 'Invite' })).toBeDisabled()
    await control(url, controlTalkServer, { body: { downForMs: 1000 } })
    await meeting.getByRole('button', { name: 'New meeting' }).click()
    await meeting.getByRole('button', { name: 'Start' }).click()
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
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(ptt).toBeInViewport({ ratio: 1 })
  })
})
