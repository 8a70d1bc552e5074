import { readFile } from 'node:fs/promises'
import { getAlarm, processAlarms } from '@backlot/contract/alarms/calls'
import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { addFavourite, listFavourites } from '@backlot/contract/favourites/calls'
import { kickUser, listUsers } from '@backlot/contract/users/calls'
import type { Locator } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras, trueDevices } from './support/fleet.ts'
import { heardBehindGain, keepGain } from './support/page-sound.ts'
import { signIn } from './support/sign-in.ts'
import { decodeVideoFile, probeVideoFile } from './support/video-file.ts'
import { drag, findInTree, openCamera, pictureOf, windowAt } from './support/wall.ts'

// The calls that these tests watch.
test.use({ overHttp: true })

const tool = (window: Locator, name: string) => window.getByRole('button', { name, exact: true })

test('a snapshot of a window comes back as an alarm that nobody processes', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 6).then((list) => list.slice(5))
  await signIn(page, simulator.url, { to: '/realTime?layout=4' })
  const window = windowAt(page, 1)
  await openCamera(page, camera!, window)
  await window.hover()

  const asked = page.waitForRequest((request) => request.url().endsWith('/api/v1/manual/snapshot'))
  const saved = page.waitForEvent('download')
  await tool(window, 'Snapshot').click()
  const { seq } = (await asked).postDataJSON() as { seq: string }
  expect(seq).toMatch(/^[A-Za-z0-9]{20}$/)
  const bytes = await readFile(await (await saved).path())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  const show = page.getByRole('button', { name: 'Show', exact: true })
  await expect(show).toBeVisible()
  // One message, with its progress; the alarm that brings the picture is not announced.
  await expect(page.locator('.notification')).toHaveCount(1)
  await expect(page.locator('.alarm-tip').filter({ hasText: camera!.name })).toHaveCount(0)
  await show.click()
  const detail = page.getByRole('dialog')
  await expect(detail).toContainText(seq)
  await expect(detail).toContainText('Manual snapshots cannot be edited or processed')
  await detail.getByRole('button', { name: 'Close' }).first().click()
  const operator = await Operator.signIn(simulator.url)
  const alarm = await operator.call(getAlarm, { query: { sn: camera!.sn, alarmSeq: seq } })
  expect(alarm).toMatchObject({ chnId: 1, alarmSeq: seq, alarmSource: 1 })
  const refs = [{ id: alarm.id, sn: alarm.sn, alarmSeq: seq, startTime: alarm.startTime }]
  const refused = await operator.ask(processAlarms, { body: { list: refs, type: 5, content: 'seen' } })
  expect(refused.code).toBe(31002)
})

test('a recording goes on in one file while its window is heard, maximised, retried and moved', async ({
  console: page,
  simulator,
}) => {
  // Without Chromium's recording API, the other functions still work, as in other browsers.
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'MediaRecorder')
    Reflect.deleteProperty(HTMLMediaElement.prototype, 'captureStream')
  })
  const [camera] = await playingCameras(simulator.url, 'camera', 6).then((list) => list.slice(5))
  await signIn(page, simulator.url, { to: '/realTime?layout=4' })
  const window = windowAt(page, 1)
  const first = await openCamera(page, camera!, window)
  await window.hover()
  await tool(window, 'Record').click()
  const recording = window.getByText('Recording', { exact: true })
  await expect(recording).toBeVisible()
  const begun = await pictureOf(window, (picture) => picture.timeMs > first.timeMs)
  await window.hover()
  await tool(window, 'Sound on').click()
  await pictureOf(window, (picture) => picture.timeMs > begun.timeMs + 2000)
  await window.dblclick({ position: { x: 200, y: 120 } })
  const large = await pictureOf(window, (picture) => picture.width === 960)
  await window.dblclick({ position: { x: 200, y: 120 } })
  await pictureOf(window, (picture) => picture.width === 640 && picture.timeMs > large.timeMs + 500)
  await expect(recording).toBeVisible()
  await window.locator('.window-title').dragTo(windowAt(page, 4))
  const moved = windowAt(page, 4)
  const last = await pictureOf(moved, (picture) => picture.camera === camera!.cameraNumber)
  const file = page.waitForEvent('download')
  await moved.hover()
  await tool(moved, 'Stop recording').click()

  const path = await (await file).path()
  const { strips } = await decodeVideoFile(path)
  const read = strips.filter((strip) => strip !== undefined)
  expect(new Set(read.map((strip) => strip.camera))).toEqual(new Set([camera!.cameraNumber]))
  const times = read.map((strip) => strip.timeMs)
  // From the press to the end, also while the window showed another stream.
  expect(times.some((timeMs) => timeMs > large.timeMs - 1000 && timeMs < large.timeMs + 1000)).toBe(true)
  expect(times[0]).toBeLessThan(begun.timeMs + 1000)
  expect(times.at(-1)).toBeGreaterThan(last.timeMs - 1000)
  const { tracks, videoStamps } = await probeVideoFile(path)
  expect(tracks).toEqual(['video', 'audio'])
  expect(videoStamps.every((at, n) => n === 0 || at > videoStamps[n - 1]!)).toBe(true)
  // A viewer's stream begins with the last pictures in quick succession; from then on the file keeps their times.
  const from = videoStamps.findIndex((at) => at > videoStamps[0]! + 500)
  const recordedMs = videoStamps.at(-1)! - videoStamps[from]!
  expect(strips).toHaveLength(videoStamps.length)
  expect(Math.abs(recordedMs - (strips.at(-1)!.timeMs - strips[from]!.timeMs))).toBeLessThan(500)
})

test.describe('whose session is ended', () => {
  test.use({ expectedErrors: /status of 401/ })

  test('a recording is not lost: not by a reload unasked, not by the end of the session', async ({
    console: page,
    simulator,
  }) => {
    const [camera] = await playingCameras(simulator.url, 'camera', 7).then((list) => list.slice(6))
    await signIn(page, simulator.url, { loginName: 'dispatch2', to: '/realTime?layout=4' })
    await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
    const window = windowAt(page, 1)
    const first = await openCamera(page, camera!, window)
    await window.hover()
    await tool(window, 'Record').click()
    const recording = window.getByText('Recording', { exact: true })
    await expect(recording).toBeVisible()

    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await page.evaluate(() => location.reload())
    await expect.poll(() => asked).toEqual(['beforeunload'])
    await expect(recording).toBeVisible()
    await pictureOf(window, (picture) => picture.timeMs > first.timeMs + 2000)

    // Nobody is asked whether the platform may send him away.
    const saved = page.waitForEvent('download')
    const chief = await Operator.signIn(simulator.url)
    const { list } = await chief.call(listUsers, {
      query: { name: 'dispatch2', currentPage: 1, pageSize: 1 },
    })
    await chief.call(kickUser, { body: { userId: list[0]!.userId } })
    const { strips } = await decodeVideoFile(await (await saved).path())
    expect(strips.some((strip) => strip?.camera === camera!.cameraNumber)).toBe(true)
    await page
      .getByRole('dialog', { name: /signed out by an administrator/ })
      .getByRole('button', { name: 'Go to sign-in' })
      .click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(asked).toEqual(['beforeunload'])
  })
})

test('the only window in sight plays the main stream, a dragged box magnifies, and the diagnosis says so', async ({
  console: page,
  context,
  simulator,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await keepGain(page)
  const [camera] = await playingCameras(simulator.url, 'camera', 7).then((list) => list.slice(6))
  await signIn(page, simulator.url, { to: '/realTime?layout=4' })
  const window = windowAt(page, 1)
  const small = await openCamera(page, camera!, window)
  expect(small.width).toBe(640)
  await window.dblclick({ position: { x: 200, y: 120 } })
  const large = await pictureOf(window, (picture) => picture.width === 960)
  expect(large.camera).toBe(camera!.cameraNumber)

  await window.hover()
  await tool(window, 'Zoom by dragging a box').click()
  await drag(page, window, [0.4, 0.4], [0.6, 0.6])
  await expect(window.locator('.player-zoom')).toHaveAttribute('style', /scale\(5/)
  await tool(window, 'Show whole picture').click()
  await expect(window.locator('.player-zoom')).toHaveAttribute('style', /none/)

  await page.getByRole('button', { name: 'Diagnosis in all windows' }).click()
  const facts = window.locator('.player-diagnosis')
  await expect(facts.locator('[data-field=camera]')).toHaveText(String(camera!.cameraNumber))
  await expect(facts.locator('[data-field=size]')).toHaveText('960 × 540')
  await expect(facts.locator('[data-field=codec]')).toContainText('avc1')
  await expect(facts.locator('[data-field=age]')).toHaveText(/^\d+ ms$/)
  await facts.getByRole('button', { name: 'Copy diagnosis' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`camera: ${camera!.cameraNumber}`)
  expect(copied).toMatch(/url: \/live\/.*token=•••/)
  expect(copied).toMatch(/loading\n.*playing/)

  await page.getByRole('button', { name: 'Diagnosis in all windows' }).click()
  await window.hover()
  await tool(window, 'Sound on').click()
  await pictureOf(window)
  await tool(window, 'Sound off').hover()
  const volume = page.getByRole('slider', { name: 'Volume' })
  await volume.focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('status', { name: 'Volume' })).toHaveText('200 %')
  expect(await heardBehindGain(page)).toEqual({ gain: 2, heard: true })

  await window.dblclick({ position: { x: 500, y: 300 } })
  await pictureOf(window, (picture) => picture.width === 640 && picture.timeMs > large.timeMs)
})

test.describe('the video popup', () => {
  test('shows the online cameras of a group, each its own, and says when there is none', async ({
    console: page,
    simulator,
  }) => {
    await signIn(page, simulator.url, { to: '/realTime?layout=4' })
    const tree = page.getByRole('tree', { name: 'Devices' })
    await tree.getByRole('treeitem', { name: /^Public Safety/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Open in a popup' }).click()
    const popup = page.getByRole('dialog', { name: 'Live video' })
    await expect(popup.locator('.video-window')).toHaveCount(16)
    const numbers = new Map(
      (await trueDevices(simulator.url)).flatMap(({ cameraNumber, name }) =>
        cameraNumber === undefined ? [] : [[cameraNumber, name] as const],
      ),
    )
    const cameras = new Set<number>()
    for (const window of await popup.locator('.video-window').all()) {
      const { camera } = await pictureOf(window)
      expect(numbers.has(camera)).toBe(true)
      cameras.add(camera)
    }
    expect(cameras.size).toBe(16)
    await popup.getByRole('button', { name: 'Close live video' }).click()
    await expect(popup).toHaveCount(0)

    const offline = (await trueDevices(simulator.url, { kind: 'camera' })).find((device) => !device.online)
    await (await findInTree(page, offline!.sn)).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Open in a popup' }).click()
    await expect(page.getByText('There is no online video channel')).toBeVisible()
    await expect(popup).toHaveCount(0)
  })
})

test('windows say what they show and how it stands, are swapped, and are filled from a group of the tree', async ({
  console: page,
  simulator,
}) => {
  const cameras = await playingCameras(simulator.url, 'camera', 16).then((list) => list.slice(13))
  const [first, second, third] = cameras as [(typeof cameras)[0], (typeof cameras)[0], (typeof cameras)[0]]
  const operator = await Operator.signIn(simulator.url, 'dispatch1')
  const folder = await operator.call(addFavourite, { body: { type: 0, name: 'Gates', sort: 1 } })
  for (const [sort, { sn }] of cameras.entries())
    await operator.call(addFavourite, { body: { sn, chnId: 1, name: `Gate ${sort}`, sort: sort + 2 } })
  await signIn(page, simulator.url, { to: '/realTime?layout=6', loginName: 'dispatch1' })
  const tree = page.getByRole('tree', { name: 'Devices' })
  const row = (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name}`) })
  await row('Favourites').click()
  await page.keyboard.press('ArrowRight')

  // A folder in the folder, by keys alone: the name is typed at once, and one is needed.
  await row('Gates').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'New folder…' }).click()
  const naming = page.getByRole('dialog', { name: 'New folder' })
  await expect(naming.getByRole('textbox', { name: 'Folder name' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(naming.getByText('Please enter a name')).toBeVisible()
  await page.keyboard.type('North side')
  await page.keyboard.press('Enter')
  await expect(naming).toHaveCount(0)
  await expect
    .poll(async () => {
      const made = await operator.call(listFavourites, { query: {} })
      return made.list.find(({ name }) => name === 'North side')?.parentId
    })
    .toBe(folder.id)

  // Into the folder: by the menu, and by dragging.
  await row('Gate 0').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to' }).hover()
  await page.getByRole('menuitem', { name: 'Gates', exact: true }).click()
  await row('Gate 1').dragTo(row('Gates'))
  await expect
    .poll(async () => {
      const { list } = await operator.call(listFavourites, { query: {} })
      return list.filter(({ parentId, sn }) => parentId === folder.id && sn !== '').length
    })
    .toBe(2)

  await row('Gates').dragTo(windowAt(page, 3))
  await expect(page.locator('.video-window')).toHaveCount(4)
  await pictureOf(windowAt(page, 1), (picture) => picture.camera === first.cameraNumber)
  await pictureOf(windowAt(page, 2), (picture) => picture.camera === second.cameraNumber)
  const title = (number: number) => windowAt(page, number).locator('.window-title')
  await expect(title(1).getByRole('img', { name: 'playing' })).toBeVisible()
  await expect(windowAt(page, 3).locator('.window-title')).toHaveCount(0)

  // The selected window and the next change places by keys; another one by dragging it anywhere.
  await windowAt(page, 1).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await pictureOf(windowAt(page, 2), (picture) => picture.camera === first.cameraNumber)
  await expect(windowAt(page, 2)).toBeFocused()
  await windowAt(page, 2).dragTo(windowAt(page, 4))
  await pictureOf(windowAt(page, 4), (picture) => picture.camera === first.cameraNumber)

  await control(simulator.url, controlRaiseAlarm, {
    body: { sn: first.sn, chnId: 1, type: 'AiAlarm', subType: 'Crowd' },
  })
  await expect(title(4)).toContainText('Alarm')
  await expect(windowAt(page, 4)).toHaveAttribute('data-alarm', 'true')
  // A favourite has the state of its device, whichever that is.
  await expect(row('Gate 2').locator('.node-icon')).not.toHaveAttribute('data-state', 'plain')

  await page.getByRole('button', { name: 'Diagnosis in all windows' }).click()
  for (const layout of [6, 9]) {
    await page.getByRole('radio', { name: `${layout} windows`, exact: true }).click()
    const facts = page.locator('.video-window:not([hidden]) .player-diagnosis')
    await expect(facts).toHaveCount(2)
    await expect(facts.last().locator('[data-field=age]')).toHaveText(/ms$/)
    // Hidden part of a panel, in pixels; one may be rounding.
    const hidden = await facts.evaluateAll((panels) =>
      panels.flatMap((panel) => [
        panel.scrollHeight - panel.clientHeight,
        panel.scrollWidth - panel.clientWidth,
      ]),
    )
    expect(Math.max(...hidden)).toBeLessThanOrEqual(1)
  }
  await page.getByRole('button', { name: 'Diagnosis in all windows' }).click()

  await row('Gates').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete folder' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete folder' }).click()
  await expect(row('Gates')).toHaveCount(0)
  const { list } = await operator.call(listFavourites, { query: {} })
  expect(list.map(({ sn }) => sn)).toEqual([third.sn])
})

test('a fifth video window over the map asks which one closes, and idle ones are paused by the clock', async ({
  console: page,
  simulator,
}) => {
  const cameras = await playingCameras(simulator.url, 'camera', 5)
  await signIn(page, simulator.url, { to: '/dispatch' })
  const floats = page.getByRole('region', { name: /^Live video/ })
  for (const [at, { sn }] of cameras.entries()) {
    await (await findInTree(page, sn)).click()
    const popup = page.getByRole('region', { name: 'Device information' })
    await expect(popup).toContainText(sn)
    await popup.getByRole('button', { name: 'Live video' }).click()
    await expect(floats).toHaveCount(Math.min(at + 1, 4))
  }
  const dialog = page.getByRole('dialog').filter({ hasText: 'At most 4 video windows can be open' })
  const names = await dialog.getByRole('radio').count()
  expect(names).toBe(4)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(floats).toHaveCount(4)
  const kept = await floats.first().getAttribute('aria-label')
  await page
    .getByRole('region', { name: 'Device information' })
    .getByRole('button', { name: 'Live video' })
    .click()
  await dialog.getByRole('radio').nth(1).check()
  const closed = await floats.nth(1).getAttribute('aria-label')
  await dialog.getByRole('button', { name: 'Close and open' }).click()
  await expect(floats).toHaveCount(4)
  await expect(floats.first()).toHaveAttribute('aria-label', kept!)
  await expect(page.getByRole('region', { name: closed!, exact: true })).toHaveCount(0)

  await pictureOf(floats.last(), (picture) => picture.camera === cameras[4]!.cameraNumber)
  // An hour of the clock, of which the page's timers had a second.
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 3_600_000
  })
  const paused = floats.last().getByRole('status').filter({ hasText: 'Paused after' })
  await expect(paused).toContainText('60 minutes')
  await paused.getByRole('button', { name: 'Resume' }).click()
  await pictureOf(floats.last(), (picture) => picture.camera === cameras[4]!.cameraNumber)
})
