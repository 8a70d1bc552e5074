import { controlRaiseAlarm, controlSetClock } from '@backlot/contract/control/calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import type { FleetSpec } from '@backlot/contract/control/fleet-spec'
import { deviceTree } from '@backlot/contract/devices/calls'
import { trackHistory } from '@backlot/contract/tracks/calls'
import type { Browser, Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { type TrueDevice, trueDevices } from './support/fleet.ts'
import { diagnoseMap, mapAtRest, metresBetween } from './support/map.ts'
import { signIn } from './support/sign-in.ts'

/** A Monday at ten, UTC+8: a platform whose clock is paused there shows the same whenever the tests are run. */
const MOMENT_MS = Date.UTC(2026, 4, 18, 2)
const CITY = { longitude: 116.403963, latitude: 39.915119 }
/** Separate devices, without a past: incidents of others may change. */
const GROUP = { key: 'reference', name: { zh: '样本', en: 'Reference' } }
const AROUND = { around: { ...CITY, radiusM: 1500 } } as const
const FLEETS: readonly FleetSpec[] = [
  { kind: 'camera', count: 60, group: GROUP, placement: AROUND },
  { kind: 'hj212Station', count: 20, group: GROUP, placement: AROUND },
  { kind: 'vehicle', count: 400, group: GROUP, placement: 'traffic', profile: 'busy' },
]
const HANDLE_PX = 16
const TILE = /\/tiles\/\d+\//
/** Bits of no marker state: the layer of markers is empty. */
const NO_MARKERS = '&states=0'

/**
 * Looks of maps, compared with pictures in references/ (CONTRIBUTING.md explains how to renew them). Everything over
 * the maps is left out of them; a map without its markers does not match.
 */
test.describe('pictures of reference', () => {
  let city: LaunchedSimulator
  let group: string
  test.beforeAll(async () => {
    city = await launchSimulator(['--log-level', 'warn', '--no-rtmp'])
    await control(city.url, controlSetClock, { body: { action: 'pause' } })
    await control(city.url, controlSetClock, { body: { action: 'jump', toMs: MOMENT_MS } })
    for (const body of FLEETS) await control(city.url, controlAddFleet, { body })
    group = await groupOf(city.url)
    await raiseAlarms(city.url)
  })
  test.afterAll(() => city?.[Symbol.asyncDispose]())

  test('of the dispatch map: dots by day in Chinese, names by night in English, tracks by speed', async ({
    browser,
  }) => {
    const light = await openPage(browser, { colorScheme: 'light', locale: 'zh-CN' })
    await showMap(light, city.url, `/dispatch?${at(CITY)}&z=13.4&${group}`)
    await expect.soft(light).toHaveScreenshot('map-light-zh.png', await mapOf(light))
    await showMap(light, city.url, `/dispatch?${at(CITY)}&z=13.4&${group}${NO_MARKERS}`)
    await expect.soft(light).not.toHaveScreenshot('map-light-zh.png', await mapOf(light))
    await light.context().close()

    const dark = await openPage(browser, { colorScheme: 'dark', locale: 'en-US' })
    await showMap(dark, city.url, `/dispatch?${at(await crowdedPlace(city.url))}&z=15.5&${group}`)
    await expect.soft(dark).toHaveScreenshot('map-dark-en.png', await mapOf(dark))

    const track = await drivenTrack(city.url)
    await dark.goto(new URL(`/#/dispatch/mapReplay?${track}`, city.url).href)
    await expect(dark.getByRole('img', { name: 'Speed over time' })).toBeVisible()
    await mapAtRest(dark)
    await expect.soft(dark).toHaveScreenshot('tracks-dark-en.png', await mapOf(dark))
    await dark.context().close()
  })

  test('of the big screen', async ({ browser }) => {
    const page = await openPage(browser, {
      colorScheme: 'dark',
      locale: 'en-US',
      viewport: { width: 1366, height: 768 },
    })
    await signIn(page, city.url)
    await page.goto(new URL('/#/largeScreen', city.url).href)
    await page.waitForFunction(() => (window.__backlotWall?.held().standing ?? 0) > 0)
    await expect.poll(() => roadPixels(page), { message: 'roads of the plan' }).toBeGreaterThan(1000)
    await expect(page.getByRole('region', { name: 'Air quality' }).getByRole('listitem')).not.toHaveCount(0)
    await expect.soft(page).toHaveScreenshot('situation.png', {
      stylePath: new URL('support/still-wall.css', import.meta.url).pathname,
    })
    await page.context().close()
  })
})

const at = ({ longitude, latitude }: Place) => `lng=${longitude.toFixed(6)}&lat=${latitude.toFixed(6)}`

/** The part of an address that leaves only the devices of their own on the map. */
async function groupOf(url: string): Promise<string> {
  const { list } = await (await Operator.signIn(url)).call(deviceTree, {
    query: { childNode: 1, pageSize: 2000 },
  })
  const node = list.find(({ name }) => name === GROUP.name.en || name === GROUP.name.zh)
  return `group=${node!.id}`
}

const own = (devices: readonly TrueDevice[], count: number) => devices.slice(-count)

/** Alarms of some cameras and vehicles in the order of their numbers. */
async function raiseAlarms(url: string): Promise<void> {
  const cameras = own(await trueDevices(url, { kind: 'camera' }), 60)
  const vehicles = own(await trueDevices(url, { kind: 'vehicle' }), 400)
  for (const { sn } of [
    ...cameras.filter((_, i) => i % 12 === 0),
    ...vehicles.filter((_, i) => i % 40 === 0),
  ])
    await control(url, controlRaiseAlarm, { body: { sn, type: 'IoAlarm', subType: 'SOS' } })
}

/** Where a vehicle drives that has most others near to it. */
async function crowdedPlace(url: string): Promise<Place> {
  const vehicles = own(await trueDevices(url, { kind: 'vehicle' }), 400).filter(({ online }) => online)
  const near = (one: Place) =>
    vehicles.filter((other) => metresBetween({ lng: other.longitude, lat: other.latitude }, one) < 450).length
  return vehicles.reduce((best, one) => (near(one) > near(best) ? one : best))
}

type Place = { longitude: number; latitude: number }

async function openPage(
  browser: Browser,
  look: { colorScheme: 'light' | 'dark'; locale: string; viewport?: { width: number; height: number } },
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1000, height: 600 },
    reducedMotion: 'reduce',
    ...look,
  })
  const page = await context.newPage()
  await diagnoseMap(page)
  return page
}

/** Opens a dispatch map again and waits for its tiles and the markers' store. */
async function showMap(page: Page, url: string, to: string): Promise<void> {
  const tile = page.waitForResponse((response) => TILE.test(response.url()))
  await signIn(page, url, { to })
  await tile
  await mapAtRest(page)
  await expect(page.locator('.marker-legend')).toContainText(/\d/)
}

/** The map's part of the page, without the elements over it. */
async function mapOf(page: Page) {
  const { x, y, width, height } = (await page.locator('.map-view-canvas').boundingBox())!
  // The handle of the side panel reaches over the map's edge.
  return {
    clip: { x: x + HANDLE_PX, y, width: width - HANDLE_PX, height },
    stylePath: new URL('support/bare-map.css', import.meta.url).pathname,
  }
}

/** How many pixels of the large screen's plan are bright as roads are; its tiles come at once. */
function roadPixels(page: Page): Promise<number> {
  return page.locator('canvas.wall-plan').evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement
    if (width === 0 || height === 0) return 0
    const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height)
    let bright = 0
    for (let i = 2; i < data.length; i += 4) if (data[i]! > 70) bright++
    return bright
  })
}

/** The address of an hour of the first vehicle that drove it well. */
async function drivenTrack(url: string): Promise<string> {
  const operator = await Operator.signIn(url)
  const endTime = MOMENT_MS / 1000
  const startTime = endTime - 3600
  for (const { sn } of (await trueDevices(url, { kind: 'vehicle' })).slice(0, 60)) {
    const { time, gaps } = await operator.call(trackHistory, { body: { sn, startTime, endTime } })
    if (time.length > 500 && gaps.length === 0) return `sn=${sn}&from=${startTime}&to=${endTime}`
  }
  throw new Error('No vehicle drove for an hour.')
}
