import { controlSetDevice } from '@backlot/contract/control/calls'
import { cruiseSet, PRESET, presetControl } from '@backlot/contract/ptz/calls'
import type { Locator } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { rested, turn } from './support/ptz-pose.ts'
import { signIn } from './support/sign-in.ts'
import { drag, openCamera, pictureOf, windowAt } from './support/wall.ts'

// The calls that these tests watch.
test.use({ overHttp: true })

const tool = (window: Locator, name: string) => window.getByRole('button', { name, exact: true })

test('a camera turns to a point of its picture, and goes its cruise while nobody looks', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'ptzCamera', 4).then((list) => list.slice(3))
  await signIn(page, simulator.url, { to: '/realTime?layout=1' })
  const window = windowAt(page, 1)
  const home = await openCamera(page, camera!, window)
  await page.getByRole('button', { name: 'PTZ control', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'PTZ control' })

  // A box to the right: its middle comes to the picture's, three times as close.
  await panel.getByRole('button', { name: 'Point in picture' }).click()
  await drag(page, window, [0.1, 0.3], [0.4, 0.55])
  const closer = await pictureOf(
    window,
    (picture) => picture.zoom > 2.5 && turn(home.panDeg, picture.panDeg) < -10,
  )
  expect(closer.camera).toBe(camera!.cameraNumber)
  const settled = await rested(window, simulator.url, camera!.sn)
  expect(settled.zoom).toBeCloseTo(10 / 3, 0)
  // Half the view is 30° wide at its edge: a quarter of the width left of the middle is atan(0.5 · tan 30°).
  expect(turn(home.panDeg, settled.panDeg)).toBeCloseTo(-16.1, 0)
  await panel.getByRole('button', { name: 'Point in picture' }).click()

  await panel.getByRole('spinbutton', { name: 'Preset number' }).fill('9')
  await panel.getByRole('button', { name: 'Set', exact: true }).click()
  await panel.getByRole('button', { name: 'Rename Preset 9' }).click()
  await panel.getByRole('textbox', { name: 'Preset name' }).fill('Left kerb')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: '9 Left kerb' })).toBeVisible()

  await panel.getByRole('button', { name: 'Add tour' }).click()
  const editor = page.getByRole('dialog', { name: 'Tour 1' })
  await editor.getByRole('textbox', { name: 'Tour name' }).fill('Rounds')
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  const stop = editor.getByText('1 Ahead', { exact: true }).first()
  await expect.poll(() => stop.evaluate((name) => name.scrollWidth <= name.clientWidth)).toBe(true)
  await page.setViewportSize(size)
  for (const stay of await editor.getByRole('spinbutton', { name: 'Dwell time (s)' }).all())
    await stay.fill('1')
  await editor.getByRole('button', { name: 'Save' }).click()
  await panel.getByRole('button', { name: 'Start Rounds' }).click()
  await expect(panel.getByRole('button', { name: 'Stop Rounds' })).toBeVisible()
  const begun = await pictureOf(window, (picture) => picture.zoom < 3)

  await page.reload()
  const later = await pictureOf(
    windowAt(page, 1),
    (picture) => picture.timeMs > begun.timeMs && Math.abs(turn(home.panDeg, picture.panDeg)) > 40,
  )
  expect(later.camera).toBe(camera!.cameraNumber)
  await page.getByRole('button', { name: 'PTZ control', exact: true }).click()
  await panel.getByRole('button', { name: 'Stop Rounds' }).click()
  await expect(panel.getByRole('button', { name: 'Start Rounds' })).toBeVisible()
  await rested(windowAt(page, 1), simulator.url, camera!.sn)
})

test('what is entered for a cruise outlives the picture; leaving it and deleting it ask', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'ptzCamera', 3).then((list) => list.slice(2))
  const operator = await Operator.signIn(simulator.url)
  const place = { sn: camera!.sn, chnId: 1 }
  const steps = [{ presetIndex: 1, dwellSeconds: 10, speed: 30 }]
  await operator.call(cruiseSet, { body: { ...place, cruiseIndex: 1, name: 'Rounds', steps } })
  await signIn(page, simulator.url, { to: `/realTime?layout=1&sn=${camera!.sn}&chnId=1` })
  await page.getByRole('button', { name: 'PTZ control', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'PTZ control' })
  await expect(panel.getByText('1 stop', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Edit Rounds' }).click()
  const editor = page.getByRole('dialog', { name: 'Tour 1' })
  const name = editor.getByRole('textbox', { name: 'Tour name' })
  await name.fill('Night rounds')
  await control(simulator.url, controlSetDevice, { body: { sn: camera!.sn, state: 'offline' } })
  await expect(panel.getByText('The selected window is not playing video')).toBeVisible()
  await expect(name).toHaveValue('Night rounds')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await control(simulator.url, controlSetDevice, { body: { sn: camera!.sn, state: 'online' } })
  await expect(panel.getByText(camera!.nameEn)).toBeVisible()
  await editor.getByRole('button', { name: 'Save' }).click()
  await panel.getByRole('button', { name: 'Delete Night rounds' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(panel.getByRole('button', { name: 'Start Night rounds' })).toHaveCount(0)
})

test('a fixed camera is not offered to be steered, and nothing is asked of it', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(iot\/)?api\/.*(ptz|preset|cruise)/i.test(pathname)) asked.push(pathname)
  })
  await signIn(page, simulator.url, { to: '/realTime?layout=1' })
  await page.getByRole('button', { name: 'PTZ control', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'PTZ control' })
  await expect(panel.getByText('The selected window is not playing video')).toBeVisible()
  await openCamera(page, camera!, windowAt(page, 1))
  await expect(panel.getByText('This channel does not support PTZ')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Point in picture' })).toBeDisabled()
  for (const name of ['Left', 'Call']) {
    await panel.getByRole('button', { name, exact: true }).click()
    await expect(
      page.getByRole('contentinfo').getByRole('status').getByText('This channel does not support PTZ'),
    ).toBeVisible()
  }
  expect(asked).toEqual([])
})

test('keys steer after half a second, and a momentary move ends by itself', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'ptzCamera', 5).then((list) => list.slice(4))
  await signIn(page, simulator.url, { to: '/realTime?layout=1' })
  const window = windowAt(page, 1)
  const home = await openCamera(page, camera!, window)
  await window.focus()
  await page.keyboard.press('p')
  await page.keyboard.down('ArrowRight')
  await pictureOf(window, (picture) => turn(home.panDeg, picture.panDeg) > 3)
  await page.keyboard.up('ArrowRight')
  const right = await rested(window, simulator.url, camera!.sn)
  await page.keyboard.down('+')
  await pictureOf(window, (picture) => picture.zoom > right.zoom + 0.3)
  await page.keyboard.up('+')
  await rested(window, simulator.url, camera!.sn)

  const panel = page.getByRole('complementary', { name: 'PTZ control' })
  await panel.getByText('Momentary').click()
  const commands: { cmd: number; speed: number }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/ptzContorlReq')) commands.push(request.postDataJSON() as never)
  })
  const from = await rested(window, simulator.url, camera!.sn)
  await panel.getByRole('button', { name: 'Left', exact: true }).click()
  await expect.poll(() => commands.map(({ cmd }) => cmd)).toEqual([2, 19])
  expect(commands[1]!.speed).toBe(0)
  const to = await rested(window, simulator.url, camera!.sn)
  // As far as it came between the two commands, which a busy machine brings close to each other.
  expect(turn(from.panDeg, to.panDeg)).toBeLessThan(-0.4)
})

test('the video window of the map turns its camera, by wheel and by preset', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'ptzCamera', 6).then((list) => list.slice(5))
  const operator = await Operator.signIn(simulator.url)
  const { sn } = camera!
  await operator.call(presetControl, {
    body: { sn, chnId: 1, presetCmd: PRESET.set, presetIndex: 5, name: 'Gate' },
  })
  await signIn(page, simulator.url, { to: `/dispatch?sn=${sn}` })
  await page
    .getByRole('region', { name: 'Device information' })
    .getByRole('button', { name: 'Live video' })
    .click()
  const float = page.getByRole('region', { name: /^Live video/ })
  const home = await pictureOf(float, (picture) => picture.camera === camera!.cameraNumber)
  await tool(float, 'PTZ control').click()
  const wheel = float.getByRole('group', { name: 'PTZ control' })
  for (const name of ['Up', 'Down', 'Left', 'Right', 'Zoom in', 'Zoom out'])
    await expect(tool(wheel, name)).toBeVisible()
  await tool(wheel, 'Left').hover()
  await page.mouse.down()
  await pictureOf(float, (picture) => turn(home.panDeg, picture.panDeg) < -3)
  await page.mouse.up()
  await rested(float, simulator.url, sn)
  await wheel.getByRole('combobox', { name: 'Presets' }).click()
  await page.getByRole('option', { name: '5 Gate' }).or(page.getByTitle('5 Gate')).first().click()
  await expect(page.getByText('Preset 5 called')).toBeVisible()
  await pictureOf(float, (picture) => Math.abs(turn(home.panDeg, picture.panDeg)) < 0.15)
})
