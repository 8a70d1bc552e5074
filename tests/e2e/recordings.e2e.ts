import { controlClock } from '@backlot/contract/control/calls'
import { queryCaptureFile, queryRecordFile } from '@backlot/contract/recordings/calls'
import type { PlaybackState } from '@backlot/contract/recordings/entities'
import { formatDateTime, fromCivil, toCivil } from '@backlot/contract/time'
import type { Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { likeness, lumaOf, lumasOf } from './support/likeness.ts'
import { signIn } from './support/sign-in.ts'
import { decodeVideoFile } from './support/video-file.ts'
import { findInTree, pictureOf } from './support/wall.ts'

// The calls that these tests watch.
test.use({ overHttp: true })

/** Length of a picture on the grid of twelve a second. */
const FRAME_MS = 1000 / 12
const MINUTE_MS = 60_000

const windowAt = (page: Page, number: number) =>
  page.getByRole('region', { name: 'Replay windows' }).getByRole('group', {
    name: new RegExp(`^Window ${number},`),
  })
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Replay toolbar' }).getByRole('button', { name, exact: true })
const timeline = (page: Page) => page.getByRole('slider', { name: 'Timeline' })

/**
 * Last state of the playback, from the answers to the page's own commands. Those of later playbacks do not count: a
 * pointer that rests on the timeline has one for its preview.
 */
function watchPlayback(page: Page): () => PlaybackState | undefined {
  let last: PlaybackState | undefined
  page.on('response', async (response) => {
    if (!response.url().endsWith('/api/controlPlayRecordFileReq')) return
    const { data } = (await response.json()) as { data: PlaybackState }
    if (last === undefined || data.groupId === last.groupId) last = data
  })
  return () => last
}

test('a replayed minute is the minute that was live: same strip, same picture; and it seeks, runs and stands', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 3).then((list) => list.slice(2))
  await signIn(page, simulator.url, { to: `/realTime?layout=1&sn=${camera!.sn}` })
  const wall = page.getByRole('region', { name: 'Video windows' }).getByRole('group', { name: /^Window 1,/ })
  const first = await pictureOf(
    wall,
    (picture) => picture.camera === camera!.cameraNumber && picture.width === 960,
  )
  // The fine backdrop has taken over by then, live as replayed.
  await pictureOf(wall, (picture) => picture.timeMs > first.timeMs + 4000)
  const live = await lumaOf(wall.locator('video'))
  // Far enough behind now that the playback does not reach the end of the recording.
  await pictureOf(wall, (picture) => picture.timeMs > live.timeMs + 8000)

  const said = watchPlayback(page)
  await page.goto(`${simulator.url}/#/videoReplay?sn=${camera!.sn}&chnId=1&from=${live.timeMs}`)
  const window = windowAt(page, 1)
  const begun = await pictureOf(window, (picture) => picture.timeMs >= live.timeMs)
  expect(begun.camera).toBe(camera!.cameraNumber)
  expect(begun.timeMs - live.timeMs).toBeLessThan(4000)
  await pictureOf(window, (picture) => picture.timeMs > live.timeMs + 2000)

  await tool(page, 'Pause').click()
  await pictureOf(window, ({ timeMs }) => Math.abs(said()!.positionMs - timeMs) < 1.5 * FRAME_MS)
  await expect(page.getByRole('timer', { name: 'Recording time' })).toHaveAttribute(
    'data-ms',
    String(said()!.positionMs),
  )

  // Picture by picture back to the one that was grabbed live.
  while (said()!.positionMs > live.timeMs + FRAME_MS / 2) {
    const before = said()!.positionMs
    await tool(page, 'Previous frame').click()
    await expect.poll(() => said()!.positionMs, { intervals: [30] }).not.toBe(before)
  }
  await pictureOf(window, (picture) => picture.timeMs === live.timeMs)
  const replayed = await lumaOf(window.locator('video'))
  expect(replayed.timeMs).toBe(live.timeMs)
  expect(replayed.frame).toBe(live.frame)
  expect(likeness(live, replayed)).toBeGreaterThan(0.9)

  // To the middle of the day until now, by the keys of the timeline and by a click.
  await timeline(page).focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await pictureOf(window, ({ timeMs }) => Math.abs(timeMs - (live.timeMs - MINUTE_MS)) < 2 * FRAME_MS)
  const box = (await timeline(page).boundingBox())!
  await timeline(page).click({ position: { x: box.width / 4, y: box.height - 12 } })
  await expect.poll(() => said()?.positionMs).toBeLessThan(live.timeMs - 2 * MINUTE_MS)
  const there = said()!
  const sought = await pictureOf(window, ({ timeMs }) => Math.abs(timeMs - there.positionMs) < 2 * FRAME_MS)
  expect(sought.camera).toBe(camera!.cameraNumber)

  // Recorded time by played time, both by the platform's statements and the pictures themselves.
  await page.getByRole('radiogroup', { name: 'Speed' }).getByText('4×').click()
  await expect.poll(() => said()?.speed).toBe(4)
  await tool(page, 'Play').click()
  const a = await pictureOf(window, ({ timeMs }) => timeMs > sought.timeMs + 4000)
  await pictureOf(window, ({ timeMs }) => timeMs > a.timeMs + 8000)
  await tool(page, 'Pause').click()
  await expect.poll(() => said()?.state).toBe('paused')
  const end = said()!
  expect(end.speed).toBe(4)
  expect((end.positionMs - there.positionMs) / (end.mediaMs - there.mediaMs)).toBeGreaterThan(3.5)
  await pictureOf(window, ({ timeMs }) => Math.abs(end.positionMs - timeMs) < 1.5 * FRAME_MS)
  await page.getByRole('button', { name: 'Speed 4X, change' }).click()
  await expect(page.getByRole('button', { name: 'Speed 1X, change' })).toBeVisible()
})

test('four cameras are in step, and clips of two are downloaded that hold the range', async ({
  console: page,
  simulator,
}) => {
  const operator = await Operator.signIn(simulator.url)
  const { nowMs, zoneMinutes } = await control(simulator.url, controlClock)
  const { year, month, day } = toCivil(nowMs, zoneMinutes)
  const midnightS = fromCivil(year, month, day, 0, 0, 0, 0, zoneMinutes) / 1000
  const recorded = await Promise.all(
    (await playingCameras(simulator.url, 'camera', 12)).map(async (camera) => {
      const span = { startTime: midnightS, endTime: midnightS + 600 }
      const { list } = await operator.call(queryRecordFile, { body: { sn: camera.sn, chnId: 1, ...span } })
      return list.some(({ startTime }) => startTime <= midnightS) ? [camera] : []
    }),
  )
  const cameras = recorded.flat().slice(0, 4)
  const said = watchPlayback(page)
  const from = Math.floor((nowMs - 30 * MINUTE_MS) / 1000) * 1000
  await signIn(page, simulator.url, { to: '/realTime/videoReplay' })
  await page.getByRole('button', { name: /Search$/ }).click()
  await expect(page.getByText('Please select device', { exact: true })).toBeVisible()
  for (const camera of cameras) await (await findInTree(page, camera.sn)).dblclick()
  await expect(windowAt(page, 4)).toBeVisible()
  await page.getByText('Today', { exact: true }).click()
  await page.getByRole('button', { name: /Search$/ }).click()
  await expect(page.getByRole('complementary', { name: 'Files' }).getByText(/files?$/)).toHaveCount(4)
  const { total } = await operator.call(queryRecordFile, {
    body: { sn: cameras[0]!.sn, chnId: 1, startTime: from / 1000 - 3600, endTime: from / 1000 },
  })
  expect(total).toBeGreaterThan(0)

  await tool(page, 'Play').click()
  for (const [at, camera] of cameras.entries())
    await pictureOf(windowAt(page, at + 1), (picture) => picture.camera === camera.cameraNumber)
  const first = await pictureOf(windowAt(page, 1))
  await pictureOf(windowAt(page, 1), ({ timeMs }) => timeMs > first.timeMs + 3000)
  // All four in one look, while they run.
  await expect
    .poll(async () => {
      const videos = page.getByRole('region', { name: 'Replay windows' }).locator('video')
      const moments = (await lumasOf(videos)).map(({ timeMs }) => timeMs)
      return Math.max(...moments) - Math.min(...moments)
    })
    .toBeLessThan(3 * FRAME_MS)
  await tool(page, 'Pause').click()
  await expect.poll(() => said()?.state).toBe('paused')
  await expect
    .poll(async () => {
      const videos = page.getByRole('region', { name: 'Replay windows' }).locator('video')
      const moments = (await lumasOf(videos)).map(({ timeMs }) => timeMs)
      return Math.max(...moments.map((timeMs) => Math.abs(timeMs - said()!.positionMs)))
    })
    .toBeLessThan(1.5 * FRAME_MS)

  await tool(page, 'Cut clip').click()
  const clip = page.getByRole('region', { name: 'Clip' })
  const asked = page.waitForRequest((one) => one.url().endsWith('/api/downloadRecordFileReq'))
  const saved = page.waitForEvent('download')
  await clip.getByRole('button', { name: 'Download MP4' }).click()
  const body = (await asked).postDataJSON() as { sn: string; startTime: number; endTime: number }
  await expect(page.getByRole('progressbar').first()).toBeVisible()
  const video = await decodeVideoFile(await (await saved).path())
  const strips = video.strips.filter((strip) => strip !== undefined)
  const number = cameras.find(({ sn }) => sn === body.sn)!.cameraNumber
  expect(new Set(strips.map(({ camera }) => camera))).toEqual(new Set([number]))
  expect(strips.length).toBeGreaterThan(0.95 * video.strips.length)
  expect(Math.abs(strips[0]!.timeMs - body.startTime * 1000)).toBeLessThanOrEqual(FRAME_MS)
  expect(Math.abs(strips.at(-1)!.timeMs - body.endTime * 1000)).toBeLessThanOrEqual(2 * FRAME_MS)
})

test('captured pictures are found, shown large one after the other, and replayed', async ({
  console: page,
  simulator,
}) => {
  const cameras = await playingCameras(simulator.url, 'camera', 8)
  const operator = await Operator.signIn(simulator.url)
  const { nowMs } = await control(simulator.url, controlClock)
  const span = { startTime: Math.floor(nowMs / 1000) - 8 * 3600, endTime: Math.floor(nowMs / 1000) }
  let chosen: { sn: string; total: number } | undefined
  for (const { sn } of cameras) {
    const { total } = await operator.call(queryCaptureFile, { body: { sn, chnId: 1, ...span } })
    if (total > 1 && !chosen) chosen = { sn, total }
  }
  expect(chosen, 'a camera with captured pictures').toBeDefined()
  await signIn(page, simulator.url, { to: '/videoReplay' })
  await (await findInTree(page, chosen!.sn)).dblclick()
  await page.getByText('Pictures', { exact: true }).click()
  await page.getByRole('button', { name: /Search$/ }).click()
  const grid = page.getByRole('list', { name: 'Captured pictures' })
  await grid.getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^1 of \d+$/)).toBeVisible()
  // Nobody presses a button that grows, nor one that is about to: a press between the two would be let go elsewhere.
  await expect(dialog).not.toHaveClass(/-appear/)
  await dialog.getByRole('button', { name: 'Next picture' }).click()
  await expect(dialog.getByText(/^2 of \d+$/)).toBeVisible()
  // By keys too, wherever the focus is: also at the first picture, before which there is none.
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByText(/^1 of \d+$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText(/^2 of \d+$/)).toBeVisible()
  await expect
    .poll(() =>
      dialog
        .getByRole('img', { name: 'Captured picture' })
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(300)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.jpg$/)
})

test('the address keeps what is replayed, and a clip is cut by mouse, finger and keys at the zoom of a day', async ({
  console: page,
  simulator,
}) => {
  const cameras = (await playingCameras(simulator.url, 'camera', 2)).slice(0, 2)
  const { nowMs } = await control(simulator.url, controlClock)
  const from = Math.floor((nowMs - 3 * MINUTE_MS) / 1000) * 1000
  const timer = page.getByRole('timer', { name: 'Recording time' })
  const moment = async () => Number(await timer.getAttribute('data-ms'))
  await signIn(page, simulator.url, { to: '/index' })
  await page.goto(`${simulator.url}/#/videoReplay?sn=${cameras[0]!.sn}&chnId=1&from=${from}`)
  await pictureOf(windowAt(page, 1), ({ timeMs }) => timeMs >= from)
  await (await findInTree(page, cameras[1]!.sn)).dblclick()
  await pictureOf(windowAt(page, 2), ({ camera }) => camera === cameras[1]!.cameraNumber)
  await page.getByRole('radiogroup', { name: 'Speed' }).getByText('2×').click()
  await tool(page, 'Pause').click()
  await expect(page).toHaveURL(/&speed=2&play=paused/)
  const stood = await moment()
  const entries = await page.evaluate(() => history.length)

  // A reload shows the same, paused at the same place.
  await page.reload()
  await expect(windowAt(page, 2)).toBeVisible()
  await expect(
    page.getByRole('radiogroup', { name: 'Speed' }).getByRole('radio', { name: '2×' }),
  ).toBeChecked()
  await pictureOf(windowAt(page, 1), ({ timeMs }) => Math.abs(timeMs - stood) < 2 * FRAME_MS)
  await expect(tool(page, 'Play')).toBeVisible()
  expect(await moment()).toBe(stood)

  // A query leaves the cursor where it is.
  const answered = page.waitForResponse((one) => one.url().endsWith('/api/queryRecordFile'))
  await page.getByRole('button', { name: /Search$/ }).click()
  await answered
  await pictureOf(windowAt(page, 1), ({ timeMs }) => Math.abs(timeMs - stood) < 2 * FRAME_MS)
  expect(await moment()).toBe(stood)

  // A playback is one entry of the history; back and forward leave and reenter it.
  await tool(page, 'Play').click()
  await expect(page).toHaveURL((url) => Number(/[?&]at=(\d+)/.exec(url.hash)?.[1]) > stood + 2000)
  await tool(page, 'Pause').click()
  await expect(page).toHaveURL(/&play=paused/)
  expect(await page.evaluate(() => history.length)).toBe(entries)
  const before = await moment()
  await page.goBack()
  await expect(page).toHaveURL(/#\/index/)
  await page.goForward()
  await pictureOf(windowAt(page, 2), ({ timeMs }) => Math.abs(timeMs - before) < 2 * FRAME_MS)

  // A clip of a minute is a hair at the zoom of a day: both its ends can be taken hold of all the same.
  await tool(page, 'Cut clip').click()
  const clip = page.getByRole('region', { name: 'Clip' })
  const grip = (end: 'Start' | 'End') => page.getByRole('slider', { name: `Clip ${end.toLowerCase()}` })
  const endOf = async (end: 'Start' | 'End') => Number(await grip(end).getAttribute('aria-valuenow'))
  const middle = async (end: 'Start' | 'End') => {
    const box = (await grip(end).boundingBox())!
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const at = [await endOf('Start'), await endOf('End')] as const
  expect(at[1] - at[0]).toBeLessThanOrEqual(MINUTE_MS)
  await grip('Start').focus()
  for (const key of ['ArrowRight', 'Shift+ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
  expect(await endOf('Start')).toBe(at[0] - 10_000)
  const start = await middle('Start')
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x - 30, start.y, { steps: 3 })
  await page.mouse.up()
  const dragged = await endOf('Start')
  expect(dragged).toBeLessThan(at[0] - 5 * MINUTE_MS)
  expect(await endOf('End')).toBe(at[1])

  // By a finger; another one meanwhile moves nothing, and a gesture that the browser cancels is undone.
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', touchPoints: object[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints as [] })
  const finger = { ...(await middle('Start')), id: 1 }
  await touch('touchStart', [finger])
  await touch('touchMove', [{ ...finger, x: finger.x + 10 }])
  await expect.poll(() => endOf('Start')).toBeGreaterThan(dragged)
  await touch('touchCancel', [])
  await expect.poll(() => endOf('Start')).toBe(dragged)
  await touch('touchStart', [finger])
  await touch('touchMove', [{ ...finger, x: finger.x + 10 }])
  await touch('touchEnd', [])
  await expect.poll(() => endOf('Start')).toBeGreaterThan(dragged)
  const bar = (await timeline(page).boundingBox())!
  await timeline(page).focus()
  await page.keyboard.press('+')
  // Its picture changes by itself: the recording grows.
  const shown = () => timeline(page).getAttribute('data-view')
  await page.mouse.move(bar.x + bar.width / 2, bar.y - 200)
  const asItWas = await shown()
  const swipe = { x: bar.x + 120, y: bar.y + bar.height - 6, id: 1 }
  await touch('touchStart', [swipe])
  await touch('touchMove', [{ ...swipe, x: swipe.x + 60 }])
  await expect.poll(shown).not.toBe(asItWas)
  await touch('touchCancel', [])
  await expect.poll(shown).toBe(asItWas)

  // Keys take an end out of the view: the view goes along, and the grip keeps the focus.
  await timeline(page).focus()
  for (let n = 0; n < 9; n++) await page.keyboard.press('+')
  await grip('End').focus()
  const near = await shown()
  await page.keyboard.press('End')
  await expect.poll(shown).not.toBe(near)
  await expect(grip('End')).toBeFocused()

  // The time under the pointer is clear of the time of the cursor.
  await page.mouse.move(bar.x + 40, bar.y + bar.height - 6)
  const label = page.locator('.timeline-label')
  await expect(label).toBeVisible()
  const [labelBox, timerBox] = [(await label.boundingBox())!, (await timer.boundingBox())!]
  expect(labelBox.y).toBeGreaterThanOrEqual(timerBox.y + timerBox.height)

  // An end in the future is announced before, and the clip is as long as announced.
  const late = (await control(simulator.url, controlClock)).nowMs
  await clip.getByRole('textbox', { name: 'Clip start' }).fill(platformTime(late - 8000))
  await page.keyboard.press('Enter')
  await clip.getByRole('textbox', { name: 'Clip end' }).fill(platformTime(late + 10 * MINUTE_MS))
  await page.keyboard.press('Enter')
  await expect(
    clip.getByText('Ends in the future. Only footage recorded so far will be downloaded'),
  ).toBeVisible()
  const asked = page.waitForResponse((one) => one.url().endsWith('/api/downloadRecordFileReq'))
  const saved = page.waitForEvent('download')
  await clip.getByRole('button', { name: 'Download MP4' }).click()
  const { data } = (await (await asked).json()) as { data: { startTime: number; endTime: number } }
  expect(data.endTime * 1000).toBeLessThanOrEqual((await control(simulator.url, controlClock)).nowMs)
  const { strips } = await decodeVideoFile(await (await saved).path())
  expect(Math.abs((strips.length * FRAME_MS) / 1000 - (data.endTime - data.startTime))).toBeLessThan(0.5)
})

const platformTime = (ms: number) => formatDateTime(Math.floor(ms / 1000) * 1000)
