import { createRequire } from 'node:module'
import { positions } from '@backlot/contract/devices/calls'
import type { Page } from '@playwright/test'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { diagnoseMap, drawnMarker, mapAtRest } from './support/map.ts'
import { signIn } from './support/sign-in.ts'
import { crossesOn, serveTileGrid } from './support/tile-grid.ts'

/** A package whose types describe another build of it than Node loads. */
const gcoord = createRequire(import.meta.url)('gcoord') as typeof import('gcoord')['default']
const CITY = 'lng=116.403963&lat=39.915119'

test.beforeEach(({ console: page }) => diagnoseMap(page))

test('a device is moved by the location dialog, and the embedded picker tells its place', async ({
  console: page,
  simulator,
}) => {
  const [other, camera] = await playingCameras(simulator.url, 'camera', 9).then((list) => list.slice(7))
  await signIn(page, simulator.url, { to: `/dispatch?sn=${camera!.sn}` })
  const popup = page.getByRole('region', { name: 'Device information' })
  await popup.getByRole('button', { name: 'Position' }).click()
  await page.getByRole('menuitem', { name: 'Map location' }).click()
  const dialog = page.getByRole('dialog')
  const canvas = dialog.getByRole('region', { name: 'Map', exact: true })
  await expect(canvas).toBeVisible()
  await canvas.click({ position: { x: 500, y: 150 } })
  await dialog.getByRole('button', { name: 'Use this location' }).click()
  await expect(page.getByText('Device position updated')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  // By a click on the map itself, with a pixel of a street map between the intended and the stored position.
  const operator = await Operator.signIn(simulator.url)
  const kept = async () => {
    const { sn, longitude, latitude } = await operator.call(positions)
    const at = sn.indexOf(camera!.sn)
    return at < 0 ? undefined : { longitude: longitude[at]!, latitude: latitude[at]! }
  }
  await popup.getByRole('button', { name: 'Position' }).click()
  await page.getByRole('menuitem', { name: 'Move on the map' }).click()
  await expect(page.getByText('Click where the device is')).toBeVisible()
  await page.mouse.click(700, 300)
  await expect.poll(async () => away(page, await kept(), { x: 700, y: 300 })).toBeLessThan(1)
  await expect.poll(async () => away(page, await kept(), await drawnMarker(page, camera!.sn))).toBeLessThan(1)
  await popup.getByRole('button', { name: 'Position' }).click()
  await page.getByRole('menuitem', { name: 'Remove from map' }).click()
  await page
    .getByRole('dialog', { name: /^Remove .* from the map\?$/ })
    .getByRole('button', { name: 'Remove from map' })
    .click()
  await expect(page.getByText('The device was removed from the map')).toBeVisible()
  expect(await kept()).toBeUndefined()
  await expect.poll(() => drawnMarker(page, camera!.sn)).toBeUndefined()

  await page.goto(new URL(`/#/baiduSelectMap?${CITY}&z=15`, simulator.url).href)
  await expect(page.getByRole('banner')).toHaveCount(0)
  const told = page.evaluate(
    () =>
      new Promise((resolve) => {
        window.addEventListener('message', ({ data }: MessageEvent<{ type?: string }>) => {
          if (data.type === 'mapLocation') resolve(data)
        })
      }),
  )
  const map = page.getByRole('region', { name: 'Map', exact: true })
  await map.click({ position: { x: 640, y: 360 } })
  await page.getByRole('button', { name: 'Use this location' }).click()
  expect(await told).toMatchObject({ type: 'mapLocation', longitude: expect.closeTo(116.404, 2) })

  await page.goto(new URL(`/#/baiduMap?sn=${other!.sn}`, simulator.url).href)
  await expect(popup.getByText(other!.sn)).toBeVisible()
  await expect(popup.getByRole('button', { name: 'Live video' })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Search addresses and places' })).toBeVisible()
})

test('an embedded map fits into a narrow frame', async ({ console: page, simulator }) => {
  await signIn(page, simulator.url)
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto(new URL(`/#/baiduSelectMap?${CITY}&z=15`, simulator.url).href)
  const choose = page.getByRole('button', { name: 'Use this location' })
  await expect(choose).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeInViewport({ ratio: 1 })
  const search = page.locator('.map-search-corner')
  await expect(search).toBeInViewport({ ratio: 1 })
  const [left, right] = [(await search.boundingBox())!, (await choose.boundingBox())!]
  expect(left.x + left.width).toBeLessThanOrEqual(right.x)
})

test('a grid of Baidu tiles lies under the positions that its crosses stand for', async ({
  console: page,
  simulator,
}) => {
  const crosses = [-1, 0, 1].flatMap((i) =>
    [-1, 0, 1].map((j) => ({ lng: 116.403963 + i * 0.0021, lat: 39.915119 + j * 0.0009 })),
  )
  await serveTileGrid(page, {
    datum: 'BD-09',
    crosses,
    plane({ lng, lat }, z) {
      const [east, north] = gcoord.transform([lng, lat], gcoord.WGS84, gcoord.BD09MC) as [number, number]
      const scale = 2 ** (z - 18)
      return { x: east * scale, y: -north * scale }
    },
    rowOf: (row) => -row - 1,
  })
  await signIn(page, simulator.url)
  await page.goto(new URL(`/#/baiduSelectMap?${CITY}&z=17`, simulator.url).href)
  await mapAtRest(page)
  const map = (await page.getByRole('region', { name: 'Map', exact: true }).boundingBox())!
  await expect.poll(async () => (await crossesOn(page, map)).length).toBeGreaterThanOrEqual(7)
  const drawn = await crossesOn(page, map)
  for (const cross of drawn) {
    const away = await page.evaluate(
      ({ all, at }) =>
        Math.min(
          ...all.map(({ lng, lat }) => {
            const place = window.__backlotMap!.project(lng, lat)
            return Math.hypot(place.x - at.x, place.y - at.y)
          }),
        ),
      { all: crosses, at: cross },
    )
    expect(away).toBeLessThan(1.25)
  }
})

/** Pixels between where the map has a position and a point of the page. */
async function away(
  page: Page,
  place: Place | undefined,
  point: { x: number; y: number } | undefined,
): Promise<number> {
  if (!place || !point) return Number.POSITIVE_INFINITY
  const at = await page.evaluate(
    ({ longitude, latitude }) => window.__backlotMap!.project(longitude, latitude),
    place,
  )
  return Math.hypot(at.x - point.x, at.y - point.y)
}

type Place = { longitude: number; latitude: number }
