import { liveDetections } from '@backlot/contract/ai-view/calls'
import { listAlarms } from '@backlot/contract/alarms/calls'
import { controlClock, controlRaiseAlarm } from '@backlot/contract/control/calls'
import { decodeStrip } from '@backlot/contract/picture-strip'
import type { Locator } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'

/** A box is drawn two pixels wide, on the picture before or after the one that was looked at. */
const EDGE_PX = 5

test('boxes over live pictures lie where the analysis found people, and alarms of listed persons say who', async ({
  console: page,
  simulator,
}) => {
  const { url } = simulator
  const operator = await Operator.signIn(url, 'admin')
  const camera = await busyCamera(operator)
  await signIn(page, url)
  await page.goto(new URL(`/#/aiAlarm?view=live&cameras=${camera.sn}:1`, url).href)
  const window = page.getByRole('group', { name: /^Window 1: / })
  await expect(page.getByRole('link', { name: 'Home' })).toHaveCount(0)

  await expect
    .poll(async () => {
      const seen = await overlayOf(window)
      if (!seen) return 'no picture'
      const { timeMs } = seen
      const query = { sn: camera.sn, chnId: 1, fromMs: timeMs - 250, toMs: timeMs + 100 }
      const { list } = await operator.call(liveDetections, { query })
      const people = list.at(-1)?.detections.filter(({ label }) => label === 'person') ?? []
      if (people.length === 0) return 'nobody there'
      const marked = people.filter((one) => isFramed(seen, one))
      return marked.length > 0 ? 'marked' : 'not where they are'
    })
    .toBe('marked')

  await page.getByText('Alarms', { exact: true }).first().click()
  await expect(page).not.toHaveURL(/view=live/)
  const wall = page.getByRole('region', { name: 'AI view' })
  const { nowMs } = await control(url, controlClock)
  const { list } = await operator.call(listAlarms, {
    query: {
      startTime: Math.floor(nowMs / 1000) - 86_000,
      endTime: Math.floor(nowMs / 1000),
      type: 'FaceAlarm',
      pageSize: 100,
    },
  })
  const who = list[0]?.detail
  await page.getByRole('searchbox', { name: 'Person, list or identity card' }).fill(who!.identityCard!)
  await expect(wall.getByRole('button').filter({ hasNotText: who!.name! })).toHaveCount(0)
  const card = wall.getByRole('button', { name: who!.name! }).first()
  const listed = card.getByRole('img', { name: /on the control list$/ })
  await expect.poll(() => listed.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await expect(card.locator('.detection[data-kind=alarm]')).toHaveText(/Listed person \d+%/)
})

test('the AI view shows alarms with their pictures, and those that come while it is open', async ({
  console: page,
  simulator,
}) => {
  const [camera, other] = await playingCameras(simulator.url, 'camera', 2)
  await raise(simulator.url, camera!.sn, 'Intruder')
  await signIn(page, simulator.url, { loginName: 'dispatch1' })
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: /^AI View$/i })
    .click()
  const wall = page.getByRole('region', { name: 'AI view' })
  await expect(page.getByRole('link', { name: 'Home' })).toHaveCount(0)
  await expectPicture(wall.getByRole('button').first())

  await page.getByRole('searchbox', { name: 'Device name or serial number' }).fill(other!.sn)
  await expect(page).toHaveURL(new RegExp(`device=${other!.sn}`))
  await raise(simulator.url, other!.sn, 'Fire')
  const card = wall.getByRole('button', { name: /Fire/ }).first()
  await expectPicture(card)
  // Its own alone, whatever other tests have raised there.
  await expect(wall.getByRole('button').filter({ hasNotText: other!.nameEn })).toHaveCount(0)
  await card.click()
  await expect(page.getByRole('dialog')).toContainText(other!.sn)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Back to the console' }).click()
  await expect(page).toHaveURL(/\/index$/)
})

/** A fixed camera that sees people now. */
async function busyCamera(operator: Operator): Promise<{ sn: string }> {
  const { nowMs } = await control(operator.url, controlClock)
  for (const camera of await playingCameras(operator.url, 'camera', 12)) {
    const query = { sn: camera.sn, chnId: 1, fromMs: Math.floor(nowMs) - 1000, toMs: Math.floor(nowMs) }
    const { list } = await operator.call(liveDetections, { query })
    const people = list.at(-1)?.detections.filter(({ label, height }) => label === 'person' && height > 0.08)
    if (people && people.length > 0) return camera
  }
  throw new Error('No camera sees anybody.')
}

type Overlay = { timeMs: number; width: number; height: number; alpha: Uint8Array }

/** Overlay drawn on the picture of a window, and the moment of that picture. Undefined without one. */
async function overlayOf(window: Locator): Promise<Overlay | undefined> {
  const grabbed = await window.evaluate((element) => {
    const video = element.querySelector('video')
    const over = element.querySelector<HTMLCanvasElement>('canvas.live-detections')
    if (!video || !over || video.videoWidth === 0 || over.width === 0) return undefined
    const textOf = (canvas: HTMLCanvasElement, channel: number) => {
      const pixels = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data
      let text = ''
      for (let i = channel; i < pixels.length; i += 4) text += String.fromCharCode(pixels[i]!)
      return { width: canvas.width, height: canvas.height, text: btoa(text) }
    }
    const picture = document.createElement('canvas')
    picture.width = video.videoWidth
    picture.height = video.videoHeight
    picture.getContext('2d', { willReadFrequently: true })!.drawImage(video, 0, 0)
    return { picture: textOf(picture, 1), over: textOf(over, 3) }
  })
  if (!grabbed) return undefined
  const { picture, over } = grabbed
  const data = new Uint8Array(Buffer.from(picture.text, 'base64'))
  const strip = decodeStrip({ data, width: picture.width, height: picture.height, channels: 1 })
  const alpha = new Uint8Array(Buffer.from(over.text, 'base64'))
  return strip && { timeMs: Math.round(strip.timeMs), width: over.width, height: over.height, alpha }
}

/** Whether lines are drawn at all four sides of a box. */
function isFramed(
  { width, height, alpha }: Overlay,
  box: { left: number; top: number; width: number; height: number },
): boolean {
  const drawnNear = (x: number, y: number, dx: number, dy: number) => {
    for (let off = -EDGE_PX; off <= EDGE_PX; off++) {
      const px = Math.round(x * width + off * dx)
      const py = Math.round(y * height + off * dy)
      if (px >= 0 && py >= 0 && px < width && py < height && (alpha[py * width + px] ?? 0) > 100) return true
    }
    return false
  }
  const middleX = box.left + box.width / 2
  const middleY = box.top + box.height / 2
  return (
    drawnNear(box.left, middleY, 1, 0) &&
    drawnNear(box.left + box.width, middleY, 1, 0) &&
    drawnNear(middleX, box.top, 0, 1) &&
    drawnNear(middleX, box.top + box.height, 0, 1)
  )
}

async function raise(url: string, sn: string, subType: string): Promise<void> {
  await control(url, controlRaiseAlarm, { body: { sn, chnId: 1, type: 'AiAlarm', subType } })
}

/** Waits until the picture of a card is there, with its pixels. */
async function expectPicture(card: Locator): Promise<void> {
  const picture = card.locator('.ai-card-picture img').first()
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(300)
}
