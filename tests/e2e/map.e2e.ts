import { controlClock } from '@backlot/contract/control/calls'
import { deviceTree } from '@backlot/contract/devices/calls'
import type { Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras, type TrueDevice, trueDevices } from './support/fleet.ts'
import { diagnoseMap, drawnMarker, metresBetween } from './support/map.ts'
import { signIn } from './support/sign-in.ts'
import { TrueTrail } from './support/true-trail.ts'
import { pictureOf } from './support/wall.ts'

/** GPS noise, and what lies between two samples of the true place. */
const OFF_ROAD_M = 20
const DRIVEN_M = 60
/** Places in pixels that a marker is seen at on that way. */
const PLACES = 5
/** A vehicle whose last position is older than this may have lost its GPS. */
const FRESH_S = 120

test.beforeEach(({ console: page }) => diagnoseMap(page))

test.describe('the map', () => {
  test('moves the marker of a vehicle along the road that it drives', async ({
    console: page,
    simulator,
  }) => {
    const vehicle = await drivingVehicle(simulator.url)
    using trail = new TrueTrail(simulator.url, vehicle.sn)
    await signIn(page, simulator.url, { to: mapAt(vehicle) })
    await marker(page, vehicle.sn)
    // What is drawn at first was reported before the trail began.
    await expect
      .poll(async () => trail.nearest(await marker(page, vehicle.sn)).metres, { timeout: 30_000 })
      .toBeLessThan(OFF_ROAD_M)
    const drawn = [await marker(page, vehicle.sn)]
    await expect
      .poll(
        async () => {
          const now = await drawnMarker(page, vehicle.sn)
          if (now) drawn.push(now)
          const from = drawn[0]!
          const metres = metresBetween(drawn.at(-1)!, { longitude: from.lng, latitude: from.lat })
          return metres > DRIVEN_M && placesOf(drawn) > PLACES
        },
        { message: 'driven far enough on the map, place by place', timeout: 60_000, intervals: [200] },
      )
      .toBe(true)

    expect(trail.failure).toBeUndefined()
    let reached = 0
    for (const position of drawn) {
      const { index, metres } = trail.nearest(position)
      expect(metres).toBeLessThan(OFF_ROAD_M)
      // Forward along the trail; noise of the position may cost it a few samples, never a turn.
      expect(metresBetween(position, trail.places[reached]!) < OFF_ROAD_M || index >= reached).toBe(true)
      reached = Math.max(reached, index)
    }
  })

  test('tells of a camera in the window that its marker opens, and plays its live video', async ({
    console: page,
    simulator,
  }) => {
    const [camera] = await playingCameras(simulator.url, 'ptzCamera', 1)
    await signIn(page, simulator.url, { to: mapAt(camera!) })
    const popup = await openPopup(page, camera!)
    await expect(popup.getByText(camera!.sn)).toBeVisible()
    for (const field of ['Project', 'Serial number', 'Channel', 'Address', 'Coordinates', 'Status'])
      await expect(popup.getByRole('term').filter({ hasText: field })).toBeVisible()
    await expect(popup.getByRole('definition').filter({ hasText: /^Online$/ })).toBeVisible()
    await expect(popup.getByText('Searching for the address')).toHaveCount(0)

    await popup.getByRole('button', { name: 'Live video' }).click()
    const float = page.getByRole('region', { name: /^Live video/ })
    const first = await pictureOf(float, (picture) => picture.camera === camera!.cameraNumber)
    await pictureOf(float, (picture) => picture.timeMs > first.timeMs)
    await float.getByRole('button', { name: 'Close' }).click()
    await expect(float).toHaveCount(0)
    await popup.getByRole('button', { name: 'Close' }).click()
    await expect(popup).toHaveCount(0)
    await expect(page).not.toHaveURL(/sn=/)
  })

  test('tells the speed of a vehicle, and follows it', async ({ console: page, simulator }) => {
    const vehicle = await drivingVehicle(simulator.url)
    await signIn(page, simulator.url, { to: `/dispatch?sn=${vehicle.sn}` })
    const popup = page.getByRole('region', { name: 'Device information' })
    await expect(popup.getByRole('definition').filter({ hasText: /^\d+ km\/h$/ })).toBeVisible()
    const canvas = (await page.getByRole('region', { name: 'Map', exact: true }).boundingBox())!
    await popup.getByRole('button', { name: /Follow$/ }).click()
    await expect(popup.getByRole('button', { name: 'Stop following' })).toBeVisible()
    const before = await marker(page, vehicle.sn)
    await expect
      .poll(async () => {
        const now = await marker(page, vehicle.sn)
        const centre = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height / 2 }
        const driven = metresBetween(now, { longitude: before.lng, latitude: before.lat })
        return driven > 30 && Math.hypot(now.x - centre.x, now.y - centre.y) < 150
      })
      .toBe(true)
  })

  test('finds a device by its serial number and flies there', async ({ console: page, simulator }) => {
    const [camera] = await playingCameras(simulator.url, 'camera', 6).then((list) => list.slice(5))
    await signIn(page, simulator.url, { to: '/dispatch' })
    const search = page.getByRole('combobox', { name: 'Search addresses, places and devices' })
    await search.fill(camera!.sn)
    await page.getByText(camera!.sn, { exact: true }).click()
    await expect(page.getByRole('region', { name: 'Device information' })).toContainText(camera!.sn)
    const drawn = await marker(page, camera!.sn)
    expect(metresBetween(drawn, camera!)).toBeLessThan(5)
  })
})

function mapAt({ longitude, latitude }: { longitude: number; latitude: number }): string {
  return `/dispatch?lng=${longitude.toFixed(6)}&lat=${latitude.toFixed(6)}&z=17`
}

/** How many pixels a marker was seen at. */
function placesOf(drawn: readonly { x: number; y: number }[]): number {
  return new Set(drawn.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`)).size
}

/** The vehicle that drives on best of those that are online and tell where they are. */
async function drivingVehicle(url: string): Promise<TrueDevice> {
  const operator = await Operator.signIn(url)
  const { list } = await operator.call(deviceTree, { query: { childNode: 1, pageSize: 2000 } })
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

/** Clicks on the marker of a device that stands still. */
async function openPopup(page: Page, device: { sn: string; name: string }) {
  const { x, y } = await marker(page, device.sn)
  await page.mouse.click(x, y)
  const popup = page.getByRole('region', { name: 'Device information' })
  await expect(popup).toBeVisible()
  return popup
}
