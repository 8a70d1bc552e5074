import { listAlarms } from '@backlot/contract/alarms/calls'
import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { deviceTree } from '@backlot/contract/devices/calls'
import { airSituation, alarmSituation } from '@backlot/contract/situation/calls'
import type { Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import type { WallDiagnostics } from '../../console/src/areas/large-screen/city/wall-diagnostics.ts'
import { expect, test } from './support/console-test.ts'
import { trueDevices } from './support/fleet.ts'
import { diagnoseMap } from './support/map.ts'
import { signIn } from './support/sign-in.ts'
import { pictureOf } from './support/wall.ts'

declare global {
  interface Window {
    __backlotWall?: WallDiagnostics
  }
}

const SIZES = [
  { width: 1366, height: 768 },
  { width: 3840, height: 2160 },
  { width: 1920, height: 1080 },
]

test.describe('big screen', () => {
  test.use({ viewport: { width: 1920, height: 1080 } })

  test('is entered from the header, shows what the platform tells, rotates its cameras, and is left', async ({
    console: page,
    simulator,
  }) => {
    await diagnoseMap(page)
    const operator = await Operator.signIn(simulator.url)
    await signIn(page, simulator.url)
    await page.getByRole('link', { name: 'Large Screen' }).first().click()
    const wall = page.locator('.wall')
    await expect(wall.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('navigation')).toHaveCount(0)

    // Figures are the answers of the calls.
    const tree = await operator.call(deviceTree, { query: { childNode: 1, pageSize: 2000 } })
    const devices = tree.list.filter(({ nodeType }) => nodeType === 0)
    const devicesPanel = wall.getByRole('region', { name: 'Devices online' })
    await expect(devicesPanel).toContainText(` / ${devices.length}`)
    const air = await operator.call(airSituation)
    await expect(wall.getByRole('region', { name: 'Air quality' })).toContainText(
      `${air.reporting} of ${air.stations} stations`,
    )
    await sumsAreShown(page, operator)

    // An alarm ripples where its device stands, and counts.
    const [camera] = (await trueDevices(simulator.url, { kind: 'camera' })).filter(({ online }) => online)
    const shown = async () => totalOf(page)
    const before = await shown()
    await control(simulator.url, controlRaiseAlarm, {
      body: { sn: camera!.sn, type: 'IoAlarm', subType: 'SOS' },
    })
    const ripple = await rippleOf(page, camera!.sn)
    const place = await page.evaluate(
      ([lng, lat]) => window.__backlotWall!.project(lng!, lat!),
      [camera!.longitude, camera!.latitude],
    )
    expect(Math.hypot(ripple.x - place.x, ripple.y - place.y)).toBeLessThan(1)
    expect(ripple.level).toBe(1)
    await expect.poll(() => redShare(page, ripple)).toBeGreaterThan(0.02)
    await expect.poll(shown).toBeGreaterThan(before)
    await sumsAreShown(page, operator)
    await expect(wall.getByRole('region', { name: 'Newest alarms' })).toContainText(/SOS/)

    // Vehicles are on the map, and trails behind them are bounded.
    const vehicle = (await trueDevices(simulator.url, { kind: 'vehicle' })).find(
      ({ online, speedKmh }) => online && speedKmh > 10,
    )
    await expect.poll(() => page.evaluate((sn) => window.__backlotWall!.vehicle(sn), vehicle!.sn)).toBeDefined()

    // Four cameras with pictures of their own; one window changes, and never goes black.
    const windows = wall.getByRole('region', { name: 'Live video' }).getByRole('group')
    await expect(windows).toHaveCount(4)
    const numbers = []
    for (let at = 0; at < 4; at++) {
      const layer = windows.nth(at).locator('.wall-layer[data-shown]')
      numbers.push((await pictureOf(layer)).camera)
    }
    expect(new Set(numbers).size).toBe(4)
    await page.goto(`${page.url().replace(/\?.*$/, '')}?rotate=1`)
    const first = windows.first().locator('.wall-layer[data-shown]')
    await pictureOf(first, ({ camera: number }) => number !== numbers[0])

    for (const size of SIZES) {
      await page.setViewportSize(size)
      expect(await overflowing(page)).toEqual([])
    }

    // Escape and the button lead out.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('banner').getByRole('navigation').first()).toBeVisible()
    await page.goto(`${simulator.url}/#/largeScreen`)
    await page.getByRole('button', { name: 'Leave the large screen' }).click()
    await expect(page).not.toHaveURL(/largeScreen/)
  })

  test('without video the city has its room; a lost graphics context comes back', async ({
    console: page,
    simulator,
  }) => {
    await diagnoseMap(page)
    await signInTo(page, simulator.url, 'viewer1')
    const wall = page.locator('.wall')
    await expect(wall.getByRole('region', { name: 'Alarms today' })).toBeVisible()
    await page.waitForFunction(() => window.__backlotWall !== undefined)
    const canvas = wall.locator('.wall-flows canvas')
    await canvas.evaluate((element) => {
      const context = (element as HTMLCanvasElement).getContext('webgl2')
      element.setAttribute('data-lost', 'true')
      context?.getExtension('WEBGL_lose_context')?.loseContext()
    })
    await expect(wall.locator('.wall-flows canvas[data-lost]')).toHaveCount(0)
    await expect(canvas).toHaveCount(1)
  })
})

/** The wall is opened without the header that `signIn` waits for. */
async function signInTo(page: Page, url: string, loginName: string): Promise<void> {
  await signIn(page, url, { loginName })
  await page.goto(`${url}/#/largeScreen`)
}

async function totalOf(page: Page): Promise<number> {
  const text = await page.locator('.wall-figure[data-large] strong').textContent()
  return Number((text ?? '').replace(/\D/g, '') || Number.NaN)
}

/** Alarms of today on the wall are what the call and the query answer. */
async function sumsAreShown(page: Page, operator: Operator): Promise<void> {
  const panel = page.locator('.wall')
  await expect
    .poll(async () => {
      const sums = await operator.call(alarmSituation)
      const { total } = await operator.call(listAlarms, {
        query: { startTime: sums.startTime, endTime: sums.endTime, pageSize: 1 },
      })
      const rows = await panel.locator('.wall-types .wall-count').allTextContents()
      const shown = { total: await totalOf(page), types: rows.map(Number) }
      const asked = { total: sums.total, types: sums.byType.slice(0, rows.length).map((one) => one.total) }
      return sums.total === total && JSON.stringify(shown) === JSON.stringify(asked)
    })
    .toBe(true)
}

async function rippleOf(page: Page, sn: string) {
  const find = () =>
    page.evaluate((wanted) => window.__backlotWall?.ripples().find(({ key }) => key.startsWith(`${wanted}|`)), sn)
  await expect.poll(find).toBeDefined()
  return (await find())!
}

/** Share of red pixels around a place of the page, as it is painted. */
async function redShare(page: Page, { x, y }: { x: number; y: number }): Promise<number> {
  const shot = await page.screenshot({ clip: { x: x - 40, y: y - 40, width: 80, height: 80 } })
  return page.evaluate(async (data) => {
    const picture = await createImageBitmap(await (await fetch(data)).blob())
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    const context = canvas.getContext('2d')!
    context.drawImage(picture, 0, 0)
    const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height)
    let red = 0
    for (let i = 0; i < pixels.length; i += 4) {
      if (pixels[i]! > 110 && pixels[i]! > 1.6 * pixels[i + 2]!) red += 1
    }
    return (red * 4) / pixels.length
  }, `data:image/png;base64,${shot.toString('base64')}`)
}

/** Elements that would show a scroll bar. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('*')].flatMap((element) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      const tall = element.scrollHeight > element.clientHeight && /auto|scroll/.test(overflowY)
      const wide = element.scrollWidth > element.clientWidth && /auto|scroll/.test(overflowX)
      return tall || wide ? [String(element.className)] : []
    }),
  )
}
