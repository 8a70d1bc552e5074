import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeStaticSimulator } from '@backlot/cli/static-page/write-static-simulator'
import { expect, type FrameLocator, type Page, test } from '@playwright/test'
import { BrowserGuard } from './support/browser-guard.ts'
import { panelOf } from './support/ptz-page.ts'
import { turn } from './support/ptz-pose.ts'
import { serveFiles } from './support/serve-files.ts'
import { openCamera, pictureOf, windowAt } from './support/wall.ts'

/** Below a path, as hosts of project pages have it. */
const PATH = '/demos/harbour'
/** The platform is begun in the page, beside other tests. */
const BEGUN_MS = 180_000
/** How such a file begins. */
const JPEG = [0xff, 0xd8, 0xff]

type Device = { sn: string; online: boolean; name: string; cameraNumber?: number }

test('a link is a demo: signed in, watched, steered, stormed and run from files alone', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const folder = await mkdtemp(join(tmpdir(), 'backlot-page-'))
  using guard = new BrowserGuard(browser, foldSosCard)
  try {
    writeStaticSimulator(folder, { pastDays: 1 })
    await using web = await serveFiles(PATH, folder)
    await using context = await browser.newContext({
      locale: 'en-US',
      viewport: { width: 1280, height: 832 },
    })
    const page = await context.newPage()
    const strip = page.locator('backlot-simulator')

    await page.goto(web.url)
    await expect(page.getByRole('status')).toContainText('simulated platform')
    await page.getByLabel('User name').waitFor({ timeout: BEGUN_MS })
    await expect(strip).toContainText('Sign in as admin / Backlot@2026')
    await signIn(page)

    // A camera's own pictures, drawn and encoded in this page.
    await page.getByRole('link', { name: 'Video', exact: true }).last().click()
    const { list } = await asked<{ list: Device[] }>(page, '/control/devices?kind=ptzCamera')
    const camera = list.find(({ online, name }) => online && !/待接入|维护中|故障/.test(name))!
    const window = windowAt(page, 1)
    const first = await openCamera(page, { sn: camera.sn, cameraNumber: camera.cameraNumber! }, window)
    const later = await pictureOf(window, ({ timeMs }) => timeMs > first.timeMs)
    expect(later.camera).toBe(camera.cameraNumber)

    await page.getByRole('button', { name: 'PTZ control', exact: true }).click()
    const right = panelOf(page).getByRole('button', { name: 'Right', exact: true })
    await right.hover()
    await page.mouse.down()
    await pictureOf(window, ({ panDeg }) => turn(first.panDeg, panDeg) > 5)
    await page.mouse.up()

    // The control page within the console: a storm, and a scenario with its verdicts.
    await strip.getByRole('button', { name: 'Control' }).press('Enter')
    const control = page.frameLocator('backlot-simulator iframe')
    await section(control, 'Storms')
    await control.getByLabel('Per second').fill('2')
    await control.getByLabel('For', { exact: true }).fill('5')
    await control.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.getByRole('region', { name: 'New alarms' })).toContainText('alarm ·')
    const { state } = await asked<{ state: string }>(page, '/control/scenario/runs', {
      scenario: 'gas-leak',
      speed: 60,
    })
    expect(state).toBe('playing')
    await section(control, 'Scenarios')
    await expect(control.getByRole('table', { name: 'Runs' })).toContainText('gas-leak')
    await expect
      .poll(async () => (await runsOf(page))[0], { timeout: 240_000 })
      .toMatchObject({ state: 'over', failed: 0, held: 8 })

    // The picture of an alarm is saved, which a browser asks the server for by itself.
    await strip.getByRole('button', { name: 'Control' }).press('Enter')
    await asked(page, '/control/alarms', { sn: camera.sn, chnId: 1, type: 'AiAlarm', subType: 'Crowd' })
    await page.evaluate((sn) => {
      location.hash = `#/earlyWarningData/alarmList?sn=${sn}&range=1h`
    }, camera.sn)
    await page.getByRole('row').filter({ hasText: 'Crowd' }).first().click()
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download', exact: true }).first().click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/\.jpg$/)
    expect([...(await readFile(await saved.path())).subarray(0, 3)]).toEqual(JPEG)

    // Nothing but files was asked of the server.
    expect(web.missed).toEqual([])
    guard.end()
    guard.failOnErrors(undefined)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** An empty page has no storage. */
function foldSosCard(): void {
  if (location.protocol.startsWith('http')) localStorage.setItem('sosVideoPopup', 'false')
}

async function signIn(page: Page): Promise<void> {
  const picture = page.waitForResponse((one) => one.url().endsWith('/user/verifycode'))
  await page.getByRole('button', { name: /verification code/i }).click()
  const { data } = (await (await picture).json()) as { data: { verifyKey: string } }
  const { code } = await asked<{ code: string }>(page, `/control/verifycodes/${data.verifyKey}`)
  await page.getByLabel('User name').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('Backlot@2026')
  await page.getByLabel('Verification code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
}

/** Data of a call that the page makes to its own platform. */
async function asked<T>(page: Page, path: string, body?: object): Promise<T> {
  const reply = await page.evaluate(
    async ([to, text]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(to!, text ? { method: 'POST', headers, body: text } : {})
      return (await answer.json()) as { code: number; data: unknown }
    },
    [path, body && JSON.stringify(body)] as const,
  )
  expect(reply.code, path).toBe(0)
  return reply.data as T
}

type Run = { state: string; held: number; failed: number }
const runsOf = async (page: Page) => (await asked<{ list: Run[] }>(page, '/control/scenario/runs')).list

async function section(control: FrameLocator, name: string): Promise<void> {
  await control.getByRole('link', { name, exact: true }).click()
}
