// A recording in a static folder beside the same one from `backlot replay`: how soon the sign-in page and a camera's
// first picture are there, in a browser that has nothing cached, and what goes over the wire.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordPlatform } from '@backlot/cli/capture/record-platform'
import { createReplayServer } from '@backlot/cli/capture/replay/create-replay-server'
import { writeStaticReplay } from '@backlot/cli/capture/replay/write-static-replay'
import type { Browser } from 'playwright'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { playingCameras } from '../../tests/e2e/support/fleet.ts'
import { SignInPage } from '../../tests/e2e/support/sign-in.ts'
import { openBrowser } from './bench-pages.ts'
import type { Finding } from './report.ts'
import { sized } from './size.ts'
import {
  type Camera,
  megabytes,
  serveFiles,
  VIEW,
  type Visit,
  type Visits,
  visitFinding,
  watch,
} from './static-visits.ts'

const ROUNDS = sized(5, 1)
/** Of video in the recording. */
const VIDEO_SECONDS = sized(5, 2)
const GOAL = 1.5
const SERVED = 'backlot replay'

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
    const visits: Visits = { served: [], files: [] }
    let wireBytes = 0
    for (let round = 0; round < ROUNDS; round++) {
      visits.served.push(await visit(browser, served.url, served.accounts, camera))
      const before = files.sentBytes()
      visits.files.push(await visit(browser, files.url, served.accounts, camera))
      wireBytes = files.sentBytes() - before
    }
    return [
      {
        name: 'the folder: console, and a recording with one camera',
        value: `${megabytes(consoleBytes)}, ${megabytes(recordingBytes)}; ${megabytes(wireBytes)} over the wire for one visit, uncompressed`,
      },
      visitFinding('opened to the sign-in page', visits, 'signInMs', SERVED, GOAL),
      visitFinding('asked for a camera to its first picture', visits, 'pictureMs', SERVED, GOAL),
    ]
  } finally {
    await browser.close()
    await rm(root, { recursive: true, force: true })
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
