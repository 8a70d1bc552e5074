import { readFileSync } from 'node:fs'
import { listAlarms } from '@backlot/contract/alarms/calls'
import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import { type AlarmSum, alarmStatistics, alarmSums } from '@backlot/contract/alarms/statistics-calls'
import type { Call, DataOut, QueryIn } from '@backlot/contract/call'
import {
  controlClock,
  controlRaiseAlarm,
  controlStorm,
  controlStormStatus,
} from '@backlot/contract/control/calls'
import type { Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { openFilter } from './support/filters.ts'
import { playingCameras } from './support/fleet.ts'
import { lookAt } from './support/look-at.ts'
import { finishedAnimations } from './support/motions.ts'
import { signIn } from './support/sign-in.ts'
import { zipTexts } from './support/zip-text.ts'

const LIST = '/earlyWarningData/alarmList'
const DAY_S = 86_400

test('the query filters, sorts, pages, remembers columns and filters, and its export has every row and link', async ({
  console: page,
  simulator,
}) => {
  // Without motion popups must be in their place at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await stormOf(simulator.url, ['AiAlarm', 'VehicleAlarm'])
  const operator = await Operator.signIn(simulator.url)
  await signIn(page, simulator.url, { to: LIST })
  const filters = page.getByRole('search', { name: 'Alarm query' })

  // One type of alarms, then an order of the server's, then its second page.
  await openFilter(page, 'Types')
  await page.getByRole('combobox', { name: 'Types' }).fill('AI alarm')
  await page.getByTitle('AI alarm', { exact: true }).filter({ visible: true }).last().click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/kinds=AiAlarm/)
  await page.getByRole('columnheader', { name: 'Device', exact: true }).click()
  await expect(page).toHaveURL(/sort=devName&order=asc/)
  const span = await lastDay(simulator.url)
  const query = { ...span, kinds: 'AiAlarm', sort: 'devName', order: 'asc', pageSize: 100 } as const
  const first = await inEnglish(operator, listAlarms, query)
  const second = await inEnglish(operator, listAlarms, { ...query, next: first.next! })
  await expect(page.getByText(`1–100 of ${first.total}`)).toBeVisible()
  await expectFirstRow(page, first.list[0]!.devName)
  await page.getByRole('listitem', { name: '2', exact: true }).click()
  await expect(page.getByText(`of ${first.total}`)).toContainText(/^101–/)
  await expectFirstRow(page, second.list[0]!.devName)

  // A column more, which is still there after a reload; the page and its order are in the address.
  await page.getByRole('button', { name: 'Columns' }).click()
  await finishedAnimations(page)
  await page.getByRole('checkbox', { name: 'Sequence' }).check()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Sequence' })).toBeVisible()
  await expectFirstRow(page, second.list[0]!.devName)

  // Filters, columns and order are saved as a workspace, taken away and brought back.
  await page.getByRole('button', { name: 'Workspaces' }).click()
  await page.getByRole('menuitem', { name: 'Save this screen as a workspace' }).click()
  await page.getByRole('dialog', { name: 'Save workspace' }).getByLabel('Name').fill('AI by device')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Workspace AI by device' })).toBeVisible()
  await filters.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).not.toHaveURL(/kinds/)
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'AI by device' }).click()
  await expect(page).toHaveURL(/kinds=AiAlarm/)
  await expect(page).toHaveURL(/sort=devName/)

  // An export that takes too long is given up; nothing is saved.
  await page.route(/\/alarm\/list\?.*pageSize=1000/, () => new Promise(() => {}))
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('status').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('The export was cancelled')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  // On paper: the rows of this page with the columns that are shown.
  await keepPaper(page)
  await page.getByRole('button', { name: 'Print these rows' }).click()
  const paper = page.frameLocator('iframe.print-frame')
  await expect(paper.getByRole('heading')).toHaveText('Alarm query')
  await expect(paper.getByText(/^2026-\d\d-\d\d [\d:]+ – 2026-\d\d-\d\d [\d:]+ · 1–/)).toBeAttached()
  await expect(paper.getByRole('columnheader', { name: 'Sequence' })).toBeAttached()
  await expect(paper.locator('tbody tr')).toHaveCount(await dataRows(page).count())
  await expect(paper.locator('tbody tr').first()).toContainText(first.list[0]!.devName)
  await page.evaluate(() => {
    const { contentWindow } = document.querySelector<HTMLIFrameElement>('iframe.print-frame')!
    contentWindow?.dispatchEvent(new Event('afterprint'))
  })
  await expect(page.locator('iframe.print-frame')).toHaveCount(0)

  // Every row and link is in the file.
  const exporting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const texts = zipTexts(readFileSync(await (await exporting).path()))
  const named = (end: string) => [...texts].find(([name]) => name.endsWith(end))?.[1] ?? ''
  const all = await everyAlarm(operator, { ...span, kinds: 'AiAlarm' })
  expect(named('worksheets/sheet1.xml').match(/<row /g)).toHaveLength(1 + all.length)
  const links = [...named('sheet1.xml.rels').matchAll(/Target="([^"]+)" TargetMode="External"/g)]
  const wanted = all.flatMap(({ resource }) => resource.slice(0, 3).map(({ url }) => simulator.url + url))
  expect(links.map(([, target]) => target).sort()).toEqual(wanted.sort())
  const picture = await page.request.get(links[0]![1]!)
  expect(picture.headers()['content-type']).toBe('image/jpeg')
})

test('Enter opens a row, and what it opened stays open while the key is held', async ({
  console: page,
  simulator,
}) => {
  await stormOf(simulator.url, ['AiAlarm'])
  await signIn(page, simulator.url, { to: LIST })
  const detail = page.getByRole('dialog')
  const [first, second] = [dataRows(page).nth(0), dataRows(page).nth(1)]
  await first.focus()
  await page.keyboard.press('Enter')
  await expect(detail).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()

  // Its code is on the page now: the focus moves into the dialog while the key is still down.
  await second.focus()
  await page.keyboard.down('Enter')
  await expect(detail).toBeVisible()
  await expect(detail.locator(':focus')).toHaveCount(1)
  for (let repeat = 0; repeat < 3; repeat++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(detail.getByRole('region', { name: 'Processing' })).toBeVisible()
  await finishedAnimations(page)
  await expect(detail).toBeVisible()
})

test('longer times are counts that open to their alarms, and statistics count what the query shows', async ({
  console: page,
  simulator,
}) => {
  const operator = await Operator.signIn(simulator.url)
  await signIn(page, simulator.url, { to: `${LIST}?range=7d&levels=1,2` })
  await expect(page.getByText(/Single alarms are listed for at most 24 hours/)).toBeVisible()
  const day = dataRows(page).nth(2)
  await day.waitFor()
  const [date, count] = await cellsOf(day)
  await day.click()
  await expect(page).toHaveURL(/levels=1%2C2.*from=\d+&to=\d+/)
  await expect(page.getByText(`of ${count}`, { exact: false }).last()).toContainText(
    new RegExp(`of ${count}$`),
  )
  await expect(dataRows(page).first()).toContainText(date!)
  await page.goBack()
  await expect(page.getByText(/Single alarms are listed/)).toBeVisible()

  // A month and more cannot be exported, and half a year is too long to query.
  await openFilter(page, 'Start time')
  await page.getByText('30 days', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled()

  // The statistics of a fixed span, so that alarms arriving meanwhile do not count.
  const { nowMs } = await control(simulator.url, controlClock, {})
  const endTime = Math.floor(nowMs / 1000) - 1
  const span = { startTime: endTime - 6 * DAY_S, endTime }
  const address = `/#/earlyWarningData/alarmStatis?from=${span.startTime}&to=${endTime}&by=device`
  await page.goto(new URL(address, simulator.url).href)
  const shown = await operator.call(alarmStatistics, { query: span })
  const sums = page.getByLabel('Totals')
  await expect(sums.locator('dd').first()).toHaveText(shown.sum.total.toLocaleString('en'))
  await expect(page.locator('.chart svg').first()).toBeVisible()
  const devices = await inEnglish(operator, alarmSums, { ...span, by: 'device' })
  await dataRows(page).first().waitFor()
  const [name, total] = await cellsOf(dataRows(page).first())
  expect([name, Number(total?.replaceAll(',', ''))]).toEqual([devices.list[0]!.name, devices.list[0]!.total])

  // A row leads to the list of exactly those alarms: their days together are as many.
  await dataRows(page).first().click()
  await expect(page).toHaveURL(new RegExp(`alarmList\\?.*sn=${devices.list[0]!.key}`))
  await expect(page.getByText(/Single alarms are listed/)).toBeVisible()
  // The rows of the previous screen stay until those of this one have come.
  const sumOfDays = async () => {
    const rows = await dataRows(page).all()
    const counts = rows.map(async (row) => Number((await cellsOf(row))[1]?.replaceAll(',', '')))
    return (await Promise.all(counts)).reduce((all, one) => all + one, 0)
  }
  await expect.poll(sumOfDays).toBe(devices.list[0]!.total)
  const listed = await everyAlarm(operator, { ...span, sn: devices.list[0]!.key })
  expect(listed).toHaveLength(devices.list[0]!.total)

  await page.goBack()
  await figuresLead(page, shown, devices.list[0]!)
})

test('alarms of one cause are one row of their page, which opens, is selected and processed as a whole', async ({
  console: page,
  simulator,
}) => {
  const [camera] = (await playingCameras(simulator.url, 'camera', 7)).slice(6)
  const { sn } = camera!
  for (const subType of ['Intruder', 'Fire', 'Intruder', 'Intruder'] as const)
    await control(simulator.url, controlRaiseAlarm, { body: { sn, chnId: 1, type: 'AiAlarm', subType } })
  const operator = await Operator.signIn(simulator.url)
  const intruders = async () =>
    (await operator.call(listAlarms, { query: { sn, kinds: 'AiAlarm-Intruder' } })).list
  await expect.poll(async () => (await intruders()).length).toBeGreaterThanOrEqual(3)
  await signIn(page, simulator.url, { to: `${LIST}?sn=${sn}&kinds=AiAlarm-Intruder,AiAlarm-Fire&range=1h` })
  const rows = dataRows(page)
  await expect(rows).toHaveCount((await intruders()).length + 1)
  await page.getByRole('switch', { name: 'Group by cause' }).click()
  await expect(page).toHaveURL(/group=cause/)
  await expect(rows).toHaveCount(2)
  await page.reload()

  const group = rows.filter({ hasText: 'Intruder' }).first()
  const count = (await intruders()).length
  await expect(group).toContainText(`${count} not processed`)
  const toggle = group.getByRole('button', { name: new RegExp(`Intruder.*, ${count} alarms`) }).first()
  await group.focus()
  await page.keyboard.press('Enter')
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(rows).toHaveCount(2 + count)
  await page.keyboard.press('ArrowDown')
  await expect(rows.filter({ hasText: 'Intruder' }).nth(1)).toBeFocused()
  await lookAt(page, 'groups of one cause', 'en')

  // The group's box is those of its alarms.
  await group.getByRole('checkbox').check()
  await expect(page.getByText(`${count} selected`)).toBeVisible()
  await rows.filter({ hasText: 'Intruder' }).nth(1).getByRole('checkbox').uncheck()
  await expect(page.getByText(`${count - 1} selected`)).toBeVisible()
  await expect(group.getByRole('checkbox')).not.toBeChecked()
  await toggle.click()
  await expect(rows).toHaveCount(2)

  await group.focus()
  await page.keyboard.press('c')
  await expect(group).toContainText('All processed')
  // Confirmed; the platform may make orders of confirmed alarms by itself.
  const confirmed: readonly (number | null)[] = [PROCESSING_TYPES.sure, PROCESSING_TYPES.workOrder]
  const results = async () =>
    (await intruders()).map(({ processingType }) => confirmed.includes(processingType))
  await expect.poll(results).toEqual(Array.from({ length: count }, () => true))
  await expect(rows.filter({ hasText: 'Fire' })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(group).toContainText(`${count} not processed`)
})

/** Every figure and every column leads to the list: as many alarms there as it shows. */
async function figuresLead(
  page: Page,
  shown: DataOut<typeof alarmStatistics>,
  device: AlarmSum,
): Promise<void> {
  const sums = page.getByLabel('Totals')
  const leadsTo = async (search: RegExp, count: number) => {
    await expect(page).toHaveURL(search)
    const words = `${count.toLocaleString('en')} ${count === 1 ? 'alarm' : 'alarms'}`
    await expect(page.getByRole('status').filter({ hasText: /alarms?$/ })).toHaveText(words)
    await page.goBack()
    await expect(page.locator('.chart svg')).toHaveCount(3)
  }
  for (const [name, count, search] of [
    ['Not processed', shown.sum.open, /processed=0/],
    ['Critical', shown.sum.grave, /levels=1/],
    ['Unread', shown.sum.unread, /isRead=0/],
    ['Median response', shown.response.count, /processed=1/],
  ] as const) {
    await sums.locator('div').filter({ hasText: name }).getByRole('button').click()
    await leadsTo(search, count)
  }
  const open = device.open.toLocaleString('en')
  await dataRows(page).first().getByRole('cell').nth(2).getByRole('button', { name: open }).click()
  await leadsTo(/processed=0/, device.open)
  for (const [title, name, counts] of [
    ['By hour of day', 'hours', shown.hours],
    ['Response time', 'responseClasses', shown.responseClasses],
  ] as const) {
    const place = counts.indexOf(Math.max(...counts))
    await pressColumn(page, title, place, counts.length)
    await leadsTo(new RegExp(`${name}=${place}(&|$)`), counts[place]!)
  }
  await walksByKeys(page, shown.hours)
  await leadsTo(/hours=\d+(&|$)/, shown.hours.find((count) => count > 0)!)
  await sums.locator('div').filter({ hasText: 'Devices' }).getByRole('button').click()
  await expect(page).toHaveURL(/by=device/)
  await expect(page.getByText(new RegExp(`of ${shown.devices}$`)).last()).toBeInViewport()
}

/**
 * Without the mouse: one stop of the Tab key, arrows read out each column's count, Enter opens the first with alarms.
 */
async function walksByKeys(page: Page, hours: readonly number[]): Promise<void> {
  const title = 'By hour of day'
  await page.getByRole('region', { name: 'Results' }).getByRole('button').last().focus()
  await page.keyboard.press('Tab')
  const walk = page.getByRole('slider', { name: title })
  await expect(walk).toBeFocused()
  await page.keyboard.press('Home')
  for (const [hour, count] of hours.entries()) {
    const from = String(hour).padStart(2, '0')
    await expect(walk).toHaveAttribute('aria-valuetext', `${from}:00 to ${from}:59: ${count}`)
    if (count > 0) break
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Enter')
}

/** Presses a column of a chart at its foot. */
async function pressColumn(page: Page, title: string, place: number, of: number): Promise<void> {
  const chart = page.getByRole('img', { name: title })
  await chart.scrollIntoViewIfNeeded()
  const { width, height } = (await chart.boundingBox())!
  const [left, right, bottom] = [46, 8, 22]
  const x = left + ((place + 0.5) * (width - left - right)) / of
  await chart.click({ position: { x, y: height - bottom - 3 } })
}

/** Keeps the next print on the page, where the browser's dialog would be. */
async function keepPaper(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { body } = document
    body.append = (...nodes) => {
      Element.prototype.append.apply(body, nodes)
      for (const node of nodes)
        if (node instanceof HTMLIFrameElement && node.contentWindow) node.contentWindow.print = () => {}
    }
  })
}

type Span = { startTime: number; endTime: number }

/** Rows of the table, without its head. */
function dataRows(page: Page) {
  return page.getByRole('row').filter({ has: page.getByRole('cell') })
}

/** Names, and the order by them, are those of the page's language. */
async function inEnglish<C extends Call>(
  operator: Operator,
  call: C,
  query: QueryIn<C>,
): Promise<DataOut<C>> {
  const { data } = await operator.ask(call, { query, headers: { 'accept-language': 'en' } })
  return call.data.parse(data) as DataOut<C>
}

/** The span of "24 hours" now. */
async function lastDay(url: string): Promise<Span> {
  const { nowMs } = await control(url, controlClock, {})
  const endTime = Math.floor(nowMs / 1000)
  return { startTime: endTime - DAY_S, endTime }
}

/** Every alarm of a query, walked by its marks, a day at a time. */
async function everyAlarm(
  operator: Operator,
  { startTime, endTime, ...filter }: Span & { kinds?: string; sn?: string },
) {
  const all = []
  for (let from = startTime; from <= endTime; from += DAY_S) {
    const span = { startTime: from, endTime: Math.min(endTime, from + DAY_S - 1) }
    for (let next: string | undefined = ''; next !== undefined; ) {
      const query = { ...filter, ...span, pageSize: 1000, ...(next ? { next } : {}) }
      const part: Awaited<ReturnType<typeof operator.call<typeof listAlarms>>> = await operator.call(
        listAlarms,
        { query },
      )
      all.push(...part.list)
      next = part.next
    }
  }
  return all
}

/** Three hundred alarms and more, so that there is a second page; waits until they are stored. */
async function stormOf(url: string, types: string[]): Promise<void> {
  const { stormId } = await control(url, controlStorm, { body: { ratePerSecond: 400, forMs: 1000, types } })
  await expect
    .poll(async () => (await control(url, controlStormStatus, { params: { id: stormId } })).done)
    .toBe(true)
}

async function expectFirstRow(page: Page, device: string): Promise<void> {
  await expect(dataRows(page).first()).toContainText(device)
}

async function cellsOf(row: ReturnType<Page['locator']>): Promise<string[]> {
  return (await row.getByRole('cell').allTextContents()).map((text) => text.trim())
}
