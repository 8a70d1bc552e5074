import { controlClock, controlSetDevice } from '@backlot/contract/control/calls'
import { control } from '../../testing/control.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras, trueDevice, trueDevices } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { findInTree, openCamera, pictureOf, windowAt } from './support/wall.ts'

/** Far more than a picture's age ever is; only a stream that has stopped is older. */
const SANE_AGE_MS = 10_000

test.describe('the wall of live video', () => {
  test('shows in each of four windows the camera that was opened there, moving and young', {
    tag: '@main',
  }, async ({ console: page, simulator }) => {
    const cameras = await playingCameras(simulator.url, 'camera', 4)
    await signIn(page, simulator.url, { to: '/realTime?layout=4' })
    for (const [i, camera] of cameras.entries()) {
      const window = windowAt(page, i + 1)
      await window.click()
      const first = await openCamera(page, camera, window)
      const later = await pictureOf(window, (picture) => picture.timeMs > first.timeMs)
      expect(later.camera).toBe(camera.cameraNumber)
    }
    for (const [i, camera] of cameras.entries()) {
      const picture = await pictureOf(windowAt(page, i + 1))
      expect(picture.camera, camera.name).toBe(camera.cameraNumber)
      const { nowMs } = await control(simulator.url, controlClock)
      expect(nowMs - picture.timeMs).toBeLessThan(SANE_AGE_MS)
      expect(nowMs - picture.timeMs).toBeGreaterThan(0)
    }

    // The three modes of stopping all: 0 pauses every stream, 2 resumes, 1 stops and clears.
    const tools = page.getByRole('toolbar', { name: 'Video windows toolbar' })
    const wall = page.getByRole('region', { name: 'Video windows' })
    await tools.getByRole('button', { name: 'Pause all' }).click()
    await expect(wall.getByText('Paused', { exact: true })).toHaveCount(4)
    await expect(wall.locator('video')).toHaveCount(0)
    await tools.getByRole('button', { name: 'Resume all' }).click()
    await pictureOf(windowAt(page, 4), (picture) => picture.camera === cameras[3]!.cameraNumber)
    await tools.getByRole('button', { name: 'Stop all' }).click()
    await expect(wall.getByRole('group', { name: /, empty$/ })).toHaveCount(4)
  })

  test('takes a camera that is dragged from the tree into a window', async ({ console: page, simulator }) => {
    const [camera] = await playingCameras(simulator.url, 'ptzCamera', 1)
    await signIn(page, simulator.url, { to: '/realTime?layout=4' })
    const third = windowAt(page, 3)
    await (await findInTree(page, camera!.sn)).dragTo(third)
    await pictureOf(third, (picture) => picture.camera === camera!.cameraNumber)
    await expect(windowAt(page, 1)).toHaveAccessibleName('Window 1, empty')
  })

  test('maximises and restores a window by double click, and changes its layout', async ({
    console: page,
    simulator,
  }) => {
    const [first, second] = await playingCameras(simulator.url, 'camera', 2)
    await signIn(page, simulator.url, { to: '/realTime?layout=4' })
    await openCamera(page, first!, windowAt(page, 1))
    await windowAt(page, 2).click()
    const before = await openCamera(page, second!, windowAt(page, 2))
    const small = (await windowAt(page, 2).boundingBox())!

    await windowAt(page, 2).dblclick()
    await expect(windowAt(page, 1)).toBeHidden()
    const large = (await windowAt(page, 2).boundingBox())!
    expect(large.width).toBeGreaterThan(small.width * 1.8)
    await pictureOf(windowAt(page, 2), (picture) => picture.timeMs > before.timeMs)

    await windowAt(page, 2).dblclick()
    await expect(windowAt(page, 1)).toBeVisible()
    expect((await windowAt(page, 2).boundingBox())!.width).toBeCloseTo(small.width, 0)

    const layouts = page.getByRole('radiogroup', { name: 'Windows' })
    for (const [name, count] of [
      ['16 windows', 16],
      ['6 windows', 6],
      ['9 windows', 9],
    ] as const) {
      await layouts.getByRole('radio', { name, exact: true }).click()
      await expect(windowAt(page, count)).toBeVisible()
      await expect(windowAt(page, count + 1)).toHaveCount(0)
      await expect(page).toHaveURL(new RegExp(`layout=${count}`))
    }
    const after = await pictureOf(windowAt(page, 1))
    expect(after.camera).toBe(first!.cameraNumber)
  })

  test('says that an offline camera gives no signal', async ({ console: page, simulator }) => {
    const offline = (await trueDevices(simulator.url, { kind: 'camera' })).find((device) => !device.online)
    // It would come back by itself at some moment.
    const setDevice = (state: 'offline' | 'auto') =>
      control(simulator.url, controlSetDevice, { body: { sn: offline!.sn, state } })
    await setDevice('offline')
    try {
      await signIn(page, simulator.url, { to: '/realTime?layout=1' })
      const row = await findInTree(page, offline!.sn)
      await expect(row).toHaveAccessibleName(/, offline/)
      await row.dblclick()
      await expect(page.getByText('There is no online video channel')).toBeVisible()
      await expect(windowAt(page, 1)).toHaveAccessibleName('Window 1, empty')
    } finally {
      await setDevice('auto')
    }
  })

  test('says that a camera is lost while it plays, and plays again when it is back', {
    tag: '@main',
  }, async ({ console: page, simulator }) => {
    const camera = (await playingCameras(simulator.url, 'camera', 5))[4]!
    await signIn(page, simulator.url, { to: '/realTime?layout=1' })
    const before = await openCamera(page, camera, windowAt(page, 1))
    await control(simulator.url, controlSetDevice, { body: { sn: camera.sn, state: 'offline' } })
    try {
      await expect(windowAt(page, 1).getByRole('status')).toContainText('No signal', { timeout: 30_000 })
    } finally {
      await control(simulator.url, controlSetDevice, { body: { sn: camera.sn, state: 'online' } })
    }
    const after = await pictureOf(windowAt(page, 1), (picture) => picture.timeMs > before.timeMs + 1000)
    expect(after.camera).toBe(camera.cameraNumber)
  })
})

test('a channel that is lost turns grey beside its device, is not started, and plays again by itself', async ({
  console: page,
  simulator,
}) => {
  const camera = (await playingCameras(simulator.url, 'camera', 6))[5]!
  const setChannel = (state: 'offline' | 'auto') =>
    control(simulator.url, controlSetDevice, { body: { sn: camera.sn, state, chnId: 1 } })
  await signIn(page, simulator.url, { to: '/realTime?layout=1' })
  const before = await openCamera(page, camera, windowAt(page, 1))
  const device = await findInTree(page, camera.sn)
  await device.click()
  await page.keyboard.press('ArrowRight')
  const level = Number(await device.getAttribute('aria-level')) + 1
  const channel = page.getByRole('tree', { name: 'Devices' }).getByRole('treeitem', { level }).first()
  await expect(channel).toHaveAccessibleName(/online/)
  await setChannel('offline')
  try {
    await expect(channel).toHaveAccessibleName(/offline/)
    await expect(device).not.toHaveAccessibleName(/offline/)
    await expect(windowAt(page, 1).getByRole('status')).toContainText('No signal', { timeout: 30_000 })
    await channel.dblclick()
    await expect(page.getByText('There is no online video channel')).toBeVisible()
  } finally {
    await setChannel('auto')
  }
  await expect(channel).toHaveAccessibleName(/online/)
  const after = await pictureOf(windowAt(page, 1), (picture) => picture.timeMs > before.timeMs + 1000)
  expect(after.camera).toBe(camera.cameraNumber)
})

test.describe('steering a camera', () => {
  test('turns it to the left while the button is held, and brings it to a preset', async ({
    console: page,
    simulator,
  }) => {
    const [camera] = await playingCameras(simulator.url, 'ptzCamera', 2).then((list) => list.slice(1))
    await signIn(page, simulator.url, { to: '/realTime?layout=1' })
    const window = windowAt(page, 1)
    const home = await openCamera(page, camera!, window)
    await page.getByRole('button', { name: 'PTZ control', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'PTZ control' })
    await panel.getByRole('spinbutton', { name: 'Preset number' }).fill('77')
    await panel.getByRole('button', { name: 'Set', exact: true }).click()
    await expect(page.getByText('Preset 77 set')).toBeVisible()

    const hold = await panel.getByRole('button', { name: 'Left', exact: true }).boundingBox()
    await page.mouse.move(hold!.x + hold!.width / 2, hold!.y + hold!.height / 2)
    await page.mouse.down()
    const turning = await pictureOf(window, (picture) => turn(home.panDeg, picture.panDeg) < -1)
    const further = await pictureOf(
      window,
      (picture) => turn(home.panDeg, picture.panDeg) < turn(home.panDeg, turning.panDeg) - 1,
    )
    await page.mouse.up()
    expect(further.timeMs).toBeGreaterThan(turning.timeMs)

    // It is still once the button is released: two later pictures agree with each other and with the truth.
    const still = async () => (await trueDevice(simulator.url, camera!.sn)).pose!.pan
    let stopped = Number.NaN
    // The word to stop is on its way when the button comes up.
    await expect
      .poll(async () => {
        const before = stopped
        stopped = await still()
        return stopped === before
      })
      .toBe(true)
    const resting = await pictureOf(window, (picture) => Math.abs(turn(stopped, picture.panDeg)) < 0.15)
    await pictureOf(
      window,
      (picture) => picture.timeMs > resting.timeMs + 1000 && Math.abs(turn(stopped, picture.panDeg)) < 0.15,
    )
    expect(await still()).toBeCloseTo(stopped, 3)
    expect(turn(home.panDeg, stopped)).toBeLessThan(-2)

    await panel.getByRole('button', { name: 'Call', exact: true }).click()
    await expect(page.getByText('Preset 77 called')).toBeVisible()
    const back = await pictureOf(window, (picture) => Math.abs(turn(home.panDeg, picture.panDeg)) < 0.15)
    expect(back.tiltDeg).toBeCloseTo(home.tiltDeg, 0)
    expect(back.camera).toBe(camera!.cameraNumber)

    await panel.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Preset 77 deleted')).toBeVisible()
  })
})

/** Degrees from one bearing to another by the shorter way; negative is to the left. */
function turn(from: number, to: number): number {
  return ((to - from + 540) % 360) - 180
}
