// The round picture of a fish-eye as an operator looks into it: straightened, turned, zoomed, in four views and all around.
import { FISHEYE_CIRCLE } from '@backlot/contract/devices/constants'
import type { Locator, Page } from '@playwright/test'
import { type DewarpView, FIRST_VIEW, rayOfSpot } from '../../console/src/features/dewarp/dewarp-view.ts'
import { circlePoint } from '../../console/src/features/dewarp/lens.ts'
import { expect, test } from './support/console-test.ts'
import { trueDevices } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { windowAt } from './support/wall.ts'

/** Opens the demo's fish-eye and waits for its picture. */
async function openFisheye(page: Page, url: string): Promise<Locator> {
  const fisheye = (await trueDevices(url, { kind: 'camera' })).find(({ nameEn }) => /fish-eye/.test(nameEn))
  await signIn(page, url, { to: `/realTime?layout=1&windows=${fisheye!.sn}.1` })
  const window = windowAt(page, 1)
  await expect(window).toHaveAttribute('data-state', 'playing')
  return window
}

const dewarped = (window: Locator) => window.getByRole('img', { name: 'Dewarped picture' })

/**
 * Share of the spots of the dewarped picture whose brightness is that of the round one where the mathematics says it
 * lies. People walk on between both readings.
 */
async function agreement(window: Locator, view: DewarpView): Promise<number> {
  const { width, height } = (await dewarped(window).boundingBox())!
  const parts = Array.from({ length: 23 }, (_, nth) => 0.04 + nth * 0.04)
  const spots = parts.flatMap((y) => parts.map((x) => ({ x, y })))
  const places = spots.map((spot) => circlePoint(rayOfSpot(view, width / height, spot)))
  return window.evaluate(
    (element, { spots, places, circle }) => {
      const brightness = (source: CanvasImageSource, [across, down]: [number, number]) => {
        const canvas = document.createElement('canvas')
        canvas.width = across
        canvas.height = down
        const context = canvas.getContext('2d')!
        context.drawImage(source, 0, 0)
        const { data } = context.getImageData(0, 0, across, down)
        return (x: number, y: number) => {
          const at = (Math.min(down - 1, Math.floor(y)) * across + Math.min(across - 1, Math.floor(x))) * 4
          return data[at]! * 0.3 + data[at + 1]! * 0.6 + data[at + 2]! * 0.1
        }
      }
      const video = element.querySelector('video')!
      const canvas = element.querySelector<HTMLCanvasElement>('[role=img][aria-label^="Dewarped"]')!
      const round = brightness(video, [video.videoWidth, video.videoHeight])
      const flat = brightness(canvas, [canvas.width, canvas.height])
      const radius = circle.radius * video.videoHeight
      const close = spots.filter(({ x, y }, nth) => {
        const place = places[nth]!
        const there = round(
          video.videoWidth / 2 + place.x * radius,
          video.videoHeight * circle.middle - place.y * radius,
        )
        return Math.abs(flat(x * canvas.width, y * canvas.height) - there) < 24
      })
      return close.length / spots.length
    },
    { spots, places, circle: FISHEYE_CIRCLE },
  )
}

/** The view is there, and no other would be taken for it. */
async function expectShown(window: Locator, view: DewarpView, other: DewarpView): Promise<void> {
  await expect.poll(() => agreement(window, view)).toBeGreaterThan(0.85)
  expect(await agreement(window, other)).toBeLessThan(0.8)
}

test('a fish-eye is dewarped where the mathematics says: one view, four, and all around', async ({
  page,
  simulator,
}) => {
  const window = await openFisheye(page, simulator.url)
  const button = window.getByRole('button', { name: 'Dewarp' })
  await button.click()
  const turned = FIRST_VIEW.one.map((aim) => ({ ...aim, panDeg: aim.panDeg + 50 }))
  await expectShown(window, FIRST_VIEW, { ...FIRST_VIEW, one: turned })
  const modes = window.getByRole('toolbar', { name: 'Dewarped views' })
  const [four, panorama] = (['four', 'panorama'] as const).map((mode) => ({ ...FIRST_VIEW, mode }))
  await modes.getByRole('button', { name: 'Four views' }).click()
  await expectShown(window, four!, panorama!)
  await modes.getByRole('button', { name: 'Panorama' }).click()
  await expectShown(window, panorama!, four!)
  await window.getByRole('button', { name: 'Show the round picture' }).click()
  await expect(dewarped(window)).toHaveCount(0)
})

test('a dewarped picture is turned by dragging and by keys, and zoomed by the wheel', async ({
  page,
  simulator,
}) => {
  const window = await openFisheye(page, simulator.url)
  await window.getByRole('button', { name: 'Dewarp' }).click()
  await expect.poll(() => agreement(window, FIRST_VIEW)).toBeGreaterThan(0.85)
  const picture = () => dewarped(window)
  const box = (await picture().boundingBox())!
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.45, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => agreement(window, FIRST_VIEW)).toBeLessThan(0.8)
  await expect(window).toHaveAttribute('aria-current', 'true')

  await window.focus()
  await page.keyboard.press('0')
  await expect.poll(() => agreement(window, FIRST_VIEW)).toBeGreaterThan(0.85)
  await page.keyboard.press('ArrowRight')
  const step = FIRST_VIEW.one[0]!.heightDeg / 6
  const turned = FIRST_VIEW.one.map((aim) => ({ ...aim, panDeg: aim.panDeg + step }))
  await expect.poll(() => agreement(window, { ...FIRST_VIEW, one: turned })).toBeGreaterThan(0.85)
  await page.keyboard.press('0')
  await page.mouse.wheel(0, -100)
  await page.mouse.wheel(0, -100)
  await expect.poll(() => agreement(window, FIRST_VIEW)).toBeLessThan(0.8)
})

test('while the graphics card is away, the round picture is there and says so', async ({
  page,
  simulator,
}) => {
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: [string]) {
      const context = Reflect.apply(original, this, args)
      if (args[0] === 'webgl') Object.assign(window, { drawing: context })
      return context
    } as typeof original
  })
  const window = await openFisheye(page, simulator.url)
  await window.getByRole('button', { name: 'Dewarp' }).click()
  await expect.poll(() => agreement(window, FIRST_VIEW)).toBeGreaterThan(0.85)
  const tell = (what: 'loseContext' | 'restoreContext') =>
    page.evaluate((call) => {
      const own = globalThis as unknown as { drawing: WebGLRenderingContext; loss?: WEBGL_lose_context }
      own.loss ??= own.drawing.getExtension('WEBGL_lose_context')!
      own.loss[call]()
    }, what)
  await tell('loseContext')
  await expect(window.getByText('The graphics card has interrupted dewarping')).toBeVisible()
  await expect(dewarped(window)).toHaveCount(0)
  await tell('restoreContext')
  await expect.poll(() => dewarped(window).count()).toBe(1)
  await expect.poll(() => agreement(window, FIRST_VIEW)).toBeGreaterThan(0.85)
})

test('without WebGL the round picture stays, with the reason', async ({ page, simulator }) => {
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: [string]) {
      return args[0].startsWith('webgl') ? null : Reflect.apply(original, this, args)
    } as typeof original
  })
  const window = await openFisheye(page, simulator.url)
  await window.getByRole('button', { name: 'Dewarp' }).click()
  await expect(window.getByText('Dewarping needs WebGL')).toBeVisible()
  await expect(window.locator('video')).toBeVisible()
})
