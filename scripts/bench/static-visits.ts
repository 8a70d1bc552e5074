// What a static folder is to its visitor: a server of files alone, the way to a camera's first picture, and both beside
// those of a program.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import type { Page } from 'playwright'
import { readPicture } from '../../testing/read-picture.ts'
import { type Finding, median } from './report.ts'

const PATIENCE_MS = 30_000
export const VIEW = { locale: 'en-US', viewport: { width: 1280, height: 800 } }

export type Visit = { signInMs: number; pictureMs: number }
export type Camera = { sn: string; cameraNumber: number }
/** Of files alone, and of the program that serves the same; the visits of a round are made in turn. */
export type Visits = Record<'files' | 'served', Visit[]>

export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

export function visitFinding(
  name: string,
  visits: Visits,
  key: keyof Visit,
  served: string,
  goal: number,
): Finding {
  const [mine, theirs] = [visits.files, visits.served].map((list) => median(list.map((one) => one[key])))
  const ratio = median(visits.files.map((one, at) => one[key] / visits.served[at]![key]))
  return {
    name: `${name}, from files beside from ${served}`,
    value: `${mine!.toFixed(0)} ms beside ${theirs!.toFixed(0)} ms: ${ratio.toFixed(2)} times`,
    goal: `≤ ${goal} times`,
    holds: ratio <= goal,
  }
}

/** Opens the camera as an operator does; answers how long its first picture took from then on. */
export async function watch(page: Page, url: string, { sn, cameraNumber }: Camera): Promise<number> {
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
export async function serveFiles(folder: string) {
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
