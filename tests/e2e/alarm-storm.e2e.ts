import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAlarms } from '@backlot/contract/alarms/calls'
import {
  controlCutChannel,
  controlStatus,
  controlStorm,
  controlStormStatus,
} from '@backlot/contract/control/calls'
import { test as base, expect, type Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { signIn } from './support/sign-in.ts'

declare global {
  interface Window {
    __backlotAlarms?: { seen: Set<string>; gaps: Seen['gaps']; cursor: number }
  }
}

const PER_SECOND = 5000
const OPERATORS = ['admin', 'dispatch1']

const test = base.extend<{ dataFolder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  dataFolder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'backlot-storm-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
})

/** Alarms given to the live list of a page (console/src/areas/alarms/alarm-diagnostics.ts). */
type Seen = { seen: string[]; gaps: { fromCursor: number; toCursor: number }[]; cursor: number }

test('a storm with cuts and a power cut in it: what two operators saw, their gaps paged, is what the platform stored', async ({
  browser,
  dataFolder,
}) => {
  test.setTimeout(300_000)
  const start = (port: string) =>
    launchSimulator(['--data', dataFolder, '--port', port, '--no-rtmp', '--log-level', 'warn'])
  const first = await start('0')
  const { url } = first
  const pages = await Promise.all(
    OPERATORS.map(async (loginName) => {
      const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
      await page.addInitScript(() => {
        if (!location.protocol.startsWith('http')) return
        localStorage.setItem('diagnostics', '1')
        localStorage.setItem('sosVideoPopup', 'false')
      })
      await signIn(page, url, { loginName })
      await connected(page)
      await page.getByRole('button', { name: /^Live alarms/ }).click()
      return page
    }),
  )
  const before = (await control(url, controlStatus)).alarms.cursor

  // Longer than a slow machine looks at it: the power cut ends it.
  const storm = await control(url, controlStorm, { body: { ratePerSecond: PER_SECOND, forMs: 60_000 } })
  const stored = async (id: string) => (await control(url, controlStormStatus, { params: { id } })).stored
  await expect.poll(() => stored(storm.stormId)).toBeGreaterThan(PER_SECOND)
  await control(url, controlCutChannel, { body: { refuseForMs: 300 } })
  for (const page of pages) {
    await connected(page)
    // A storm reads as lines with counts, and pressed controls respond.
    const list = page.getByRole('complementary', { name: 'Live alarms' })
    await expect(list.getByRole('status')).toContainText(/\d+ alarms per second: grouped by type/)
    const line = (expanded: boolean) => list.getByRole('button', { name: /Vehicle alarm/, expanded })
    await line(false).click()
    await expect(line(true)).toBeVisible()
    // Under the mouse the list holds its lines, and counts what comes.
    await page.mouse.move(0, 0)
  }
  await expect.poll(() => stored(storm.stormId)).toBeGreaterThan(PER_SECOND * 3)
  await first.kill()

  await using again = await start(new URL(url).port)
  expect(again.url).toBe(url)
  for (const page of pages) await connected(page)
  const { stormId } = await control(url, controlStorm, { body: { ratePerSecond: PER_SECOND, forMs: 1500 } })
  await expect
    .poll(async () => (await control(url, controlStormStatus, { params: { id: stormId } })).done)
    .toBe(true)
  const { lastCursor } = await control(url, controlStormStatus, { params: { id: stormId } })

  // The last gap is announced within a second; the newest of its alarms follow by themselves.
  for (const page of pages)
    await expect.poll(async () => (await seenBy(page)).cursor).toBeGreaterThanOrEqual(lastCursor)
  const operator = await Operator.signIn(url)
  const held = await stormAlarms(operator, before)
  expect(held.size).toBeGreaterThan(PER_SECOND * 4)
  await expect
    .poll(async () => {
      const union = new Set<string>()
      for (const page of pages)
        for (const seq of await sequencesOf(operator, await seenBy(page))) union.add(seq)
      return {
        missing: [...held].filter((seq) => !union.has(seq)),
        never: [...union].filter((seq) => !held.has(seq)),
      }
    })
    .toEqual({ missing: [], never: [] })
  for (const page of pages) {
    await expect(page.locator('.alarm-drawer-count')).toHaveText('2000')
    await page.context().close()
  }
})

async function connected(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible({
    timeout: 40_000,
  })
}

const seenBy = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const { seen, gaps, cursor } = window.__backlotAlarms!
    return { seen: [...seen], gaps, cursor }
  })

const isStorm = (sequence: string) => sequence.startsWith('storm-')

/** Alarms that an operator saw, and those inside the announced gaps. */
async function sequencesOf(operator: Operator, { seen, gaps }: Seen): Promise<string[]> {
  const all = seen.filter(isStorm)
  for (const { fromCursor, toCursor } of joined(gaps))
    all.push(...(await stormAlarms(operator, fromCursor, toCursor)))
  return all
}

/** Sequences of the storms' alarms after a cursor, paged. */
async function stormAlarms(
  operator: Operator,
  after: number,
  upTo = Number.POSITIVE_INFINITY,
): Promise<Set<string>> {
  const sequences = new Set<string>()
  for (let from = after; from < upTo; ) {
    const { data } = await operator.ask(listAlarms, { query: { after: from, pageSize: 1000 } })
    const { list } = data as { list: { alarmSeq: string; cursor: number }[] }
    for (const { alarmSeq, cursor } of list) if (cursor <= upTo && isStorm(alarmSeq)) sequences.add(alarmSeq)
    if (list.length === 0) break
    from = list.at(-1)!.cursor
  }
  return sequences
}

/** Gaps that touch are paged as one. */
function joined(gaps: Seen['gaps']): Seen['gaps'] {
  const all: Seen['gaps'] = []
  for (const gap of [...gaps].sort((a, b) => a.fromCursor - b.fromCursor)) {
    const last = all.at(-1)
    if (last && gap.fromCursor <= last.toCursor) last.toCursor = Math.max(last.toCursor, gap.toCursor)
    else all.push({ ...gap })
  }
  return all
}
