import { controlClock, controlSetClock, controlStatus } from '@backlot/contract/control/calls'
import { controlSetDeviceValue } from '@backlot/contract/control/device-calls'
import { deviceTree } from '@backlot/contract/devices/calls'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { beginDrawnTrail, drawnTrail } from './support/drawn-trail.ts'
import { playingCameras, type TrueDevice, trueDevices } from './support/fleet.ts'
import { diagnoseMap, drawnMarker, mapAtRest, metresBetween } from './support/map.ts'
import { Roads } from './support/roads.ts'
import { signIn } from './support/sign-in.ts'
import { slowMarkerGpu } from './support/slow-gpu.ts'
import { TrueTrail } from './support/true-trail.ts'
import { pictureOf } from './support/wall.ts'

/** GPS noise, and a corner that is cut between two reports a second apart. */
const OFF_ROAD_M = 12
/** The same from the way that the vehicle truly drove, of which there is a sample every few metres. */
const OFF_WAY_M = 15
const FOLLOWED_MS = 60_000
/** Faster than twice the vehicle would not report every second of its time. */
const FOLLOWED_RATE = 2
const DRIVEN_M = 60
/** Places in pixels that a marker is seen at on that way. */
const PLACES = 5
/** The map follows the vehicle once a second: its movement meanwhile, and the map's remaining way. */
const LED_PX = 250
/** A vehicle whose last position is older than this may have lost its GPS. */
const FRESH_S = 120
/** Time of a frame on a GPU that is far behind. */
const SLOW_GPU_MS = 400
const DRAG_STEPS = 24

test.beforeEach(({ console: page }) => diagnoseMap(page))

test.describe('the map', () => {
  test('tells of a camera in the window that its marker opens, and plays its live video', async ({
    console: page,
    simulator,
  }) => {
    // A click on a device with an open alarm opens that besides.
    const alarmed = new Set(
      (await nodes(simulator.url)).flatMap(({ sn, alarmFlg }) => (alarmFlg ? [sn] : [])),
    )
    const camera = (await playingCameras(simulator.url, 'ptzCamera', 20)).find(({ sn }) => !alarmed.has(sn))
    await signIn(page, simulator.url, { to: mapAt(camera!) })
    const popup = await openPopup(page, camera!)
    await expect(popup.getByText(camera!.sn)).toBeVisible()
    for (const field of ['Project', 'Serial number', 'Channel', 'Address', 'Coordinates', 'Status'])
      await expect(popup.getByRole('term').filter({ hasText: field })).toBeVisible()
    await expect(popup.getByRole('definition').filter({ hasText: /^Online$/ })).toBeVisible()
    await expect(popup.getByText('Looking up the address…')).toHaveCount(0)

    await popup.getByRole('button', { name: 'Live video' }).click()
    const float = page.getByRole('region', { name: /^Live video/ })
    const first = await pictureOf(float, (picture) => picture.camera === camera!.cameraNumber)
    await pictureOf(float, (picture) => picture.timeMs > first.timeMs)
    await float.getByRole('button', { name: 'Close' }).click()
    await expect(float).toHaveCount(0)
    await popup.getByRole('button', { name: 'Close' }).press('Escape')
    await expect(popup).toHaveCount(0)
    await expect(page).not.toHaveURL(/sn=/)
  })

  test('tells the speed of a vehicle; followed for a minute it keeps to its road, and the map to it', async ({
    console: page,
    simulator,
  }) => {
    test.setTimeout(300_000)
    const { url } = simulator
    const vehicle = await drivingVehicle(url)
    // The way between two reports is drawn straight.
    await control(url, controlSetDeviceValue, {
      body: { sn: vehicle.sn, setting: 'reportSeconds', value: 1 },
    })
    const roads = new Roads((await control(url, controlStatus)).seed)
    using trail = new TrueTrail(url, vehicle.sn)
    await signIn(page, url, { to: `/dispatch?sn=${vehicle.sn}` })
    const popup = page.getByRole('region', { name: 'Device information' })
    await expect(popup.getByRole('definition').filter({ hasText: /^\d+ km\/h$/ })).toBeVisible()
    await popup.getByRole('button', { name: /Follow$/ }).click()
    await expect(popup.getByRole('button', { name: 'Stop following' })).toBeVisible()
    // The first drawn positions were reported before the trail began, at the earlier rate.
    await expect
      .poll(async () => trail.nearest(await marker(page, vehicle.sn)).metres, { timeout: 30_000 })
      .toBeLessThan(OFF_WAY_M)

    try {
      await control(url, controlSetClock, { body: { action: 'speed', rate: FOLLOWED_RATE } })
      const { nowMs: fromMs } = await control(url, controlClock)
      await beginDrawnTrail(page, vehicle.sn)
      await expect
        .poll(
          async () => {
            const drawn = await drawnTrail(page)
            const { nowMs } = await control(url, controlClock)
            return nowMs - fromMs >= FOLLOWED_MS && wayOf(drawn) > DRIVEN_M && placesOf(drawn) > PLACES
          },
          { message: 'followed for a minute, far enough', timeout: 90_000, intervals: [500] },
        )
        .toBe(true)
    } finally {
      await control(url, controlSetClock, { body: { action: 'speed', rate: 1 } })
    }
    const drawn = await drawnTrail(page)
    expect(trail.failure).toBeUndefined()
    let reached = 0
    for (const [at, position] of drawn.entries()) {
      const said = `place ${at} of ${drawn.length}`
      expect(roads.metresOff(position), `${said}, metres off the road`).toBeLessThan(OFF_ROAD_M)
      const { index, metres } = trail.nearest(position)
      expect(metres, `${said}, metres off the way of the vehicle`).toBeLessThan(OFF_WAY_M)
      // Forward along the trail; noise of the position may cost it a few samples, never a turn.
      expect(metresBetween(position, trail.places[reached]!) < OFF_WAY_M || index >= reached).toBe(true)
      reached = Math.max(reached, index)
      expect(position.fromMiddlePx, `${said}, pixels from the middle`).toBeLessThan(LED_PX)
    }
  })

  test('is fetched when its entry is pointed at, flies to a device found by its number, and takes it along when dragged', async ({
    console: page,
    simulator,
  }) => {
    const [camera] = await playingCameras(simulator.url, 'camera', 6).then((list) => list.slice(5))
    await signIn(page, simulator.url, { to: '/systemManange/rolesManage' })
    const entry = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Dispatch' })
    const fetched = page.waitForResponse(/\/map-screen-[\w-]+\.js$/)
    await entry.hover()
    await fetched
    await entry.click()
    const search = page.getByRole('combobox', { name: 'Search addresses, places and devices' })
    await search.fill(camera!.sn)
    await page.getByText(camera!.sn, { exact: true }).click()
    await expect(page.getByRole('region', { name: 'Device information' })).toContainText(camera!.sn)
    const drawn = await marker(page, camera!.sn)
    expect(metresBetween(drawn, camera!)).toBeLessThan(5)

    // Held, not let go: the map is in motion, and the marker is where its place on the map is.
    await mapAtRest(page)
    const before = await around(page, await marker(page, camera!.sn))
    await page.mouse.move(700, 640)
    await page.mouse.down()
    await page.mouse.move(720, 630)
    await page.mouse.move(757, 617)
    const way = async () => {
      const { x, y } = await marker(page, camera!.sn)
      return [Math.round(x - before.x), Math.round(y - before.y)]
    }
    await expect.poll(way).toEqual([57, -23])
    const after = await around(page, { x: before.x + 57, y: before.y - 23 })
    expect(unlike(before.picture, after.picture)).toBeLessThan(MARKER_PX ** 2 / 10)
    await page.mouse.up()
  })

  test('draws its markers one frame at a time for a slow GPU, takes them along when dragged, and ends with them in place', async ({
    console: page,
    simulator,
  }) => {
    await slowMarkerGpu(page, SLOW_GPU_MS)
    const [camera] = await playingCameras(simulator.url, 'camera', 6).then((list) => list.slice(5))
    await signIn(page, simulator.url, { to: mapAt(camera!) })
    await marker(page, camera!.sn)
    await mapAtRest(page)
    const before = await around(page, await marker(page, camera!.sn))
    const isUnchanged = async ({ x, y }: { x: number; y: number }) =>
      expect(unlike(before.picture, (await around(page, { x, y })).picture)).toBeLessThan(MARKER_PX ** 2 / 10)

    const begun = await gpuFrames(page)
    await page.mouse.move(700, 640)
    await page.mouse.down()
    for (let step = 1; step <= DRAG_STEPS; step++) await page.mouse.move(700 + 3 * step, 640 - step)
    const place = { x: before.x + 3 * DRAG_STEPS, y: before.y - DRAG_STEPS }
    const off = async () => {
      const { x, y } = await marker(page, camera!.sn)
      return Math.round(Math.hypot(x - place.x, y - place.y))
    }
    await expect.poll(off).toBe(0)
    const dragged = await gpuFrames(page)
    expect(dragged.frames - begun.frames).toBeLessThanOrEqual((dragged.nowMs - begun.nowMs) / SLOW_GPU_MS + 1)
    await isUnchanged(place)

    await page.mouse.up()
    await mapAtRest(page)
    expect(await off()).toBe(0)
    await isUnchanged(place)
    const { frames, mostInFlight, early } = await gpuFrames(page)
    expect(frames).toBeGreaterThan(1)
    expect([mostInFlight, early]).toEqual([1, 0])
  })
})

const gpuFrames = (page: Page) => page.evaluate(() => ({ ...window.slowGpu!, nowMs: performance.now() }))

const MARKER_PX = 20

/** The picture of a marker. */
async function around(page: Page, { x, y }: { x: number; y: number }) {
  const half = MARKER_PX / 2
  const clip = { x: Math.round(x) - half, y: Math.round(y) - half, width: MARKER_PX, height: MARKER_PX }
  return { x, y, picture: PNG.sync.read(await page.screenshot({ clip })).data }
}

/** How many pixels differ plainly. */
function unlike(one: Buffer, other: Buffer): number {
  let count = 0
  for (let i = 0; i < one.length; i += 4) {
    const away = [0, 1, 2].map((k) => Math.abs((one[i + k] as number) - (other[i + k] as number)))
    if (Math.max(...away) > 48) count += 1
  }
  return count
}

function mapAt({ longitude, latitude }: { longitude: number; latitude: number }): string {
  return `/dispatch?lng=${longitude.toFixed(6)}&lat=${latitude.toFixed(6)}&z=17`
}

/** Metres along places. */
function wayOf(drawn: readonly { lng: number; lat: number }[]): number {
  return drawn
    .slice(1)
    .reduce((sum, to, at) => sum + metresBetween(drawn[at]!, { longitude: to.lng, latitude: to.lat }), 0)
}

/** How many pixels a marker was seen at. */
function placesOf(drawn: readonly { x: number; y: number }[]): number {
  return new Set(drawn.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`)).size
}

async function nodes(url: string) {
  const operator = await Operator.signIn(url)
  return (await operator.call(deviceTree, { query: { childNode: 1, pageSize: 2000 } })).list
}

/** The vehicle that drives on best of the online ones that report positions. */
async function drivingVehicle(url: string): Promise<TrueDevice> {
  const list = await nodes(url)
  const { nowMs } = await control(url, controlClock)
  const located = new Set(
    list
      .filter(({ locationTime = 0, alarmFlg = 0 }) => nowMs / 1000 - locationTime < FRESH_S && alarmFlg === 0)
      .map(({ sn }) => sn),
  )
  const before = new Map((await trueDevices(url, { kind: 'vehicle' })).map((device) => [device.sn, device]))
  let best = { metres: 0, device: undefined as TrueDevice | undefined }
  await expect
    .poll(
      async () => {
        for (const device of await trueDevices(url, { kind: 'vehicle' })) {
          const from = before.get(device.sn)
          if (!device.online || !from || !located.has(device.sn)) continue
          const metres = metresBetween({ lng: from.longitude, lat: from.latitude }, device)
          if (metres > best.metres) best = { metres, device }
        }
        return best.metres
      },
      { message: 'metres that a vehicle drove' },
    )
    .toBeGreaterThan(40)
  return best.device!
}

async function marker(page: Page, sn: string) {
  let drawn: Awaited<ReturnType<typeof drawnMarker>>
  await expect
    .poll(
      async () => {
        drawn = await drawnMarker(page, sn)
        return drawn !== undefined
      },
      { message: `marker of ${sn}`, timeout: 30_000 },
    )
    .toBe(true)
  return drawn!
}

/** Clicks on the marker of a fixed device. */
async function openPopup(page: Page, device: { sn: string; name: string }) {
  const { x, y } = await marker(page, device.sn)
  await page.mouse.click(x, y)
  const popup = page.getByRole('region', { name: 'Device information' })
  await expect(popup).toBeVisible()
  return popup
}
