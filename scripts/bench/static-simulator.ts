// A simulator in a page beside one that was started: how soon the sign-in page and a camera's first picture are there, in
// a browser that has nothing cached, and what goes over the wire.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { writeStaticSimulator } from '@backlot/cli/static-page/write-static-simulator'
import type { Browser, Page } from 'playwright'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { playingCameras } from '../../tests/e2e/support/fleet.ts'
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
/** The same city on both sides. */
const SEED = 20260
const BEGUN_MS = 120_000
const SERVED = 'backlot start'
/** A page begins its platform, and the threads that draw, for each visitor; a program has begun them before. */
const SIGN_IN_GOAL = 8
const PICTURE_GOAL = 4

export async function benchStaticSimulator(): Promise<Finding[]> {
  const output = await mkdtemp(join(tmpdir(), 'backlot-bench-'))
  const browser = await openBrowser()
  try {
    const { consoleBytes, simulatorBytes } = writeStaticSimulator(output, { seed: SEED })
    await using simulator = await launchSimulator(['--seed', String(SEED)])
    await using files = await serveFiles(output)
    const [camera] = await playingCameras(simulator.url, 'camera', 1)
    if (!camera) throw new Error('No camera plays.')
    const visits: Visits = { served: [], files: [] }
    let wireBytes = 0
    for (let round = 0; round < ROUNDS; round++) {
      visits.served.push(await visit(browser, simulator.url, camera))
      const before = files.sentBytes()
      visits.files.push(await visit(browser, files.url, camera))
      wireBytes = files.sentBytes() - before
    }
    return [
      {
        name: 'the folder: console, and simulator',
        value: `${megabytes(consoleBytes)}, ${megabytes(simulatorBytes)} (${megabytes(await zippedBytes(join(output, 'simulator')))} with gzip); ${megabytes(wireBytes)} over the wire for one visit, uncompressed`,
      },
      visitFinding('opened to the sign-in page', visits, 'signInMs', SERVED, SIGN_IN_GOAL),
      visitFinding('asked for a camera to its first picture', visits, 'pictureMs', SERVED, PICTURE_GOAL),
    ]
  } finally {
    await browser.close()
    await rm(output, { recursive: true, force: true })
  }
}

/** What static hosts send of the files, which compress them. */
async function zippedBytes(folder: string): Promise<number> {
  const names = await readdir(folder)
  const sizes = names.map(async (name) => (await promisify(gzip)(await readFile(join(folder, name)))).length)
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
}

async function visit(browser: Browser, url: string, camera: Camera): Promise<Visit> {
  await using context = await browser.newContext(VIEW)
  const page = await context.newPage()
  const picture = page.waitForResponse((one) => one.url().endsWith('/user/verifycode'), { timeout: BEGUN_MS })
  const beganMs = performance.now()
  await page.goto(url)
  const { data } = (await (await picture).json()) as { data: { verifyKey: string } }
  await page.getByLabel('User name').waitFor()
  const signInMs = performance.now() - beganMs
  await page.getByLabel('User name').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('Backlot@2026')
  await page.getByLabel('Verification code', { exact: true }).fill(await codeOf(page, url, data.verifyKey))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  return { signInMs, pictureMs: await watch(page, url, camera) }
}

/** A program tells it to programs alone, a page's own platform to its page. */
async function codeOf(page: Page, url: string, key: string): Promise<string> {
  const path = `/control/verifycodes/${key}`
  const read = async (address: string) =>
    ((await (await fetch(address)).json()) as { data: { code: string } }).data.code
  const isServed = await page.evaluate(() => navigator.serviceWorker.controller === null)
  return isServed ? read(new URL(path, url).href) : page.evaluate(read, path)
}
