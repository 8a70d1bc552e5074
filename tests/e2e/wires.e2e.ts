import { type ChildProcess, spawn } from 'node:child_process'
import { controlClock } from '@backlot/contract/control/calls'
import { controlPublishKey } from '@backlot/contract/control/device-calls'
import { reportAt, testTerminal } from '@backlot/simulator/gateways/jt808/test-terminal.test-support'
import type { Locator } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { diagnoseMap, drawnMarker, metresBetween } from './support/map.ts'
import { signIn } from './support/sign-in.ts'
import { findInTree, openCamera, pictureOf, windowAt } from './support/wall.ts'

const PLACE = { longitude: 116.3975, latitude: 39.9092 }

test.describe('real devices at the wires', () => {
  test('a vehicle that registers over JT/T 808 joins the tree and stands on the map where it says', async ({
    console: page,
    simulator,
  }) => {
    await diagnoseMap(page)
    await signIn(page, simulator.url, { to: `/dispatch?lng=${PLACE.longitude}&lat=${PLACE.latitude}&z=16` })
    const port = Number(simulator.jt808?.split(':').at(-1))
    const terminal = await testTerminal(port, '013800138001', 2019)
    try {
      await terminal.enter('京Q88888')
      const { nowMs } = await control(simulator.url, controlClock)
      await terminal.acked({ kind: 'location', ...reportAt(nowMs, PLACE.longitude, PLACE.latitude) })
      const row = await findInTree(page, '00000000013800138001')
      await expect(row).toContainText('京Q88888')
      await expect
        .poll(
          async () => {
            const marker = await drawnMarker(page, '00000000013800138001')
            return marker ? metresBetween(marker, PLACE) : Number.POSITIVE_INFINITY
          },
          { message: 'metres between marker and report', timeout: 30_000 },
        )
        .toBeLessThan(1)
    } finally {
      terminal.close()
    }
  })

  test('what a real camera publishes is seen in place of the scene, which comes back after it', async ({
    console: page,
    simulator,
  }) => {
    const [camera] = await playingCameras(simulator.url, 'camera', 1)
    const { url } = await control(simulator.url, controlPublishKey, { body: { sn: camera!.sn, chnId: 1 } })
    await signIn(page, simulator.url, { to: '/realTime?layout=1' })
    const window = windowAt(page, 1)
    await openCamera(page, camera!, window)
    const publisher = publishRed(url)
    try {
      await expect.poll(() => isRed(window), { message: 'the published picture', timeout: 30_000 }).toBe(true)
    } finally {
      publisher.kill('SIGKILL')
    }
    await pictureOf(window, (picture) => picture.camera === camera!.cameraNumber)
    expect(await isRed(window)).toBe(false)
  })
})

/** A camera of somebody's: a plain red picture. */
function publishRed(url: string): ChildProcess {
  const input = ['-re', '-f', 'lavfi', '-i', 'color=c=red:size=640x360:rate=15']
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '15']
  const output = ['-pix_fmt', 'yuv420p', '-f', 'flv', url]
  const args = ['-hide_banner', '-loglevel', 'quiet', ...input, ...codec, ...output]
  return spawn(process.env.FFMPEG_PATH ?? 'ffmpeg', args, { stdio: 'ignore' })
}

/** Whether the middle of the picture that a window shows now is red. */
async function isRed(window: Locator): Promise<boolean> {
  const video = window.locator('video')
  if ((await video.count()) === 0) return false
  return video.evaluate((element) => {
    if (!(element instanceof HTMLVideoElement) || element.videoWidth === 0) return false
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 1
    const context = canvas.getContext('2d')
    if (!context) return false
    const { videoWidth, videoHeight } = element
    context.drawImage(element, videoWidth / 2, videoHeight / 2, 1, 1, 0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return red > 180 && green < 80 && blue < 80
  })
}
