import { readFileSync } from 'node:fs'
import { listAlarms } from '@backlot/contract/alarms/calls'
import { alarmStatistics, alarmSums } from '@backlot/contract/alarms/statistics-calls'
import type { Call, DataOut, QueryIn } from '@backlot/contract/call'
import { controlClock, controlStorm, controlStormStatus } from '@backlot/contract/control/calls'
import type { Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { finishedAnimations } from './support/motions.ts'
import { signIn } from './support/sign-in.ts'
import { zipTexts } from './support/zip-text.ts'

const LIST = '/earlyWarningData/alarmList'
const DAY_S = 86_400

test('the query filters, sorts, pages, remembers columns and filters, and its export has every row and link', async ({
  console: page,
  simulator,
}) => {
  await stormOf(simulator.url, ['AiAlarm', 'VehicleAlarm'])
  const operator = await Operator.signIn(simulator.url)
  await signIn(page, simulator.url, { to: LIST })
  const filters = page.getByRole('search', { name: 'Alarm query' })

  // One type of alarms, then an order of the server's, then its second page.
  await filters.getByRole('combobox', { name: 'Types' }).fill('AI alarm')
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

  // A column more, which is still there after a reload; the page and its order stand in the address.
  await page.getByRole('button', { name: 'Columns' }).click()
  await finishedAnimations(page)
  await page.getByRole('checkbox', { name: 'Sequence' }).check()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Sequence' })).toBeVisible()
  await expectFirstRow(page, second.list[0]!.devName)

  // Saved under a name, taken away, brought back, renamed, deleted.
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('textbox', { name: 'Name of the filter' }).fill('AI by device')
  await page.getByRole('button', { name: 'Save these conditions' }).click()
  await expect(page.getByRole('button', { name: 'Apply AI by device' })).toBeVisible()
  await filters.getByRole('button', { name: 'Reset' }).click()
  await expect(page).not.toHaveURL(/kinds/)
  await expect(page.getByRole('button', { name: 'Apply AI by device' })).toBeHidden()
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'Rename AI by device' }).click()
  await page.getByRole('tooltip').getByRole('textbox', { name: 'Name of the filter' }).first().fill('AI')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Apply AI', exact: true }).click()
  await expect(page).toHaveURL(/kinds=AiAlarm/)
  await expect(page).toHaveURL(/sort=devName/)

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

  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'Delete AI', exact: true }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No saved filter yet')).toBeVisible()
})

test('longer times are counts that open to their alarms, and statistics count what the query shows', async ({
  console: page,
  simulator,
}) => {
  const operator = await Operator.signIn(simulator.url)
  await signIn(page, simulator.url, { to: `${LIST}?range=7d&levels=1,2` })
  await expect(page.getByText(/Single alarms are shown for at most 24 hours/)).toBeVisible()
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
  await expect(page.getByText(/Single alarms are shown/)).toBeVisible()

  // A month and more cannot be exported, and half a year is too long to ask for.
  await page.getByText('30 days', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled()

  // The statistics of a fixed span, so that what comes in meanwhile does not count.
  const { nowMs } = await control(simulator.url, controlClock, {})
  const endTime = Math.floor(nowMs / 1000) - 1
  const span = { startTime: endTime - 6 * DAY_S, endTime }
  const address = `/#/earlyWarningData/alarmStatis?from=${span.startTime}&to=${endTime}&by=device`
  await page.goto(new URL(address, simulator.url).href)
  const shown = await operator.call(alarmStatistics, { query: span })
  const sums = page.getByLabel('Sums')
  await expect(sums.locator('dd').first()).toHaveText(shown.sum.total.toLocaleString('en'))
  await expect(page.locator('.chart svg').first()).toBeVisible()
  const devices = await inEnglish(operator, alarmSums, { ...span, by: 'device' })
  await dataRows(page).first().waitFor()
  const [name, total] = await cellsOf(dataRows(page).first())
  expect([name, Number(total?.replaceAll(',', ''))]).toEqual([devices.list[0]!.name, devices.list[0]!.total])

  // A row leads to the list of exactly those alarms: their days together are as many.
  await dataRows(page).first().click()
  await expect(page).toHaveURL(new RegExp(`alarmList\\?.*sn=${devices.list[0]!.key}`))
  await expect(page.getByText(/Single alarms are shown/)).toBeVisible()
  await dataRows(page).first().waitFor()
  const rows = await dataRows(page).all()
  const counts = await Promise.all(
    rows.map(async (row) => Number((await cellsOf(row))[1]?.replaceAll(',', ''))),
  )
  expect(counts.reduce((all, one) => all + one, 0)).toBe(devices.list[0]!.total)
  const listed = await everyAlarm(operator, { ...span, sn: devices.list[0]!.key })
  expect(listed).toHaveLength(devices.list[0]!.total)
})

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
