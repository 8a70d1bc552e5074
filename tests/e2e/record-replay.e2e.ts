import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordPlatform } from '@backlot/cli/capture/record-platform'
import { createReplayServer } from '@backlot/cli/capture/replay/create-replay-server'
import { writeStaticReplay } from '@backlot/cli/capture/replay/write-static-replay'
import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import type { Browser, Locator, Page, Request } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { diagnoseMap, drawnMarker } from './support/map.ts'
import { serveFiles } from './support/serve-files.ts'
import { SignInPage } from './support/sign-in.ts'
import { findInTree, openCamera, windowAt } from './support/wall.ts'

/**
 * Consecutive looks without pending requests: requests that follow an answer have begun by then, on a busy machine too.
 */
const QUIET_LOOKS = 12

/** Of the strip below a console that is replayed from files. */
const BAR_HEIGHT = 32

type Camera = Awaited<ReturnType<typeof playingCameras>>[number]

test('a recorded session replays to the same screens, with its video and the alarm that came', async ({
  console: page,
  simulator,
  browser,
}) => {
  test.setTimeout(420_000)
  const root = await mkdtemp(join(tmpdir(), 'backlot-capture-'))
  const folder = join(root, 'capture')
  try {
    const [camera] = (await playingCameras(simulator.url, 'camera', 1)) as [Camera]
    const options = { folder, maxBytes: 5e8, keepsMedia: true, keepsPersonal: false }
    await using recording = await recordPlatform({ ...options, platform: new URL(simulator.url) })
    const entered = new SignInPage(page, recording.url, 'en', simulator.url)
    await diagnoseMap(page)
    await entered.open()
    expect(await entered.send({ loginName: 'admin', password: 'Backlot@2026' })).toBe(0)
    const recorded = await walk(page, recording.url, camera, async () => {
      const body = { sn: camera.sn, chnId: 1, type: 'AiAlarm', subType: 'Intruder' }
      await control(simulator.url, controlRaiseAlarm, { body })
    })
    await page.close()
    const { why, left } = await recording.end('asked')
    expect([why, left]).toEqual(['asked', {}])

    // Another browser, another password, and no platform behind.
    await using replay = await createReplayServer({ folder })
    expect(replay.remarks).toEqual([])
    const replayed = await walkAgain(browser, replay.url, replay.accounts, 800)
    expect(replay.misses()).toEqual([])
    expectSame(replayed, recorded)

    // And from files alone, in a folder of a web server that knows nothing of it.
    const files = join(root, 'files')
    const { accounts, remarks } = await writeStaticReplay({ folder, output: files, speed: 1, loop: false })
    expect(remarks).toEqual([])
    await using web = await serveFiles('/shows/harbour', files)
    const fromFiles = await walkAgain(browser, web.url, accounts, 800 + BAR_HEIGHT)
    expectSame(fromFiles, recorded)

    async function walkAgain(from: Browser, url: string, names: readonly string[], height: number) {
      await using context = await from.newContext({ locale: 'en-US', viewport: { width: 1280, height } })
      const again = await context.newPage()
      await diagnoseMap(again)
      const signIn = new SignInPage(again, url)
      await signIn.open()
      const [loginName = ''] = names
      expect(await signIn.send({ loginName, password: 'Another@1', verifycode: '0000' })).toBe(0)
      return await walk(again, url, camera)
    }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})

test.describe('from files alone', () => {
  // The wrong name, and what the page asks when it is loaded again, were not recorded.
  test.use({ expectedErrors: /status of 404/ })

  test('a recording in a static folder pauses, changes its speed, survives a reload and starts again', async ({
    console: page,
    simulator,
    browser,
  }) => {
    const root = await mkdtemp(join(tmpdir(), 'backlot-capture-'))
    try {
      const folder = join(root, 'capture')
      const options = { folder, maxBytes: 5e8, keepsMedia: true, keepsPersonal: false }
      await using recording = await recordPlatform({ ...options, platform: new URL(simulator.url) })
      const signIn = new SignInPage(page, recording.url, 'en', simulator.url)
      await signIn.open()
      expect(await signIn.send({ loginName: 'admin', password: 'Backlot@2026' })).toBe(0)
      await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
      await expect(page.getByText('Streams and storage')).toBeVisible()
      await watchRequests(page)()
      await page.close()
      await recording.end('asked')
      const files = join(root, 'files')
      await writeStaticReplay({ folder, output: files, speed: 1, loop: false })
      await using web = await serveFiles('/', files)
      await using context = await browser.newContext({ locale: 'en-US' })
      const replayed = await context.newPage()
      const bar = replayed.locator('backlot-replay')
      const time = () => bar.locator('.time').innerText()
      const entry = new SignInPage(replayed, web.url)
      await entry.open()
      await expect(bar).toContainText('Sign in as person-1, with any password and any code')
      expect(await entry.send({ loginName: 'nobody', password: 'Another@1', verifycode: '0' })).toBe(20003)
      await expect(bar).toContainText('1 request was not recorded')
      expect(await entry.send({ loginName: 'person-1', password: 'Another@1', verifycode: '0' })).toBe(0)
      const connected = replayed.getByRole('button', { name: /Real-time channel connected/ })
      await expect(connected).toBeVisible()

      await replayed.setViewportSize({ width: 390, height: 844 })
      await expectInside(bar)
      await replayed.setViewportSize({ width: 1280, height: 800 })
      // A dialog that fills the window ends above the strip, and takes neither its focus nor its keys.
      await connected.click()
      const diagnostics = replayed.getByRole('dialog', { name: 'Diagnostics' })
      await expect(diagnostics).toBeVisible()
      const [strip, drawer] = await Promise.all([bar.boundingBox(), diagnostics.boundingBox()])
      expect(drawer!.y + drawer!.height).toBeLessThanOrEqual(strip!.y)
      await bar.getByLabel('Speed').focus()
      await expect(bar.getByLabel('Speed')).toBeFocused()
      await diagnostics.getByRole('button', { name: 'Close' }).click()
      await expect(diagnostics).toHaveCount(0)

      // By keyboard: the strip is a part of the page.
      await bar.getByRole('button', { name: 'Pause' }).press('Enter')
      await expect(bar.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
      const paused = await time()
      // The console's own clock stands too: the platform told it.
      const header = replayed.getByRole('banner')
      await expect(header).toContainText('paused')
      // Both cut the rest of a second off, and the platform told its time some milliseconds ago.
      const apart = async () => Math.abs(momentIn(await header.innerText()) - momentIn(paused))
      await expect.poll(apart).toBeLessThanOrEqual(1000)
      // A page that is loaded again continues, and plays: its connections would wait for a paused platform.
      await replayed.reload()
      await expect(connected).toBeVisible()
      await expect(bar.getByRole('button', { name: 'Pause' })).toBeVisible()
      expect([paused, await time()].toSorted()[0]).toBe(paused)

      await bar.getByLabel('Speed').selectOption('30')
      await expect(bar).toContainText('End of the recording')
      const over = await time()
      // At 30 times the end would come again within a second.
      await bar.getByLabel('Speed').selectOption('1')
      await bar.getByRole('button', { name: 'Play from the start' }).click()
      await expect(bar).not.toContainText('End of the recording')
      expect((await time()) < over).toBe(true)
      await expect(connected).toBeVisible()
    } finally {
      await rm(root, { recursive: true, force: true })
    }
  })
})

/** Every control of the strip, and its hint, is in the window as a whole. */
async function expectInside(bar: Locator): Promise<void> {
  const width = await bar.page().evaluate(() => innerWidth)
  for (const part of await bar.locator('button, select, .hint').all()) {
    const box = (await part.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(width)
  }
}

/** Epoch milliseconds of a moment in a text, as if its zone were UTC. */
function momentIn(text: string): number {
  const [date, time] = /(\d{4}-\d\d-\d\d)\s(\d\d:\d\d:\d\d)/.exec(text)?.slice(1) ?? []
  return Date.parse(`${date}T${time}Z`)
}

type Walked = Awaited<ReturnType<typeof walk>>

function expectSame(replayed: Walked, recorded: Walked): void {
  expect(replayed.texts).toEqual(recorded.texts)
  const { picture, marker } = replayed
  // The same pictures at the same pace: each shows its moment, and both looked at about the same one.
  expect([picture.camera, picture.panDeg]).toEqual([recorded.picture.camera, recorded.picture.panDeg])
  expect(Math.abs(picture.timeMs - recorded.picture.timeMs)).toBeLessThan(60_000)
  expect(marker).toEqual(recorded.marker)
}

/** Texts that an operator sees on a walk through the console; `raise` raises the alarm once the channel listens. */
async function walk(page: Page, url: string, camera: Camera, raise?: () => Promise<void>) {
  const texts: string[] = []
  const quiet = watchRequests(page)
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
  await expect(page.getByText('Streams and storage')).toBeVisible()
  await quiet()
  await raise?.()
  const tips = page.getByRole('region', { name: 'New alarms' })
  await expect(tips).toContainText('AI alarm · Intruder')
  await go(page, url, '/earlyWarningData/alarmList')
  const rows = page.locator('tbody tr[data-row-key]')
  await expect(rows.first()).toContainText('Intruder')
  // Names of operators who processed alarms are not in a recording.
  texts.push(...(await rows.allInnerTexts()).filter((text) => text.includes('Not processed')).slice(0, 20))

  await quiet()
  await go(page, url, '/realTime?layout=4')
  const row = await findInTree(page, camera.sn)
  texts.push(await row.innerText())
  const picture = await openCamera(page, camera, windowAt(page, 1))

  await quiet()
  await go(page, url, `/dispatch?lng=${camera.longitude.toFixed(6)}&lat=${camera.latitude.toFixed(6)}&z=17`)
  await expect.poll(() => page.evaluate(() => window.__backlotMap?.pictured() ?? false)).toBe(true)
  await expect.poll(() => drawnMarker(page, camera.sn)).toBeTruthy()
  const { x, y, state } = (await drawnMarker(page, camera.sn))!
  await page.mouse.click(x, y)
  const popup = page.getByRole('region', { name: 'Device information' })
  await expect(popup.getByText(camera.sn)).toBeVisible()
  await expect(popup.getByText('Looking up the address…')).toHaveCount(0)
  texts.push(await popup.innerText())
  // The camera is in alarm: a click opens that too, and the detections in its picture are requested when it is drawn.
  await expect(page.getByRole('dialog').locator('.detection').first()).toBeVisible()
  await quiet()
  return { texts, picture, marker: { x: Math.round(x), y: Math.round(y), state } }
}

/** Waits until nothing is pending: an answer that the page does not wait for is not in a recording. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let quietLooks = 0
  page.on('request', (request) => {
    open.add(request)
    quietLooks = 0
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    quietLooks = 0
    await expect
      .poll(() => (open.size === 0 ? ++quietLooks : 0), { intervals: [100] })
      .toBeGreaterThanOrEqual(QUIET_LOOKS)
  }
}

async function go(page: Page, url: string, to: string): Promise<void> {
  await page.goto(new URL(`./#${to}`, url).href)
}
