import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { controlAddFaults, controlFaults, controlRemoveFaults } from '@backlot/contract/control/fault-calls'
import { control } from '../../../testing/control.ts'
import { expect, test } from '../support/console-test.ts'
import { playingCameras } from '../support/fleet.ts'
import { signIn } from '../support/sign-in.ts'
import { decodeVideoFile, probeVideoFile } from '../support/video-file.ts'
import { openCamera, pictureOf, windowAt } from '../support/wall.ts'

// A stream that breaks is an error to the player.
test.use({ expectedErrors: /mpegts|close code|live video|interrupted/i })

test('a recording is one file that others play, over sound on and off, maximising and a stream that broke', async ({
  console: page,
  simulator: { url },
}) => {
  const [camera] = await playingCameras(url, 'camera', 1)
  await signIn(page, url, { to: '/realTime?layout=4' })
  const window = windowAt(page, 1)
  const tool = (name: string) => window.getByRole('button', { name, exact: true })
  const press = async (name: string) => {
    await window.hover()
    await tool(name).click()
  }
  const first = await openCamera(page, camera!, window)
  await press('Record')
  await expect(window.getByText('Recording', { exact: true })).toBeVisible()
  const begun = await pictureOf(window, ({ timeMs }) => timeMs > first.timeMs)
  await press('Sound on')
  await window.dblclick({ position: { x: 200, y: 120 } })
  const large = await pictureOf(window, ({ width }) => width === 960)
  await window.dblclick({ position: { x: 200, y: 120 } })
  await pictureOf(window, ({ width }) => width === 640)
  await press('Sound off')
  await control(url, controlAddFaults, {
    body: { faults: [{ fault: 'media-cut', target: { devices: [camera!.sn] } }] },
  })
  await expect.poll(async () => (await control(url, controlFaults)).list[0]?.struck).toBeGreaterThan(1)
  await control(url, controlRemoveFaults, { body: {} })
  const broken = await pictureOf(window)
  await pictureOf(window, ({ timeMs }) => timeMs > broken.timeMs + 6000)
  const last = await pictureOf(window)
  const download = page.waitForEvent('download')
  await press('Stop recording')

  const path = await (await download).path()
  expect(await decodeErrors(path)).toBe('')
  const { tracks } = await probeVideoFile(path)
  expect(tracks).toEqual(['video', 'audio'])
  const times = (await decodeVideoFile(path)).strips.flatMap((strip) => (strip ? [strip.timeMs] : []))
  expect(times[0]).toBeLessThan(begun.timeMs + 1000)
  expect(times.some((timeMs) => Math.abs(timeMs - large.timeMs) < 1000)).toBe(true)
  expect(times.at(-1)).toBeGreaterThan(last.timeMs - 1000)
  // The file is as long as its recording took, the break included. A viewer that joins gets pictures as old as the last
  // key frame, up to two seconds, so the stream after the break may be that much earlier or later.
  expect(Math.abs((await durationMs(path)) - (times.at(-1)! - times[0]!))).toBeLessThan(2500)
})

async function run(program: 'ffmpeg' | 'ffprobe', ...args: string[]) {
  const path = (process.env.FFMPEG_PATH ?? 'ffmpeg').replace(/ffmpeg$/, program)
  return promisify(execFile)(path, ['-v', 'error', ...args])
}

/** Messages of ffmpeg while it decodes the whole file. In the file's own time base: at 12 a second some coincide. */
const decodeErrors = async (path: string) =>
  (await run('ffmpeg', '-i', path, '-enc_time_base', '-1', '-f', 'null', '-')).stderr

const durationMs = async (path: string) =>
  Number((await run('ffprobe', '-show_entries', 'format=duration', '-of', 'csv=p=0', path)).stdout) * 1000
