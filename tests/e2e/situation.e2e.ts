import { createHash } from 'node:crypto'
import { listAlarms } from '@backlot/contract/alarms/calls'
import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { deviceTree } from '@backlot/contract/devices/calls'
import { airSituation, alarmSituation } from '@backlot/contract/situation/calls'
import { addRole, addUser } from '@backlot/contract/users/calls'
import type { Page } from '@playwright/test'
import type { WallDiagnostics } from '../../console/src/areas/situation/city/wall-diagnostics.ts'
import { control } from '../../testing/control.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { trueDevice, trueDevices } from './support/fleet.ts'
import { diagnoseMap } from './support/map.ts'
import { startScreencast } from './support/screencast.ts'
import { signIn } from './support/sign-in.ts'
import { pictureOf } from './support/wall.ts'

declare global {
  interface Window {
    __backlotWall?: WallDiagnostics
  }
}

/** Pictures by day are brighter; an empty window is at 8. */
const BY_DAY = 30
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
    const devices = tree.list.filter(({ nodeType }) => nodeType === 0 || nodeType === 2)
    const devicesPanel = wall.getByRole('region', { name: 'Devices online' })
    await expect(devicesPanel).toContainText(` / ${devices.length}`)
    const air = await operator.call(airSituation)
    await expect(wall.getByRole('region', { name: 'Air quality' })).toContainText(
      `${air.reporting} of ${air.stations} stations`,
    )
    await sumsAreShown(page, operator)

    // An alarm ripples at its device, and counts.
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
    await expect(wall.getByRole('region', { name: 'Latest alarms' })).toContainText(/SOS/)
    const hours = wall.getByRole('list', { name: 'By hour' }).getByRole('listitem')
    await expect(hours.nth(0)).toContainText(/^00:00: \d+ alarms?, \d+ open, yesterday \d+/)
    await expect(hours.nth(23)).toContainText(/^23:00: yesterday \d+/)
    const types = wall.getByRole('region', { name: 'Alarms by type' }).getByRole('listitem')
    await expect(types.first()).toContainText(/\d+ alarms?, \d+ open/)

    // A vehicle is at its last reported position, and leaves a trail.
    const vehicle = (await trueDevices(simulator.url, { kind: 'vehicle' })).find(({ online }) => online)
    await expect.poll(() => pixelsFromTruth(page, simulator.url, vehicle!.sn)).toBeLessThan(15)
    expect((await page.evaluate(() => window.__backlotWall!.held())).trailPieces).toBeGreaterThan(100)

    // Four cameras with pictures of their own; one window changes, and never goes black.
    const windows = wall.getByRole('region', { name: 'Live video' }).getByRole('group')
    await expect(windows).toHaveCount(4)
    const numbers: number[] = []
    for (let at = 0; at < 4; at++) {
      const layer = windows.nth(at).locator('.wall-layer[data-shown]')
      numbers.push((await pictureOf(layer)).camera)
    }
    expect(new Set(numbers).size).toBe(4)
    const box = (await windows.first().boundingBox())!
    const film = await startScreencast(page)
    await page.goto(`${page.url().replace(/\?.*$/, '')}?rotate=1`)
    const first = windows.first().locator('.wall-layer[data-shown]')
    await pictureOf(first, ({ camera: number }) => number !== numbers[0])
    const frames = await film.stop()
    expect(frames.length).toBeGreaterThan(0)
    const dark = frames.map((frame) => Math.round(frame.brightness(box))).filter((mean) => mean < BY_DAY)
    expect(dark).toEqual([])

    for (const size of SIZES) {
      await page.setViewportSize(size)
      expect(await overflowing(page)).toEqual([])
    }

    // Full screen of the browser, and back; the wall stays.
    await page.getByRole('button', { name: 'Full screen', exact: true }).click()
    const leave = page.getByRole('button', { name: 'Exit full screen', exact: true })
    await expect(leave).toBeVisible()
    expect(await page.evaluate(() => document.fullscreenElement?.tagName)).toBe('HTML')
    await expect(wall).toBeVisible()
    await leave.click()
    await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.fullscreenElement)).toBeNull()

    // Escape and the button lead out.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('banner').getByRole('navigation').first()).toBeVisible()
    await page.goto(`${simulator.url}/#/largeScreen`)
    await page.getByRole('button', { name: 'Exit large screen' }).click()
    await expect(page).not.toHaveURL(/largeScreen/)
  })
})

test.describe('big screen of somebody without video', () => {
  test.use({
    viewport: { width: 1920, height: 1080 },
    expectedErrors: /CONTEXT_LOST_WEBGL|context already lost/,
  })

  test('gives the city its room, and comes back after the graphics context was lost', async ({
    console: page,
    simulator,
  }) => {
    await diagnoseMap(page)
    const admin = await Operator.signIn(simulator.url)
    const permission = [{ target: '/index' }, { target: '/largeScreen' }]
    const { roleId } = await admin.call(addRole, { body: { name: 'Wall', permission } })
    const password = createHash('sha256').update(DEMO_PASSWORD).digest('hex')
    await admin.call(addUser, { body: { loginName: 'wall1', name: 'Wall', password, roleId } })
    await signIn(page, simulator.url, { loginName: 'wall1' })
    await page.goto(`${simulator.url}/#/largeScreen`)
    const wall = page.locator('.wall')
    await expect(wall.getByRole('region', { name: 'Alarms by type' }).getByRole('listitem')).not.toHaveCount(
      0,
    )
    await expect(wall.getByRole('region', { name: 'Live video' })).toHaveCount(0)
    await page.waitForFunction(() => window.__backlotWall !== undefined)
    const canvas = wall.locator('.wall-flows canvas')
    await canvas.evaluate((element) => {
      const context = (element as HTMLCanvasElement).getContext('webgl2')
      element.setAttribute('data-lost', 'true')
      context?.getExtension('WEBGL_lose_context')?.loseContext()
    })
    await expect(wall.locator('.wall-flows canvas[data-lost]')).toHaveCount(0)
    await expect(canvas).toHaveCount(1)
    const [camera] = (await trueDevices(simulator.url, { kind: 'camera' })).filter(({ online }) => online)
    await control(simulator.url, controlRaiseAlarm, {
      body: { sn: camera!.sn, type: 'IoAlarm', subType: 'SOS' },
    })
    const ripple = await rippleOf(page, camera!.sn)
    await expect.poll(() => redShare(page, ripple)).toBeGreaterThan(0.02)
  })
})

async function totalOf(page: Page): Promise<number> {
  const text = await page.locator('.wall-figure[data-large] strong').textContent()
  return Number((text ?? '').replace(/\D/g, '') || Number.NaN)
}

/** Alarms of today on the wall equal the answers of the call and the query. */
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

/** Between where a vehicle is drawn and where it truly is, pixels. */
async function pixelsFromTruth(page: Page, url: string, sn: string): Promise<number> {
  const { longitude, latitude } = await trueDevice(url, sn)
  return page.evaluate(
    ([wanted, lng, lat]) => {
      const drawn = window.__backlotWall!.vehicle(wanted)
      const place = window.__backlotWall!.project(lng, lat)
      return drawn ? Math.hypot(drawn.x - place.x, drawn.y - place.y) : Number.POSITIVE_INFINITY
    },
    [sn, longitude, latitude] as const,
  )
}

async function rippleOf(page: Page, sn: string) {
  const find = () =>
    page.evaluate(
      (wanted) => window.__backlotWall?.ripples().find(({ key }) => key.startsWith(`${wanted}|`)),
      sn,
    )
  await expect.poll(find).toBeDefined()
  return (await find())!
}

/** Share of red pixels around a place of the page, as it is painted. */
async function redShare(page: Page, { x, y }: { x: number; y: number }): Promise<number> {
  const shot = await page.screenshot({ clip: { x: x - 40, y: y - 40, width: 80, height: 80 } })
  return page.evaluate(
    async (data) => {
      const picture = await createImageBitmap(await (await fetch(data)).blob())
      const canvas = new OffscreenCanvas(picture.width, picture.height)
      const context = canvas.getContext('2d')!
      context.drawImage(picture, 0, 0)
      const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height)
      let red = 0
      for (let i = 0; i < pixels.length; i += 4) {
        if (pixels[i]! > 80 && pixels[i]! > 1.6 * pixels[i + 2]!) red += 1
      }
      return (red * 4) / pixels.length
    },
    `data:image/png;base64,${shot.toString('base64')}`,
  )
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
