import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { addRole, addUser } from '@backlot/contract/users/calls'
import type { Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { drag, findInTree, openCamera, pictureOf, windowAt } from './support/wall.ts'

// The calls that these tests watch.
test.use({ overHttp: true })

const MINUTE_MS = 60_000
const timeline = (page: Page) => page.getByRole('slider', { name: 'Timeline' })
const bar = (page: Page) => page.getByRole('toolbar', { name: /^Timeline of/ })

/** Moments that the timeline shows, from its left to its right end. */
async function viewOf(page: Page): Promise<{ fromMs: number; toMs: number }> {
  const [fromMs, toMs] = (await timeline(page).getAttribute('data-view'))!.split('-').map(Number)
  return { fromMs: fromMs!, toMs: toMs! }
}

test('an instant replay shows the last 30 seconds in the live window, and goes live by itself or by a key', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  await signIn(page, simulator.url, { to: '/realTime?layout=4' })
  const window = windowAt(page, 1)
  const live = await openCamera(page, camera!, window)
  await window.focus()
  const openedAt = page
    .waitForRequest((request) => request.url().includes('/api/controlPlayRecordFileReq'))
    .then((request) => ({ fromMs: (request.postDataJSON() as { timeMs: number }).timeMs }))
  await page.keyboard.press('r')
  await expect(window).toHaveAttribute('data-state', 'past')
  const { fromMs } = await openedAt
  const begun = await pictureOf(window, ({ timeMs }) => timeMs >= fromMs && timeMs < fromMs + 5000)
  expect(begun.camera).toBe(camera!.cameraNumber)
  const mark = window.getByRole('group', { name: 'Recording' })
  await expect(mark.getByLabel('Behind live')).toHaveText(/^−0:[34]\d$/)
  // It begins half a minute before the key, or a little more: the live picture was there by then.
  expect(fromMs).toBeGreaterThan(live.timeMs - 30_000)
  await pictureOf(window, ({ timeMs }) => timeMs > begun.timeMs + 1000)

  // What acts on the live picture says why it does not.
  await window.hover()
  await expect(window.getByRole('button', { name: 'Record', exact: true })).toHaveAttribute(
    'title',
    'Record: not while this window shows a recording',
  )
  const saved = page.waitForEvent('download')
  await window.getByRole('button', { name: 'Snapshot', exact: true }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.jpg$/)

  await window.focus()
  await page.keyboard.press('l')
  await pictureOf(window, ({ timeMs }) => timeMs > live.timeMs)
  await expect(window).toHaveAttribute('data-state', 'playing')

  // Four times as fast the end comes sooner.
  await window.focus()
  await page.keyboard.press('t')
  await bar(page).getByRole('button', { name: 'Replay the last 30 seconds' }).click()
  for (const speed of [1, 2, 3])
    await bar(page)
      .getByRole('button', { name: `Speed ${speed}X, change` })
      .click()
  await expect(window).toHaveAttribute('data-state', 'past')
  await expect(window).toHaveAttribute('data-state', 'playing')
})

test('the timeline below the wall takes the live window back in time, to its alarms, and on to the replay screen', async ({
  console: page,
  simulator,
}) => {
  const [, camera] = await playingCameras(simulator.url, 'camera', 2)
  const { sn } = camera!
  await control(simulator.url, controlRaiseAlarm, {
    body: { sn, chnId: 1, type: 'AiAlarm', subType: 'Crowd' },
  })
  await signIn(page, simulator.url, { to: '/realTime?layout=4' })
  const window = windowAt(page, 1)
  const live = await openCamera(page, camera!, window)
  await expect(timeline(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Timeline of the selected window' }).click()
  await expect(timeline(page)).toBeVisible()
  await expect(bar(page)).toContainText('Live now')

  // Back by a press, a minute further by a key, there as long as it is paused.
  const box = (await timeline(page).boundingBox())!
  const view = await viewOf(page)
  await timeline(page).click({ position: { x: box.width / 2, y: box.height - 12 } })
  const middleMs = (view.fromMs + view.toMs) / 2
  const back = await pictureOf(window, ({ timeMs }) => Math.abs(timeMs - middleMs) < MINUTE_MS / 2)
  expect(back.camera).toBe(camera!.cameraNumber)
  await timeline(page).press('Shift+ArrowLeft')
  await pictureOf(window, ({ timeMs }) => timeMs < back.timeMs - MINUTE_MS / 2)
  await window.focus()
  await page.keyboard.press('Space')
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await timeline(page).press('Shift+ArrowRight')
  const still = await pictureOf(window, ({ timeMs }) => timeMs > back.timeMs - MINUTE_MS / 2)

  // The replay screen goes on from there.
  await bar(page).getByRole('button', { name: 'Open in Replay at this moment' }).click()
  const wall = page.getByRole('region', { name: 'Replay windows' }).getByRole('group', { name: /^Window 1,/ })
  const replayed = await pictureOf(wall, ({ timeMs }) => Math.abs(timeMs - still.timeMs) < 20_000)
  expect(replayed.camera).toBe(camera!.cameraNumber)

  // The wall is as it was left: live, with its timeline. The alarm that was raised is the last one before now.
  await page.getByRole('link', { name: 'Video', exact: true }).click()
  await pictureOf(window, ({ timeMs }) => timeMs > live.timeMs)
  await expect(timeline(page)).not.toHaveAttribute('data-alarms', '0')
  await timeline(page).press('[')
  await pictureOf(window, ({ timeMs }) => timeMs < live.timeMs + 5000 && timeMs > live.timeMs - MINUTE_MS)
  await bar(page).getByRole('button', { name: 'Live', exact: true }).click()
  await expect(bar(page)).toContainText('Live now')
  await page.reload()
  await expect(timeline(page)).toBeVisible()
})

test('a pointer that rests on the timeline sees that moment; one that passes asks for nothing', async ({
  console: page,
  simulator,
}) => {
  const [, , camera] = await playingCameras(simulator.url, 'camera', 3)
  let starts = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/startPlayRecordFileReq')) starts += 1
  })
  await signIn(page, simulator.url, { to: '/realTime?layout=4' })
  await openCamera(page, camera!, windowAt(page, 1))
  await windowAt(page, 1).focus()
  await page.keyboard.press('t')
  await expect(timeline(page)).toBeVisible()
  const box = (await timeline(page).boundingBox())!
  const at = (part: number) => [box.x + part * box.width, box.y + box.height - 12] as const
  const preview = page.locator('.timeline-preview')
  await page.mouse.move(...at(0.1))
  await page.mouse.move(box.x + 0.2 * box.width, box.y - 300)
  await expect(preview).toBeHidden()
  expect(starts).toBe(0)

  await page.mouse.move(...at(0.3))
  await expect(preview.locator('canvas')).toBeVisible()
  await page.mouse.move(...at(0.5))
  await expect(preview.locator('canvas')).toBeHidden()
  await expect(preview.locator('canvas')).toBeVisible()
  // One playback for all of them, and none for a picture that is there.
  expect(starts).toBe(1)
  await page.mouse.move(...at(0.3))
  await expect(preview.locator('canvas')).toBeVisible()
  expect(starts).toBe(1)
  await expect(windowAt(page, 1)).toHaveAttribute('data-state', 'playing')
})

test('the wheel magnifies a picture, dragging moves it, a double click shows the whole again', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  await signIn(page, simulator.url, { to: '/realTime?layout=4' })
  const window = windowAt(page, 1)
  await openCamera(page, camera!, window)
  const picture = window.locator('.player-zoom')
  const frame = (await window.locator('.player-frame').boundingBox())!
  await page.mouse.move(frame.x + frame.width / 4, frame.y + frame.height / 2)
  for (let step = 0; step < 4; step++) await page.mouse.wheel(0, -100)
  await expect(window.locator('.window-title')).toContainText('×2.4')
  const before = await picture.getAttribute('style')
  await drag(page, window, [0.3, 0.5], [0.6, 0.5])
  await expect(picture).not.toHaveAttribute('style', before!)
  // The picture was moved, not the window; the strip with its name moves that.
  await expect(window).toHaveAttribute('data-state', 'playing')
  await window.locator('.window-title').dragTo(windowAt(page, 2))
  await expect(windowAt(page, 1)).toHaveAttribute('data-state', 'empty')

  const moved = windowAt(page, 2)
  await openCamera(page, camera!, moved)
  await moved.hover()
  await page.mouse.wheel(0, -100)
  await expect(moved.locator('.window-title')).toContainText('×1.3')
  await moved.dblclick()
  await expect(moved.locator('.window-title')).not.toContainText('×')
  await expect(moved.locator('.player-zoom')).toHaveAttribute('style', /none/)

  await moved.hover()
  await moved.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Brightness and contrast…' }).click()
  const panel = moved.getByRole('group', { name: 'Brightness and contrast' })
  await panel.getByRole('slider', { name: 'Brightness' }).fill('150')
  await expect(moved.locator('.player-zoom')).toHaveAttribute('style', /brightness\(150%\) contrast\(100%\)/)
  await expect(moved.locator('.window-title')).toContainText('Picture adjusted')
  await panel.getByRole('button', { name: 'Reset' }).click()
  await expect(moved.locator('.player-zoom')).not.toHaveAttribute('style', /brightness/)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('a user without access to replay is told so in the window and on the timeline', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  const admin = await Operator.signIn(simulator.url)
  const loginName = 'liveonly'
  const permission = [{ target: '/realTime' }]
  const { roleId } = await admin.call(addRole, { body: { name: loginName, permission } })
  const password = Operator.hash(DEMO_PASSWORD)
  await admin.call(addUser, { body: { loginName, name: loginName, password, roleId } })
  await signIn(page, simulator.url, { loginName, to: '/realTime?layout=4' })
  await (await findInTree(page, camera!.sn)).dblclick()
  const window = windowAt(page, 1)
  await window.hover()
  await expect(window.getByRole('button', { name: 'Replay the last 30 seconds' })).toHaveAttribute(
    'title',
    'Replay the last 30 seconds: your account has no access to Replay',
  )
  await window.focus()
  await page.keyboard.press('r')
  await expect(page.getByText('your account has no access to Replay')).toBeVisible()
  await page.keyboard.press('t')
  await expect(timeline(page)).toHaveCount(0)
})
