// A recording in a static folder beside the same one from `backlot replay`: how soon the sign-in page and a camera's
// first picture are there, in a browser that has nothing cached, and what goes over the wire.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordPlatform } from '@backlot/cli/capture/record-platform'
import { createReplayServer } from '@backlot/cli/capture/replay/create-replay-server'
import { writeStaticReplay } from '@backlot/cli/capture/replay/write-static-replay'
import express from 'express'
import type { Browser, Page } from 'playwright'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { readPicture } from '../../testing/read-picture.ts'
import { playingCameras } from '../../tests/e2e/support/fleet.ts'
import { SignInPage } from '../../tests/e2e/support/sign-in.ts'
import { openBrowser } from './bench-pages.ts'
import { type Finding, median } from './report.ts'
import { sized } from './size.ts'

const ROUNDS = sized(5, 1)
const PATIENCE_MS = 30_000
/** Of video in the recording. */
const VIDEO_SECONDS = sized(5, 2)
const GOAL = 1.5
const VIEW = { locale: 'en-US', viewport: { width: 1280, height: 800 } }

type Visit = { signInMs: number; pictureMs: number }
type Camera = { sn: string; cameraNumber: number }

export async function benchReplay(): Promise<Finding[]> {
  const root = await mkdtemp(join(tmpdir(), 'backlot-bench-'))
  const browser = await openBrowser()
  try {
    const folder = join(root, 'capture')
    const camera = await recorded(browser, folder)
    const output = join(root, 'files')
    const { consoleBytes, recordingBytes } = await writeStaticReplay({
      folder,
      output,
      speed: 1,
      loop: false,
    })
    await using served = await createReplayServer({ folder })
    await using files = await serveFiles(output)
    const visits: Record<'served' | 'files', Visit[]> = { served: [], files: [] }
    let wireBytes = 0
    for (let round = 0; round < ROUNDS; round++) {
      visits.served.push(await visit(browser, served.url, served.accounts, camera))
      const before = files.sentBytes()
      visits.files.push(await visit(browser, files.url, served.accounts, camera))
      wireBytes = files.sentBytes() - before
    }
    const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
    return [
      {
        name: 'the folder: console, and a recording with one camera',
        value: `${mb(consoleBytes)}, ${mb(recordingBytes)}; ${mb(wireBytes)} over the wire for one visit, uncompressed`,
      },
      finding('opened to the sign-in page', visits, 'signInMs'),
      finding('asked for a camera to its first picture', visits, 'pictureMs'),
    ]
  } finally {
    await browser.close()
    await rm(root, { recursive: true, force: true })
  }
}

function finding(name: string, visits: Record<'served' | 'files', Visit[]>, key: keyof Visit): Finding {
  const [files, served] = [visits.files, visits.served].map((list) => median(list.map((one) => one[key])))
  const ratio = median(visits.files.map((one, at) => one[key] / visits.served[at]![key]))
  return {
    name: `${name}, from files beside from backlot replay`,
    value: `${files!.toFixed(0)} ms beside ${served!.toFixed(0)} ms: ${ratio.toFixed(2)} times`,
    goal: `≤ ${GOAL} times`,
    holds: ratio <= GOAL,
  }
}

/** Records somebody who signs in and watches one camera. */
async function recorded(browser: Browser, folder: string): Promise<Camera> {
  await using simulator = await launchSimulator()
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  if (!camera) throw new Error('No camera plays.')
  const options = { folder, maxBytes: 5e8, keepsMedia: true, keepsPersonal: false }
  await using recording = await recordPlatform({ ...options, platform: new URL(simulator.url) })
  await using context = await browser.newContext(VIEW)
  const page = await context.newPage()
  const entry = new SignInPage(page, recording.url, 'en', simulator.url)
  await entry.open()
  await entry.send({ loginName: 'admin', password: 'Backlot@2026' })
  await watch(page, recording.url, camera)
  await page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement, seconds) => {
      const untilS = video.currentTime + seconds
      return new Promise<void>((resolve) => {
        video.ontimeupdate = () => video.currentTime >= untilS && resolve()
      })
    }, VIDEO_SECONDS)
  await context.close()
  await recording.end('asked')
  return camera
}

async function visit(
  browser: Browser,
  url: string,
  [loginName = '']: readonly string[],
  camera: Camera,
): Promise<Visit> {
  await using context = await browser.newContext(VIEW)
  const page = await context.newPage()
  const entry = new SignInPage(page, url)
  const beganMs = performance.now()
  await entry.open()
  const signInMs = performance.now() - beganMs
  const code = await entry.send({ loginName, password: 'Another@1', verifycode: '0000' })
  if (code !== 0) throw new Error(`The sign-in was answered with ${code}.`)
  return { signInMs, pictureMs: await watch(page, url, camera) }
}

/** Opens the camera as an operator does; answers how long its first picture took from then on. */
async function watch(page: Page, url: string, { sn, cameraNumber }: Camera): Promise<number> {
  await page.getByRole('button', { name: /Real-time channel connected/ }).waitFor()
  await page.goto(new URL('./#/realTime?layout=4', url).href)
  await page.getByRole('searchbox', { name: 'Enter a name or serial number' }).fill(sn)
  const row = page.getByRole('treeitem').and(page.getByTitle(new RegExp(`${sn}$`)))
  await row.waitFor()
  const beganMs = performance.now()
  await row.dblclick()
  const video = page.locator('video').first()
  await video.waitFor({ state: 'attached' })
  while ((await readPicture(video))?.camera !== cameraNumber) {
    if (performance.now() - beganMs > PATIENCE_MS) throw new Error('No picture came.')
    // Read one after the other: nothing tells of a picture but its pixels.
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  return performance.now() - beganMs
}

/** A static web server that counts what it sends. */
async function serveFiles(folder: string) {
  const sockets = new Set<{ bytesWritten: number }>()
  const server = express().use(express.static(folder)).listen(0, '127.0.0.1')
  server.on('connection', (socket) => sockets.add(socket))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    sentBytes: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
