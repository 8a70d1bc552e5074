import type { BodyIn } from '@backlot/contract/call'
import { controlSetClock } from '@backlot/contract/control/calls'
import { controlAddFaults, controlRemoveFaults } from '@backlot/contract/control/fault-calls'
import type { Locator, Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras, trueDevice } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { findInTree, openCamera, pictureOf, windowAt } from './support/wall.ts'

async function parametersOf(page: Page, sn: string): Promise<Locator> {
  await (await findInTree(page, sn)).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Device parameters…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Parameters of / })
  await expect(dialog.getByRole('tab', { name: 'Encoding' })).toBeVisible()
  return dialog
}

/** Bright pixels of the lower right of a video's picture, where the title is written. */
async function titlePixels(window: Locator): Promise<number> {
  return window.locator('video').evaluate((video: HTMLVideoElement) => {
    const canvas = document.createElement('canvas')
    canvas.width = 320
    canvas.height = 180
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(video, 0, 0, 320, 180)
    const { data } = context.getImageData(160, 146, 160, 16)
    let bright = 0
    for (let i = 0; i < data.length; i += 4) if (data[i]! > 190 && data[i + 2]! > 190) bright++
    return bright
  })
}

// They move the clock.
test.use({ setBack: true })

test("a camera's title is set from afar, answered by it, and seen in its picture", async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  // At night: the bright part below is the title.
  await control(simulator.url, controlSetClock, {
    body: { action: 'jump', toMs: Date.UTC(2026, 10, 19, 18) },
  })
  await signIn(page, simulator.url, { to: '/realTime?layout=1' })
  const window = windowAt(page, 1)
  await openCamera(page, camera!, window)
  expect(await titlePixels(window)).toBeGreaterThan(20)
  const dialog = await parametersOf(page, camera!.sn)
  const place = await dialog.boundingBox()
  await dialog.getByRole('tab', { name: 'Time and title' }).click()
  // It stays where it is from tab to tab.
  await expect.poll(() => dialog.boundingBox()).toEqual(place)
  const send = dialog.getByRole('button', { name: 'Send to device' })
  await expect(send).toBeDisabled()
  await dialog.getByRole('switch', { name: 'Show the title in the picture' }).click()
  await send.click()
  await expect(page.getByText('The device accepted the settings')).toBeVisible()
  await expect(send).toBeDisabled()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => titlePixels(window), { intervals: [200] }).toBeLessThan(8)
  await pictureOf(window, (picture) => picture.camera === camera!.cameraNumber)
})

test('a device is upgraded and restarted from afar: its states are told as they come', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  await signIn(page, simulator.url, { to: '/realTime' })
  const dialog = await parametersOf(page, camera!.sn)
  await dialog.getByRole('tab', { name: 'Maintenance' }).click()
  await dialog.getByRole('button', { name: 'Upgrade' }).click()
  await expect(dialog.getByText(/^Downloading/)).toBeVisible()
  const clock = (body: BodyIn<typeof controlSetClock>) => control(simulator.url, controlSetClock, { body })
  const isOnline = async () => (await trueDevice(simulator.url, camera!.sn)).online
  await clock({ action: 'pause' })
  await clock({ action: 'step', byMs: 20_000 })
  await expect(dialog.getByText(/^Upgrading/)).toBeVisible()
  await clock({ action: 'step', byMs: 20_000 })
  await expect.poll(isOnline).toBe(false)
  await clock({ action: 'step', byMs: 60_000 })
  await expect.poll(isOnline).toBe(true)
  await clock({ action: 'resume' })
  await dialog.getByRole('tab', { name: 'General' }).click()
  await dialog.getByRole('tab', { name: 'Maintenance' }).click()
  await expect(dialog.getByText(/^Upgraded to/)).toBeVisible()
  await expect(dialog.getByText(/^Software version/)).toHaveText('Software version 2.6.2')
  await dialog.getByRole('button', { name: 'Restart' }).click()
  await page
    .getByRole('dialog', { name: 'Restart the device?' })
    .getByRole('button', { name: 'Restart' })
    .click()
  await expect(page.getByText('The device is restarting')).toBeVisible()
  await findInTree(page, camera!.sn)
  await page.getByRole('tab', { name: /^Offline/ }).click()
  await expect(page.getByRole('treeitem').and(page.getByTitle(new RegExp(`${camera!.sn}$`)))).toBeVisible()
})

// The refusals of addresses.
test.describe(() => {
  test.use({ expectedErrors: /status of 400/ })

  test('a busy device says so, and a push shows why it fails and when it is tried again', async ({
    console: page,
    simulator,
  }) => {
    // The first camera is being restarted, once the clock has been moved back.
    const { sn } = (await playingCameras(simulator.url, 'camera', 2))[1]!
    const requests: string[] = []
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        const frame = JSON.parse(String(payload)) as { type: string; call?: string }
        if (frame.call) requests.push(frame.call)
      }),
    )
    await signIn(page, simulator.url, { to: '/realTime' })
    const busy = { fault: 'device-trouble', parameters: { trouble: 'busy' }, target: { devices: [sn] } }
    const { list } = await control(simulator.url, controlAddFaults, { body: { faults: [busy] } })
    const dialog = await parametersOf(page, sn)
    await expect(dialog.getByText('The device is busy. Try again later')).toBeVisible()
    await control(simulator.url, controlRemoveFaults, { body: { ids: list.map(({ id }) => id) } })
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByLabel('Frame rate').first()).toBeVisible()
    // The platform takes these calls over the channel.
    expect(requests).toContain('deviceConfig.getVideoEncodeParam')

    // Edits are not lost by switching tabs.
    await dialog.getByRole('tab', { name: 'Time and title' }).click()
    const shown = dialog.getByRole('switch', { name: 'Show the title in the picture' })
    await shown.click()
    await dialog.getByRole('tab', { name: 'Stream push' }).click()
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(shown).not.toBeChecked()
    await dialog.getByRole('tab', { name: 'Stream push' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await dialog.getByRole('button', { name: 'Push a channel' }).click()
    const address = dialog.getByLabel('Address')
    await address.fill('rtmp://192.0.2.9/live/gate')
    await dialog.getByRole('button', { name: 'Send to device' }).click()
    await expect(
      page.getByText('Streams may not be pushed to 192.0.2.9 (--stream-allow at start)'),
    ).toBeVisible()
    await address.fill('rtmp://127.0.0.1:9/live/gate')
    await dialog.getByRole('button', { name: 'Send to device' }).click()
    await expect(page.getByText('port 9 is not allowed (80, 443, or 1024 and above)')).toBeVisible()
    await address.fill('rtmp://127.0.0.1:19350/live/gate')
    await dialog.getByRole('button', { name: 'Send to device' }).click()
    const work = dialog.getByRole('listitem').filter({ hasText: 'rtmp://127.0.0.1:19350/live/gate' })
    await expect(work).toContainText('The server cannot be reached or rejects the stream')
    await work.getByRole('button', { name: /^Stop pushing / }).click()
    await expect(dialog.getByText('No channels are pushed')).toBeVisible()
  })
})
