import { readFile } from 'node:fs/promises'
import { controlClock, controlDevices, controlSetClock } from '@backlot/contract/control/calls'
import { controlFaults, controlRemoveFaults } from '@backlot/contract/control/fault-calls'
import { controlFleets } from '@backlot/contract/control/fleet-calls'
import { wholeBlocks } from '@backlot/contract/pcapng/whole-blocks'
import type { Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { test as base, expect } from './support/console-test.ts'
import { LOOKS, lookAt } from './support/look-at.ts'

const TOKEN = 'token-of-the-browser-tests'
const PARTS = [
  'fleet',
  'clock',
  'weather',
  'storms',
  'faults',
  'scenarios',
  'snapshots',
  'wire',
  'machines',
] as const

/** A simulator whose token is known. */
const test = base.extend<object, { simulator: LaunchedSimulator }>({
  simulator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const options = ['--check-replies', '--log-level', 'warn', '--control-token', TOKEN]
      await using simulator = await launchSimulator(options)
      await use(simulator)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

const open = async (page: Page, url: string, part = '') => {
  await page.goto(`${url}/control/ui/#token=${TOKEN}`)
  await expect(page.getByRole('navigation')).toBeVisible()
  if (part !== '') await page.getByRole('navigation').getByRole('link', { name: part, exact: true }).click()
}
const panel = (page: Page, head: string) =>
  page.locator('.panel').filter({ has: page.getByRole('heading', { name: head, exact: true }) })

test.describe('without the token', () => {
  test.use({ locale: 'en-US', expectedErrors: /403/ })

  test('the page asks for it, tells a wrong one, and keeps the right one for its tab and out of the address', async ({
    console: page,
    simulator,
    context,
  }) => {
    await page.goto(`${simulator.url}/control/ui/`)
    await page.getByLabel('Token').fill('wrong')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This is not the token of this simulator')).toBeVisible()
    await page.getByLabel('Token').fill(TOKEN)
    await page.getByRole('button', { name: 'Open' }).click()
    await expect(page.getByRole('table').first()).toContainText('PTZ camera')
    await page.reload()
    await expect(page.getByRole('table').first()).toContainText('PTZ camera')
    const other = await context.newPage()
    await other.goto(`${simulator.url}/control/ui/`)
    await expect(other.getByLabel('Token')).toBeVisible()
    await other.goto(`${simulator.url}/control/ui/#token=${TOKEN}`)
    await other.reload()
    await expect(other.getByRole('navigation')).toBeVisible()
    expect(other.url()).not.toContain(TOKEN)
    await other.close()
  })
})

test.describe('with the token', () => {
  test.use({ locale: 'en-US', expectedErrors: /400/ })

  test('the state is saved, restored, exported, imported and removed', async ({
    console: page,
    simulator,
  }) => {
    await open(page, simulator.url, 'Snapshots')
    await expect(page.getByText('There are no snapshots.')).toBeVisible()
    const form = panel(page, 'Save the state')
    await form.getByRole('textbox', { name: 'Name' }).fill('no/name')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
    await form.getByRole('textbox', { name: 'Name' }).fill('before')
    await form.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('row', { name: /^before / })
    await expect(row).toContainText(/\d\.\d MB/)
    const { epoch } = await control(simulator.url, controlClock)
    await row.getByRole('button', { name: 'Restore: before' }).click()
    await expect.poll(async () => (await control(simulator.url, controlClock)).epoch).toBeGreaterThan(epoch)
    // The page follows: its live activity comes from the new platform, its token is still right.
    await expect(page.getByRole('status').getByText('Done')).toBeVisible()
    const download = page.waitForEvent('download')
    await row.getByRole('button', { name: 'Export: before' }).click()
    const file = await (await download).path()
    await form.getByLabel('Import a file').setInputFiles({
      name: 'copy.tar.gz',
      mimeType: 'application/gzip',
      buffer: await readFile(file),
    })
    const copy = page.getByRole('row', { name: /^copy / })
    await expect(copy).toBeVisible()
    for (const each of [row, copy]) await each.getByRole('button', { name: /^Remove/ }).click()
    await expect(page.getByText('There are no snapshots.')).toBeVisible()
  })

  test('a fault is refused with its field, attached, told as an event, and removed', async ({
    console: page,
    simulator,
  }) => {
    await open(page, simulator.url, 'Faults')
    const form = panel(page, 'Attach a fault')
    await form.getByLabel('Kind').selectOption('http-latency')
    await form.getByLabel('Delay').fill('999999')
    await form.getByRole('button', { name: 'Attach' }).click()
    await expect(form.getByLabel('Delay')).toHaveAttribute('aria-invalid', 'true')
    await form.getByLabel('Delay').fill('50')
    await form.getByLabel('Paths').fill('/nothing/*')
    await form.getByRole('button', { name: 'Attach' }).click()
    const row = panel(page, 'Active faults').getByRole('row', { name: /http-latency-\d/ })
    await expect(row).toContainText('Paths /nothing/*')
    const { list } = await control(simulator.url, controlFaults)
    expect(list[0]).toMatchObject({
      fault: 'http-latency',
      parameters: { delayMs: 50 },
      target: { paths: ['/nothing/*'] },
    })
    await expect(page.getByRole('region', { name: 'Events' }).last()).toContainText('attached')
    await row.getByRole('button', { name: /^Remove/ }).click()
    await expect(row).toHaveCount(0)
    await control(simulator.url, controlRemoveFaults, { body: {} })
  })

  test('a device is found and held off line, a fleet comes over the wire, its frames are read, and it goes again', async ({
    console: page,
    simulator,
  }) => {
    await open(page, simulator.url)
    const [device] = (
      await control(simulator.url, controlDevices, { query: { kind: 'ptzCamera', limit: 1 } })
    ).list
    const finder = panel(page, 'Find a device')
    await finder.getByLabel('Serial or name').fill(device!.sn)
    const row = finder.getByRole('row', { name: device!.sn })
    await row.getByRole('button', { name: 'Offline' }).click()
    await expect(row).toContainText('held offline')
    await row.getByRole('button', { name: 'Release' }).click()
    await expect(row).not.toContainText('held offline')

    const adding = panel(page, 'Add a fleet')
    await adding.getByLabel('Kind').selectOption('vehicle')
    await adding.getByLabel('How many').fill('3')
    await adding.getByLabel('Group').fill('Page fleet')
    await adding.getByLabel('Reports').selectOption('busy')
    await adding.getByLabel(/over TCP/).check()
    await adding.getByRole('button', { name: 'Add' }).click()
    await expect(panel(page, 'Added fleets').getByRole('row', { name: /Page fleet/ })).toContainText('/ 3')

    await page.getByRole('navigation').getByRole('link', { name: 'Wire log' }).click()
    await page.getByRole('row', { name: '0x0200 position' }).first().click()
    const detail = panel(page, 'Fields')
    await expect(detail.getByRole('row', { name: /latitude/ })).toContainText('Latitude')
    await expect(detail.getByRole('region', { name: 'Hex' })).toContainText('7e 02 00')
    const saving = page.waitForEvent('download')
    const frames = panel(page, 'Frames of the gateways')
    await frames.getByRole('button', { name: 'Save', exact: true }).click()
    const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\n')
    expect(JSON.parse(lines[0]!)).toMatchObject({ protocol: 'jt808' })
    const saved = async (press: () => Promise<void>) => {
      const download = page.waitForEvent('download')
      await press()
      return wholeBlocks(await readFile(await (await download).path()))
    }
    const shown = await saved(() => frames.getByRole('button', { name: 'Save as pcapng' }).click())
    // Each frame with its acknowledgement, and the handshakes of the connections.
    expect(shown!.packets).toBeGreaterThan(2 * lines.length)
    await frames.getByRole('button', { name: 'Capture 30 s' }).click()
    const reported = await frames.getByRole('row').count()
    await expect.poll(() => frames.getByRole('row').count()).toBeGreaterThan(reported + 2)
    const captured = await saved(() => frames.getByRole('button', { name: 'End capture' }).click())
    expect(captured!.packets).toBeGreaterThan(2)
    await expect(frames.getByRole('button', { name: 'Capture 30 s' })).toBeVisible()

    await page.getByRole('navigation').getByRole('link', { name: 'Fleet' }).click()
    await page.getByRole('button', { name: 'Remove: Page fleet' }).click()
    await expect(panel(page, 'Added fleets')).not.toContainText('Page fleet')
    expect((await control(simulator.url, controlFleets)).list).toEqual([])
  })

  test('the slider says what a jump does before it is done; a storm is seen and stopped', async ({
    console: page,
    simulator,
  }) => {
    await open(page, simulator.url, 'Clock')
    const jump = panel(page, 'Jump to')
    await expect(jump.getByRole('button', { name: 'Jump', exact: true })).toBeDisabled()
    await jump.getByRole('button', { name: 'One day forward' }).click()
    await expect(jump).toContainText('Forward: alarms in between are added without popups')
    await jump.getByRole('slider').press('Home')
    await expect(jump.locator('output')).toContainText('00:00:00')
    const before = await control(simulator.url, controlClock)
    await jump.getByRole('button', { name: 'Jump', exact: true }).click()
    await expect.poll(async () => (await control(simulator.url, controlClock)).epoch).toBe(before.epoch + 1)
    await control(simulator.url, controlSetClock, { body: { action: 'realtime' } })

    await page.getByRole('navigation').getByRole('link', { name: 'Storms' }).click()
    const start = panel(page, 'Start a storm')
    await start.getByLabel('Per second').fill('5')
    await start.getByLabel('For', { exact: true }).fill('600')
    await start.getByRole('button', { name: 'Start' }).click()
    const row = panel(page, 'Storms')
      .getByRole('row', { name: /storm-/ })
      .first()
    await expect(row).toContainText('running')
    await row.getByRole('button', { name: /^Stop/ }).click()
    await expect(row).toContainText('stopped')
  })
})

for (const { theme, language } of LOOKS) {
  test.describe(`every part, ${theme}, ${language}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'zh-CN', colorScheme: theme })

    test('has no serious finding of axe and says everything in its language', async ({
      console: page,
      simulator,
    }) => {
      await open(page, simulator.url)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      for (const part of PARTS) {
        await page.goto(`${simulator.url}/control/ui/#${part}`)
        await expect(page.locator(`nav a[href="#${part}"]`)).toHaveAttribute('aria-current', 'page')
        await expect(page.locator('header .time')).toContainText('20')
        await lookAt(page, part, language)
        await page.setViewportSize({ width: 390, height: 844 })
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
        await page.setViewportSize({ width: 1280, height: 800 })
      }
    })
  })
}
