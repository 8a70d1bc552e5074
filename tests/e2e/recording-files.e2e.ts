import { readFile } from 'node:fs/promises'
import { controlClock } from '@backlot/contract/control/calls'
import { queryRecordFile } from '@backlot/contract/recordings/calls'
import { dayStart, formatDateTime } from '@backlot/contract/time'
import type { Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { FAILING, playingCameras, trueDevices } from './support/fleet.ts'
import { lookAt } from './support/look-at.ts'
import { heardBehindGain, keepGain } from './support/page-sound.ts'
import { signIn } from './support/sign-in.ts'
import { decodeVideoFile } from './support/video-file.ts'
import { findInTree, pictureOf } from './support/wall.ts'

// The calls that these tests watch.
test.use({ overHttp: true })

const windowAt = (page: Page, number: number) =>
  page.getByRole('region', { name: 'Replay windows' }).getByRole('group', {
    name: new RegExp(`^Window ${number},`),
  })
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Replay toolbar' }).getByRole('button', { name, exact: true })

test('files of a device are played one after the other, heard and kept; clips wait their turn; failures say why', async ({
  console: page,
  simulator,
}) => {
  const operator = await Operator.signIn(simulator.url)
  const { nowMs } = await control(simulator.url, controlClock)
  const cameras = await playingCameras(simulator.url, 'camera', 12)
  const { camera, first, second } = await withDeviceFiles(operator, cameras.slice(6), nowMs)
  const rowOf = (file: File) =>
    list.getByRole('button', { name: `Play ${formatDateTime(startOf(file)).slice(11)} –` })
  const list = page.getByRole('complementary', { name: 'Files' })
  const startOf = ({ startTime }: File) => startTime * 1000
  await keepGain(page)
  await signIn(page, simulator.url, { to: '/videoReplay' })

  // A device's own files, one after the other.
  await (await findInTree(page, camera.sn)).dblclick()
  await page.getByRole('combobox', { name: 'File source' }).click()
  await page.getByTitle('Device', { exact: true }).click()
  await page.getByRole('button', { name: /Search$/ }).click()
  const starts: (string | null)[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/startPlayRecordFileReq?'))
      starts.push(new URL(request.url()).searchParams.get('fid'))
  })
  const window = windowAt(page, 1)
  await rowOf(second).click()
  const begun = await pictureOf(
    window,
    ({ timeMs }) => timeMs >= startOf(second) && timeMs < startOf(second) + 3000,
  )
  expect(begun.camera).toBe(camera.cameraNumber)
  await page.getByRole('slider', { name: 'Timeline' }).focus()
  await page.keyboard.press('ArrowLeft')
  await pictureOf(window, ({ timeMs }) => timeMs < startOf(second))
  await expect(rowOf(first)).toHaveAttribute('aria-current', 'true')
  await pictureOf(window, ({ timeMs }) => timeMs > startOf(second) + 300)
  expect(starts).toEqual([second.fid, first.fid, second.fid])
  await expect(rowOf(second)).toHaveAttribute('aria-current', 'true')

  // Its sound, as loud as set, and none when it is off.
  await window.hover()
  await window.getByRole('button', { name: 'Sound on' }).click()
  await window.getByRole('button', { name: 'Sound off' }).hover()
  await page.getByRole('slider', { name: 'Volume' }).focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('status', { name: 'Volume' })).toHaveText('200 %')
  expect(await heardBehindGain(page)).toEqual({ gain: 2, heard: true })
  await window.getByRole('button', { name: 'Sound off' }).click()
  await expect(window.getByRole('button', { name: 'Sound on' })).toBeVisible()
  await expect.poll(() => heardBehindGain(page, 20)).toMatchObject({ heard: false })

  const snapshot = page.waitForEvent('download')
  await window.getByRole('button', { name: 'Snapshot' }).click()
  expect((await snapshot).suggestedFilename()).toMatch(/_\d{4}-\d{2}-\d{2}_\d{2}_\d{2}_\d{2}\.jpg$/)
  const bytes = await readFile(await (await snapshot).path())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))

  // Clips are made in the order of their requests; any of them can be cancelled.
  await tool(page, 'Pause').click()
  await tool(page, 'Cut clip').click()
  const clip = page.getByRole('region', { name: 'Clip' })
  const download = clip.getByRole('button', { name: 'Download MP4' })
  const tasks = list.getByRole('region', { name: 'Downloads' }).getByRole('listitem')
  const end = clip.getByRole('textbox', { name: 'Clip end' })
  const from = await clip.getByRole('textbox', { name: 'Clip start' }).inputValue()
  const setLength = async (seconds: number, words: string) => {
    await end.fill(secondsAfter(from, seconds))
    await end.press('Enter')
    await expect(clip.getByText(words, { exact: true })).toBeVisible()
  }
  await setLength(600, '10:00')
  await download.click()
  await expect(tasks).toHaveCount(1)
  await setLength(3, '0:03')
  await download.click()
  await expect(tasks).toHaveCount(2)
  await download.click()
  await expect(tasks).toHaveCount(3)
  // The newest is on top.
  await expect(tasks.nth(2)).toContainText('in progress')
  await expect(tasks.nth(0)).toContainText('waiting')
  await tasks
    .nth(0)
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await expect(tasks).toHaveCount(2)
  await expect.poll(() => tasks.nth(1).getByRole('progressbar').getAttribute('aria-valuenow')).not.toBe('0')
  await lookAt(page, 'replay with files, timeline and downloads', 'en')
  const saved = page.waitForEvent('download')
  await tasks
    .nth(1)
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await expect(tasks).toHaveCount(1)
  const video = await decodeVideoFile(await (await saved).path())
  expect(video.strips).toHaveLength(3 * 12)
  await expect(tasks.nth(0)).toContainText('completed')

  await tool(page, 'Full screen').click()
  await expect(list).toHaveCount(0)
  await tool(page, 'Exit full screen').click()
  await expect(list).toBeVisible()
  await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
  await tool(page, 'Full screen').click()
  await expect(page.getByText('Full screen is not supported')).toBeVisible()

  // Cameras that fail on purpose, beside the one that plays.
  const failing = (await trueDevices(simulator.url, { kind: 'camera' })).filter(
    ({ name, online }) => online && FAILING.test(name),
  )
  for (const { sn } of failing) await (await findInTree(page, sn)).dblclick()
  await page.getByRole('combobox', { name: 'File source' }).click()
  await page.getByTitle('Platform', { exact: true }).click()
  await page.getByRole('button', { name: /Search$/ }).click()
  await expect(list.getByText(/files?$/)).toHaveCount(4)
  await tool(page, 'Play').click()
  for (const words of [
    'The template is not bound to a media service',
    'Failed to get the media service information',
    'Unknown playback failure',
  ])
    await expect(page.getByRole('region', { name: 'Replay windows' })).toContainText(words)
  await pictureOf(window, ({ camera: number }) => number === camera.cameraNumber)
})

type File = { fid: string; startTime: number; endTime: number }

/** The first of some cameras with two whole files of its own that follow each other, while the platform recorded too. */
async function withDeviceFiles<Camera extends { sn: string }>(
  operator: Operator,
  cameras: readonly Camera[],
  nowMs: number,
): Promise<{ camera: Camera; first: File; second: File }> {
  for (const camera of cameras) {
    const query = (source: 'device' | 'server', startTime: number, endTime: number) =>
      operator.call(queryRecordFile, { body: { sn: camera.sn, chnId: 1, source, startTime, endTime } })
    const nowS = Math.floor(nowMs / 1000)
    const { list } = await query('device', dayStart(nowMs) / 1000, nowS)
    // The last one is being recorded.
    const [first, second] = list.slice(-3)
    if (!first || !second || list.length < 3 || first.endTime !== second.startTime) continue
    const { list: recorded } = await query('server', first.startTime + 1, second.endTime - 1)
    const seconds = recorded
      .filter(({ cause }) => cause === 'plan')
      .reduce((sum, one) => sum + one.endTime - one.startTime, 0)
    if (seconds >= 3600) return { camera, first, second }
  }
  throw new Error('No camera has files of its own.')
}

/** A time of the console's pickers some seconds later. */
function secondsAfter(text: string, seconds: number): string {
  const at = new Date(`${text.replace(' ', 'T')}Z`).getTime() + seconds * 1000
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}
