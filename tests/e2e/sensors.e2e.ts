import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { sensorHistory } from '@backlot/contract/sensors/calls'
import { deleteQuantity, listQuantities, updateQuantity } from '@backlot/contract/sensors/dictionary-calls'
import { formatDateTime, PLATFORM_ZONE_MINUTES, parseDateTime } from '@backlot/contract/time'
import type { Locator } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { airStations, COMPASS, readingsOf } from './support/air-stations.ts'
import { expect, test } from './support/console-test.ts'
import { trueDevices } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { findInTree } from './support/wall.ts'

test('a station opens from its function entry and shows what it measures', { tag: '@main' }, async ({
  console: page,
  simulator,
}) => {
  const station = (await trueDevices(simulator.url, { kind: 'hj212Station' })).find(({ online }) => online)!
  await signIn(page, simulator.url, { to: '/realTime' })
  await (await findInTree(page, station.sn)).click()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('treeitem', { name: 'HJ 212 data' }).click()

  await expect(page).toHaveURL(new RegExp(`/senseDevice\\?sn=${station.sn}$`))
  const shown = page.getByRole('region', { name: 'Station', exact: true })
  await expect(shown.getByRole('definition').filter({ hasText: station.sn })).toBeVisible()
  await expect(shown.getByText('Online', { exact: true })).toBeVisible()
  const operator = await Operator.signIn(simulator.url)
  await expect(async () => {
    await shown.getByRole('button', { name: 'Refresh now' }).click()
    const readings = await readingsOf(operator, station.sn)
    expect(readings.length).toBeGreaterThan(4)
    expect(await tilesOf(shown)).toEqual(readings)
  }).toPass({ timeout: 30_000 })

  await shown.getByRole('link', { name: 'Show on map' }).click()
  await expect(page).toHaveURL(new RegExp(`/dispatch\\?.*sn=${station.sn}`))
})

test('controllers and points are found by number or name and open the line or the readings; the map opens the window of the station', async ({
  console: page,
  simulator,
}) => {
  const box = (await trueDevices(simulator.url, { kind: 'sensorController' })).find(({ online }) => online)!
  await signIn(page, simulator.url, { to: `/senseDevice?sn=${box.sn}` })
  const shown = page.getByRole('region', { name: 'Station', exact: true })
  const search = page.getByRole('searchbox', { name: 'Enter a name or serial number' })
  const tree = page.getByRole('tree', { name: 'Stations' })
  await search.fill('BL_101')
  await search.press('Enter')
  const controller = tree.getByRole('treeitem', { name: /^Particle sensor/ }).first()
  await expect(controller).toHaveAttribute('title', /BL_101/)
  await controller.click()
  await expect(page).toHaveURL(/view=bus&ctrl=\d+/)
  await expect(shown.locator('.bus-asked')).toContainText('BL_101')

  await page.goto(`${simulator.url}/#/senseDevice?sn=${box.sn}`)
  const device = await findInTree(page, box.sn)
  await device.click()
  await page.keyboard.press('ArrowRight')
  const level = Number(await device.getAttribute('aria-level')) + 1
  await tree.getByRole('treeitem', { level }).last().click()
  await expect(page).toHaveURL(/point=\d+/)
  const point = shown.getByText(/ only$/)
  const name = (await point.textContent())!.replace(' only', '')
  for (const tile of await shown.locator('.reading-tile small').all()) await expect(tile).toHaveText(name)
  const chosen = page.url()
  await page.reload()
  await expect(point).toHaveText(`${name} only`)
  expect(page.url()).toBe(chosen)
  const there = await shown.locator('.reading-tile-name > span').allTextContents()
  await shown.getByText('History', { exact: true }).click()
  await expect(point).toHaveText(`${name} only`)
  const charted = async () =>
    (await shown.locator('.history-card h4').allTextContents()).map((title) => title.replace(/ \(.*$/, ''))
  await expect.poll(charted).not.toEqual([])
  await expect.poll(async () => (await charted()).filter((one) => !there.includes(one))).toEqual([])
  await shown.getByRole('button', { name: 'All monitoring points' }).click()
  await expect(page).not.toHaveURL(/point=/)

  await shown.getByText('Map', { exact: true }).click()
  const card = shown.getByRole('region', { name: 'Device information' })
  await expect(card.getByText(box.sn)).toBeVisible()
  expect((await card.boundingBox())!.width).toBe(310)
  await expect(card.getByRole('list', { name: 'Readings' }).getByRole('listitem').first()).toBeVisible()
  await card.getByRole('button', { name: 'Close' }).click()
  await expect(card).toHaveCount(0)
  await shown.getByRole('button', { name: box.nameEn }).click()
  await expect(card).toBeVisible()
})

test('beside a camera, readings have room on a narrow screen too', async ({ console: page, simulator }) => {
  await page.setViewportSize({ width: 960, height: 800 })
  const [station] = await trueDevices(simulator.url, { kind: 'solarStation' })
  await signIn(page, simulator.url, { to: `/solarEnergy?sn=${station!.sn}` })
  const shown = page.getByRole('region', { name: 'Station', exact: true })
  const endOf = async (part: Locator) => {
    const { x, width } = (await part.boundingBox())!
    return x + width
  }
  const camera = shown.getByRole('heading', { name: 'Station camera' })
  await expect(camera).toBeVisible()
  const { x: cameraStart } = (await camera.boundingBox())!
  for (const part of [
    shown.getByRole('button', { name: 'Refresh now' }),
    shown.getByRole('region', { name: 'Energy flow' }),
  ]) {
    expect(await endOf(part)).toBeLessThan(cameraStart)
  }
  const [label, every] = await Promise.all(
    [shown.getByText('Refresh interval'), shown.getByRole('combobox', { name: 'Refresh interval' })].map(
      async (part) => (await part.boundingBox())!,
    ),
  )
  expect(every!.y - label!.y, 'the label stands beside what it names').toBeLessThan(label!.height)
  const lineHeight = 30
  expect((await shown.getByText(/^Updated at /).boundingBox())!.height).toBeLessThan(lineHeight)
})

test('readings are fetched anew by the button and by themselves, as often as was chosen', async ({
  console: page,
  simulator,
}) => {
  await signIn(page, simulator.url, { to: '/gas' })
  await expect(page).toHaveURL(/\/gas\?sn=\w+$/)
  const shown = page.getByRole('region', { name: 'Station', exact: true })
  const fetched = shown.getByText(/^Updated at /)
  const first = await fetched.textContent()
  await expect
    .poll(async () => {
      await shown.getByRole('button', { name: 'Refresh now' }).click()
      return fetched.textContent()
    })
    .not.toBe(first)

  await shown.getByRole('combobox', { name: 'Refresh interval' }).click()
  await page.getByText('5 s', { exact: true }).click()
  const second = await fetched.textContent()
  await expect(fetched).not.toHaveText(second!)
  await page.reload()
  await expect(shown.getByText('5 s', { exact: true })).toBeVisible()
})

test('the past of a station is charted, tabled, compared, and saved; days, winds and air have pictures of their own', async ({
  console: page,
  simulator,
}) => {
  const operator = await Operator.signIn(simulator.url)
  const [station, other] = await airStations(simulator.url, operator)
  await signIn(page, simulator.url, { to: `/senseDevice?sn=${station!.sn}` })
  const shown = page.getByRole('region', { name: 'Station', exact: true })
  await expect(shown.getByText(/Rising|Falling|Steady/).first()).toBeVisible()
  await shown.getByText('History', { exact: true }).click()
  await expect(shown.getByRole('img', { name: /^Trend of/ })).toHaveCount(4)

  await shown.getByText('Table', { exact: true }).click()
  await shown.getByText('Today', { exact: true }).click()
  const [startTime, endTime] = await shownHours(shown)
  const { times, stations } = await operator.call(sensorHistory, {
    body: { list: [station!.sn], interval: 'hour', startTime, endTime },
  })
  const first = stations[0]!.quantities[0]!
  const row = shown
    .getByRole('row')
    .filter({ hasText: formatDateTime(times[0]! * 1000, PLATFORM_ZONE_MINUTES) })
  await expect(row.getByRole('cell').nth(1)).toHaveText(first.values[0]?.toFixed(first.decimals) ?? '–')
  const download = page.waitForEvent('download')
  await shown.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)

  await shown.getByText('Wind rose', { exact: true }).click()
  await expect(shown.getByRole('img', { name: /prevailing wind from/ })).toBeVisible()
  // Each view has the conditions that it obeys, and no other.
  const quantities = shown.getByRole('combobox', { name: 'Quantities' })
  const interval = shown.getByRole('radiogroup', { name: 'Interval' })
  await shown.getByText('Air quality', { exact: true }).click()
  await expect(shown.getByText('Mean index')).toBeVisible()
  await expect(interval).toBeVisible()
  await expect(quantities).toHaveCount(0)
  await shown.getByText('Calendar', { exact: true }).click()
  await expect(shown.locator('.calendar-day')).not.toHaveCount(0)
  await expect(interval).toHaveCount(0)
  const again = page.waitForRequest((request) => request.postData()?.includes('"interval":"day"') ?? false)
  await shown.getByRole('button', { name: 'Refresh' }).click()
  await again
  await shown.getByText('Charts', { exact: true }).click()
  await expect(quantities).toBeVisible()

  await page.goto(`${simulator.url}/#/senseDevice?sn=${station!.sn}&view=history&with=${other!.sn}&by=day`)
  const lines = shown.getByRole('region', { name: /PM2\.5/ }).getByRole('listitem')
  await expect(lines.filter({ hasText: 'air station' })).toHaveCount(2)
})

test('a station is asked over its wire, and its packets are read; what is set on a detector shows at once', async ({
  console: page,
  simulator,
}) => {
  const kinds = await Promise.all(
    ['hj212Station', 'gasDetector'].map((kind) => trueDevices(simulator.url, { kind })),
  )
  const [station, detector] = kinds.map((list) => list.find(({ online }) => online)!)
  await signIn(page, simulator.url, { to: `/senseDevice?sn=${station!.sn}&view=wire` })
  const commands = page.getByRole('region', { name: 'Remote requests' })
  await commands.getByRole('button', { name: 'Send' }).click()
  await expect(commands.getByText('Read real-time data: succeeded')).toBeVisible()
  await expect(commands.getByRole('row').nth(1)).toContainText('DataTime')
  const packets = page.getByRole('region', { name: 'Raw packets' })
  await expect(packets.getByText('Connected', { exact: true })).toBeVisible()
  await packets
    .getByRole('button', { name: /^Out.*2011/ })
    .first()
    .click()
  await expect(packets.getByText(/CN=2011/).first()).toBeVisible()
  await packets
    .getByRole('button', { name: /^In.*9012/ })
    .first()
    .click()
  await expect(packets.getByRole('cell', { name: 'Execution result' })).toBeVisible()

  await page.goto(`${simulator.url}/#/gas?sn=${detector!.sn}&view=settings`)
  const settings = page.getByRole('region', { name: 'Settings' })
  await settings.getByLabel('CO, first level').fill('90')
  await settings.getByRole('button', { name: 'Send to station' }).click()
  await expect(settings.getByText('The second value must be above the first')).toBeVisible()
  await settings.getByLabel('CO, first level').fill('0.1')
  await settings.getByRole('button', { name: 'Send to station' }).click()
  await expect(page.getByText('The station accepted the settings')).toBeVisible()
  await page.getByText('Live', { exact: true }).click()
  await expect(page.locator('.reading-tile[data-code="g02"]')).toContainText('Above 0.1')
})

test('the settings of a controller show its alarm outputs and switch them; a station without outputs has none', async ({
  console: page,
  simulator,
}) => {
  const [controller] = (await trueDevices(simulator.url, { kind: 'sensorController' })).filter(
    ({ online }) => online,
  )
  const [station] = await trueDevices(simulator.url, { kind: 'hj212Station' })
  await signIn(page, simulator.url, { to: `/senseDevice?sn=${controller!.sn}&view=settings` })
  const settings = page.getByRole('region', { name: 'Settings' })
  const first = settings.getByRole('switch', { name: 'Alarm output 1' })
  const second = settings.getByRole('switch', { name: 'Alarm output 2' })
  await expect(first).not.toBeChecked()
  await second.click()
  await settings.getByRole('button', { name: 'Send to station' }).click()
  await expect(page.getByText('The station accepted the settings')).toBeVisible()
  await page.reload()
  await expect(second).toBeChecked()
  await expect(first).not.toBeChecked()

  await page.goto(`${simulator.url}/#/senseDevice?sn=${station!.sn}&view=settings`)
  await expect(settings.getByLabel('Reporting interval (s)')).toBeVisible()
  await expect(first).toHaveCount(0)
})

test('the window on the map, the tiles, the table and the page of the gases name one unit and one number of decimals', async ({
  console: page,
  simulator,
}) => {
  const operator = await Operator.signIn(simulator.url)
  const { list } = await operator.call(listQuantities, { query: { text: 'g02' } })
  const { icon: _icon, reportedUnit: _unit, system: _system, changed: _changed, ...entry } = list[0]!
  // More than the detector sends: no place can have them from the value itself.
  await operator.call(updateQuantity, { body: { ...entry, decimals: 3 } })
  await signIn(page, simulator.url, { to: '/gas' })
  const shown = page.getByRole('region', { name: 'Station', exact: true })
  const figures = (texts: readonly string[][]) =>
    Object.fromEntries(
      texts.map(([name, value = '', unit]) => [name, { unit, decimals: value.split('.')[1]?.length ?? 0 }]),
    )
  const parted = (text: string) => /^([-\d.]+) (\S+)$/.exec(text.trim())?.slice(1) ?? []
  const textsOf = async (rows: Locator, name: string, figure: string) =>
    Promise.all(
      (await rows.all()).map(async (row) => [
        (await row.locator(name).first().innerText()).trim(),
        ...parted((await row.locator(figure).first().innerText()).replaceAll('\n', ' ')),
      ]),
    )
  await expect(shown.locator('.reading-tile').first()).toBeVisible()
  const tiles = figures(
    await textsOf(shown.locator('.reading-tile'), '.reading-tile-name > span', '.reading-tile-value'),
  )
  expect(Object.keys(tiles).length).toBeGreaterThan(3)
  await expect(shown.locator('.gas-levels li').first()).toBeVisible()
  const levels = figures(await textsOf(shown.locator('.gas-levels li'), 'span', 'strong'))
  expect(Object.keys(levels).length).toBeGreaterThan(3)
  expect(levels.CO).toMatchObject({ decimals: 3 })
  expect(tiles).toMatchObject(levels)

  await shown.getByText('Map', { exact: true }).click()
  const window = shown.getByRole('list', { name: 'Readings' }).getByRole('listitem')
  await expect(window.first()).toBeVisible()
  expect(figures(await textsOf(window, '.device-popup-reading-name', '.device-popup-reading-value'))).toEqual(
    tiles,
  )

  const url = new URL(page.url().replace('#/', ''))
  const codes = 'g01,g02,g03,g04,g05'
  await page.goto(
    `${simulator.url}/#/gas?sn=${url.searchParams.get('sn')}&view=history&show=table&codes=${codes}`,
  )
  const heads = shown.getByRole('columnheader')
  await expect(heads.nth(Object.keys(levels).length)).toBeVisible()
  const cells = shown
    .locator('.history-value')
    .first()
    .locator('xpath=ancestor::tr')
    .locator('.history-value')
  const titles = (await heads.allInnerTexts()).slice(1).map((text) => /^(.*) \((.*)\)$/.exec(text)!.slice(1))
  const values = await cells.allInnerTexts()
  expect(figures(titles.map(([name, unit], i) => [name!, values[i]!, unit!]))).toEqual(levels)
  await operator.call(deleteQuantity, { body: { code: 'g02' } })
})

test('a leak stands on the page of its detector as soon as it is pushed, with new readings', {
  tag: '@main',
}, async ({ console: page, simulator }) => {
  const detector = (await trueDevices(simulator.url, { kind: 'gasDetector' })).find(({ online }) => online)!
  // The first answer has no leak; no other comes before the pushed one is shown.
  const none = { code: 0, msg: '', data: { list: [], total: 0, currentPage: 1, pageSize: 8 } }
  let shown = () => {}
  const wasShown = new Promise<void>((resolve) => {
    shown = resolve
  })
  let asked = 0
  await page.route('**/alarm/list?*type=GasAlarm*', async (route) => {
    asked += 1
    if (asked === 1) return route.fulfill({ json: none })
    await wasShown
    return route.continue()
  })
  await signIn(page, simulator.url, { to: `/gas?sn=${detector.sn}` })
  const leaks = page.getByRole('region', { name: 'Leak alarms in the last 24 hours' })
  await expect(leaks.getByText('No leaks detected')).toBeVisible()
  // By itself the page only loads readings after a minute.
  await page.getByRole('combobox', { name: 'Refresh interval' }).click()
  await page.getByText('60 s', { exact: true }).click()
  const readings = page.waitForRequest('**/gas/sensor/realtime/data?*', { timeout: 30_000 })
  const body = { sn: detector.sn, chnId: 0, type: 'GasAlarm', subType: 'H2S' }
  await control(simulator.url, controlRaiseAlarm, { body })
  await expect(leaks.getByRole('listitem').filter({ hasText: 'H2S over limit' })).toBeVisible()
  await expect(leaks.getByText('No leaks detected')).toBeHidden()
  shown()
  await readings
})

/** The span that the date fields of a history show, seconds. */
async function shownHours(shown: Locator): Promise<[number, number]> {
  const fields = await shown.locator('.ant-picker-range input').all()
  const moments = await Promise.all(fields.map((field) => field.inputValue()))
  const [start, end] = moments.map((text) => (parseDateTime(text, PLATFORM_ZONE_MINUTES) ?? 0) / 1000)
  return [start!, end!]
}

/** Name, value, unit and time of each reading as an operator reads it. */
async function tilesOf(shown: Locator) {
  const tiles = await shown.getByRole('region', { name: 'Readings' }).getByRole('listitem').all()
  return Promise.all(
    tiles.map(async (tile) => {
      const value = await tile.getByRole('strong').textContent()
      const text = await tile.innerText()
      const [name = ''] = text.split('\n')
      const unit = (await tile.getByRole('paragraph').innerText()).slice(value?.length).trim()
      return {
        name,
        value: COMPASS.includes(value ?? '') ? value : Number(value),
        unit,
        time: text.split('\n').at(-1),
      }
    }),
  )
}
