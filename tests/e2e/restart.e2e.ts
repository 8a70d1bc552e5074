import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { playingCameras, trueDevices } from './support/fleet.ts'
import { diagnoseMap, drawnMarker } from './support/map.ts'
import { signIn } from './support/sign-in.ts'
import { openCamera, pictureOf, windowAt } from './support/wall.ts'

const test = base.extend<{ dataFolder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  dataFolder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'backlot-restart-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
})

test('a console that is open while the platform starts anew comes back by itself', async ({
  page,
  context,
  dataFolder,
}) => {
  test.setTimeout(360_000)
  const start = (port: string) =>
    launchSimulator(['--data', dataFolder, '--port', port, '--log-level', 'warn'])
  const first = await start('0')
  const { url } = first
  const { port } = new URL(url)
  const [camera] = await playingCameras(url, 'camera', 1)
  const station = (await trueDevices(url, { kind: 'hj212Station' })).find(({ online }) => online)!

  await signIn(page, url, { to: '/realTime?layout=1' })
  const before = await openCamera(page, camera!, windowAt(page, 1))
  // A second tab of the same sign-in shows the map.
  const map = await context.newPage()
  await diagnoseMap(map)
  await map.goto(new URL(`/#/dispatch?sn=${station.sn}`, url).href)
  await expect.poll(() => drawnMarker(map, station.sn)).toBeDefined()

  await first.stop()
  for (const tab of [page, map])
    await expect(
      tab.getByRole('button', { name: /Real-time channel (not connected|connecting)/ }),
    ).toBeVisible()
  await expect(windowAt(page, 1).getByRole('status')).toContainText('No signal', { timeout: 60_000 })

  await using again = await start(port)
  expect(again.url).toBe(url)
  await map.bringToFront()
  for (const tab of [page, map])
    await expect(tab.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible({
      timeout: 40_000,
    })
  await expect.poll(() => drawnMarker(map, station.sn)).toBeDefined()
  await page.bringToFront()
  const after = await pictureOf(
    windowAt(page, 1),
    (picture) => picture.camera === camera!.cameraNumber && picture.timeMs > before.timeMs,
  )
  expect(after.camera).toBe(camera!.cameraNumber)
})
