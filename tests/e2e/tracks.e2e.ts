import { readFile } from 'node:fs/promises'
import { controlClock, controlSetClock } from '@backlot/contract/control/calls'
import { formatDateTime, HOUR_MS } from '@backlot/contract/time'
import { trackHistory } from '@backlot/contract/tracks/calls'
import type { Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { trueDevices } from './support/fleet.ts'
import { diagnoseMap, drawnMarker, metresBetween } from './support/map.ts'
import { signIn } from './support/sign-in.ts'

/** The receiver's error, some metres, with room. */
const GPS_ERROR_M = 15
/** Distance between two seconds of the track at its fastest, plus rounding of the drawing. */
const ON_TRACK_M = 4
const MOMENTS = 8
const STEP_MS = 20_000

type Truth = { atMs: number; longitude: number; latitude: number }

test.beforeEach(({ console: page }) => diagnoseMap(page))
// They pause and step the clock.
test.use({ setBack: true })

test('the track of an hour is where the vehicle truly was, is replayed, scrubbed and taken away', async ({
  console: page,
  simulator: { url },
}) => {
  const { sn, truths } = await drivenTruth(url)
  const nowMs = truths.at(-1)!.atMs
  await signIn(page, url, { to: '/dispatch/mapReplay' })
  const panel = page.getByRole('search', { name: 'Search for tracks' })

  // No request is made that the rules forbid.
  await panel.getByRole('button', { name: 'Search now' }).click()
  await expect(page.getByText('Please select device')).toBeVisible()
  await chooseDevice(page, sn)
  // The calendar's today is the platform's.
  await panel.getByRole('textbox', { name: 'Start' }).click()
  await expect(page.locator('.ant-picker-cell-today')).toHaveAttribute(
    'title',
    formatDateTime(nowMs).slice(0, 10),
  )
  await fill(page, 'Start', nowMs)
  await fill(page, 'End', nowMs - HOUR_MS)
  await expect(panel.getByRole('alert')).toHaveText('Start cannot be later than end')
  await fill(page, 'Start', nowMs - 30 * HOUR_MS)
  await expect(panel.getByRole('alert')).toHaveText('Only 24 hours can be queried')
  await fill(page, 'Start', nowMs - HOUR_MS)
  await fill(page, 'End', nowMs)
  await expect(panel.getByRole('alert')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Search now' }).click()
  const chart = page.getByRole('img', { name: 'Speed over time' })
  await expect(chart).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`sn=${sn}&from=\\d+&to=${Math.round(nowMs / 1000)}`))

  // A press in the chart shows the vehicle where it was; the arrow keys of the slider go second by second.
  for (const truth of [truths[1]!, truths.at(-2)!, truths[Math.floor(MOMENTS / 2)]!]) {
    await goTo(page, truth.atMs)
    await expect
      .poll(async () => metresTo(page, sn, truth), { message: 'metres from the true place' })
      .toBeLessThan(GPS_ERROR_M)
  }

  // At 4X the marker keeps to the track.
  const operator = await Operator.signIn(url)
  const span = { startTime: Math.round(nowMs / 1000) - 3600, endTime: Math.round(nowMs / 1000) }
  const track = await operator.call(trackHistory, { body: { sn, ...span } })
  const places = placesOf(track)
  await goTo(page, truths[0]!.atMs)
  for (const speed of [2, 3, 4]) {
    await page.getByRole('button', { name: /^Speed \dX/ }).click()
    await expect(page.getByRole('button', { name: /^Speed \dX/ })).toHaveText(`${speed}X`)
  }
  await page
    .getByRole('toolbar', { name: 'Replay' })
    .getByRole('button', { name: 'Play', exact: true })
    .click()
  const moments = new Set<string>()
  await expect
    .poll(
      async () => {
        const shown = await drawnMarker(page, sn)
        if (!shown) return 0
        moments.add(`${shown.lng},${shown.lat}`)
        expect(awayFrom(shown, places), 'metres from the track').toBeLessThan(ON_TRACK_M)
        return moments.size
      },
      { message: 'places of the marker while it plays', intervals: [60] },
    )
    .toBeGreaterThan(8)
  await page.getByRole('button', { name: 'Stop playback' }).click()
  await expect(page.getByRole('timer', { name: 'Playback time' })).toHaveAttribute(
    'data-ms',
    String(track.time[0]! * 1000),
  )

  // The pointer on the track shows its moment.
  const at = truths[Math.floor(MOMENTS / 2)]!
  const point = await page.evaluate(
    ({ longitude, latitude }) => window.__backlotMap?.project(longitude, latitude),
    nearestPlace(at, places),
  )
  await page.mouse.move(point!.x, point!.y)
  // Where the vehicle stopped it shows how long.
  await expect(page.locator('.track-tip')).toHaveText(
    /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\s*\d+ km\/h|Stopped for \d+ min)/,
  )

  await page.getByRole('button', { name: 'Export tracks' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export tracks' })
  await dialog.getByText('GeoJSON').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save file' }).click(),
  ])
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as GeoFile
  expect(download.suggestedFilename()).toMatch(/\.geojson$/)
  const lines = file.features[0]!.geometry.coordinates
  expect(lines.flat()).toEqual(places.map(({ lng, lat }) => [round(lng), round(lat)]))
  expect(file.features[0]!.properties.times.flat()[0]).toBe(isoOf(track.time[0]! * 1000))

  // The date fields have a Clear of their own, without words.
  await panel.getByRole('button').filter({ hasText: 'Clear' }).click()
  await expect(chart).toHaveCount(0)
  await expect(page).not.toHaveURL(/sn=/)
})

test('several devices are replayed in step, with the header hidden on the embedded page, as the address says', async ({
  console: page,
  simulator: { url },
}) => {
  const { nowMs } = await control(url, controlClock)
  const [from, to] = [Math.floor(nowMs / 1000) - 3600, Math.floor(nowMs / 1000) - 60]
  const operator = await Operator.signIn(url)
  // Three that reported a position before the moment; some vehicles have lost their GPS.
  const tracked: { sn: string; wanted: Place }[] = []
  for (const { sn } of (await trueDevices(url, { kind: 'vehicle' })).filter(({ online }) => online)) {
    const places = placesOf(await operator.call(trackHistory, { body: { sn, startTime: from, endTime: to } }))
    const wanted = places.findLast(({ second }) => second <= to - 1200)
    if (wanted) tracked.push({ sn, wanted })
    if (tracked.length === 3) break
  }
  expect(tracked).toHaveLength(3)
  const list = tracked.map(({ sn }) => sn).join(',')
  await signIn(page, url)
  await page.goto(new URL(`/#/mapReplay?sn=${list}&from=${from}&to=${to}&at=${to - 1200}&speed=3`, url).href)
  await expect(page.getByRole('img', { name: 'Speed over time' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Speed 3X, change' })).toBeVisible()
  const timer = page.getByRole('timer', { name: 'Playback time' })
  await expect(timer).toHaveAttribute('data-ms', String((to - 1200) * 1000))

  for (const { sn, wanted } of tracked) {
    await expect
      .poll(async () => {
        const shown = await drawnMarker(page, sn)
        return shown ? metresBetween(shown, { longitude: wanted.lng, latitude: wanted.lat }) : Infinity
      })
      .toBeLessThan(2)
  }

  // A fixed device has no track, and the screen reports it.
  const [camera] = await trueDevices(url, { kind: 'camera' })
  await page.goto(new URL(`/#/dispatch/mapReplay?sn=${camera!.sn}&from=${from}&to=${to}`, url).href)
  await expect(page.getByText('No positions received in this period')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeDisabled()
})

type Place = { second: number; lng: number; lat: number }
type GeoFile = {
  features: { geometry: { coordinates: number[][][] }; properties: { times: string[][] } }[]
}

/** A vehicle that drove well, and its true positions at whole seconds up to now. The clock is paused afterwards. */
async function drivenTruth(url: string): Promise<{ sn: string; truths: Truth[] }> {
  const { nowMs } = await control(url, controlClock)
  await control(url, controlSetClock, { body: { action: 'pause' } })
  await control(url, controlSetClock, { body: { action: 'jump', toMs: Math.ceil(nowMs / 1000 + 1) * 1000 } })
  const seen = new Map<string, Truth[]>()
  for (let i = 0; i < MOMENTS; i++) {
    await control(url, controlSetClock, { body: { action: 'step', byMs: STEP_MS } })
    const { nowMs: atMs } = await control(url, controlClock)
    for (const { sn, online, longitude, latitude } of await trueDevices(url, { kind: 'vehicle' })) {
      if (online) seen.set(sn, [...(seen.get(sn) ?? []), { atMs, longitude, latitude }])
    }
  }
  const operator = await Operator.signIn(url)
  const metres = (list: readonly Truth[]) =>
    list
      .slice(1)
      .reduce(
        (sum, one, i) => sum + metresBetween({ lng: list[i]!.longitude, lat: list[i]!.latitude }, one),
        0,
      )
  const byWay = [...seen]
    .filter(([, list]) => list.length === MOMENTS)
    .sort((a, b) => metres(b[1]) - metres(a[1]))
  for (const [sn, truths] of byWay.slice(0, 10)) {
    const endTime = truths.at(-1)!.atMs / 1000
    const { gaps } = await operator.call(trackHistory, { body: { sn, startTime: endTime - 3600, endTime } })
    if (gaps.length === 0 && metres(truths) > 500) return { sn, truths }
  }
  throw new Error('No vehicle drove for an hour without a gap.')
}

async function chooseDevice(page: Page, sn: string): Promise<void> {
  await page.getByRole('button', { name: 'Choose devices' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose devices' })
  // It grows into its place.
  await expect.poll(async () => (await picker.boundingBox())?.width).toBe(400)
  await picker.getByRole('searchbox').fill(sn)
  const row = picker.getByRole('treeitem').and(page.getByTitle(new RegExp(`${sn}$`)))
  // A click on the name ticks as one on the box does.
  await row.click()
  await expect(row).toBeChecked()
  await picker.getByRole('button', { name: 'OK' }).click()
  await expect(picker).toHaveCount(0)
}

/** Types a moment into one of the date fields. */
async function fill(page: Page, label: 'Start' | 'End', atMs: number): Promise<void> {
  const field = page.getByRole('search', { name: 'Search for tracks' }).getByRole('textbox', { name: label })
  await field.fill(formatDateTime(atMs))
  await field.press('Enter')
}

/** Presses the chart at a moment and goes to its very second with the slider's keys. */
async function goTo(page: Page, atMs: number): Promise<void> {
  const chart = page.getByRole('img', { name: 'Speed over time' })
  const box = (await chart.boundingBox())!
  const [from, to] = await Promise.all(
    ['data-from', 'data-to'].map(async (name) => Number(await chart.getAttribute(name))),
  )
  const inner = box.width - CHART_LEFT - CHART_RIGHT
  const x = CHART_LEFT + ((atMs - from!) / (to! - from!)) * inner
  await chart.click({ position: { x, y: box.height / 2 } })
  const timer = page.getByRole('timer', { name: 'Playback time' })
  const shown = async () => Math.round(Number(await timer.getAttribute('data-ms')) / 1000)
  await expect.poll(async () => Math.abs((await shown()) - atMs / 1000)).toBeLessThan(20)
  const slider = page.getByRole('slider', { name: 'Position in the track' })
  for (let left = atMs / 1000 - (await shown()); left !== 0; left -= Math.sign(left)) {
    await slider.press(left > 0 ? 'ArrowRight' : 'ArrowLeft')
  }
  await expect.poll(async () => (await shown()) - atMs / 1000).toBe(0)
}
/** As the chart is padded. */
const CHART_LEFT = 44
const CHART_RIGHT = 12

async function metresTo(page: Page, sn: string, truth: Truth): Promise<number> {
  const shown = await drawnMarker(page, sn)
  return shown ? metresBetween(shown, truth) : Number.POSITIVE_INFINITY
}

function placesOf(track: { time: number[]; longitude: number[]; latitude: number[] }): Place[] {
  let [second, lng, lat] = [0, 0, 0]
  return track.time.map((step, i) => {
    second += step
    lng += track.longitude[i]!
    lat += track.latitude[i]!
    return { second, lng: lng / 1e6, lat: lat / 1e6 }
  })
}

/** Metres from a place to the line through others, on a plane. */
function awayFrom(at: { lng: number; lat: number }, places: readonly Place[]): number {
  const east = Math.cos((at.lat * Math.PI) / 180) * 111_320
  let best = Number.POSITIVE_INFINITY
  for (let i = 1; i < places.length; i++) {
    const [ax, ay] = [(places[i - 1]!.lng - at.lng) * east, (places[i - 1]!.lat - at.lat) * 111_320]
    const [dx, dy] = [(places[i]!.lng - at.lng) * east - ax, (places[i]!.lat - at.lat) * 111_320 - ay]
    const length = dx * dx + dy * dy
    const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length))
    best = Math.min(best, Math.hypot(ax + share * dx, ay + share * dy))
  }
  return best
}

function nearestPlace(to: Truth, places: readonly Place[]): { longitude: number; latitude: number } {
  const { lng, lat } = places.reduce((a, b) => (metresBetween(a, to) <= metresBetween(b, to) ? a : b))
  return { longitude: lng, latitude: lat }
}

const round = (degrees: number) => Number(degrees.toFixed(6))
const isoOf = (ms: number) => `${formatDateTime(ms).replace(' ', 'T')}+08:00`
