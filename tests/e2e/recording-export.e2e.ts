import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { controlClock } from '@backlot/contract/control/calls'
import type { Download, Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { probeVideoFile } from './support/video-file.ts'

const MINUTE_MS = 60_000

/** Files that the page saves, by name. */
function savedFiles(page: Page): Map<string, Download> {
  const files = new Map<string, Download>()
  page.on('download', (download) => files.set(download.suggestedFilename(), download))
  return files
}

test('an export saves a file for each channel and their list, and goes on after a reload', async ({
  console: page,
  simulator,
}) => {
  test.setTimeout(240_000)
  const cameras = await playingCameras(simulator.url, 'camera', 3)
  const { nowMs } = await control(simulator.url, controlClock)
  const second = (ms: number) => Math.floor(ms / 1000)
  const files = savedFiles(page)
  const channels = cameras.map(({ sn }) => `${sn}_1`).join('.')
  const span = `from=${second(nowMs - 60 * MINUTE_MS)}&to=${second(nowMs)}&at=${nowMs - 20 * MINUTE_MS}`
  await signIn(page, simulator.url, { to: '/index' })
  await page.goto(`${simulator.url}/#/videoReplay?cameras=${channels}&${span}`)
  await expect(page.getByRole('slider', { name: 'Timeline' })).toBeVisible()
  await page.getByRole('button', { name: 'Cut clip' }).click()
  // Four seconds: a clip is made picture by picture.
  const begin = page.getByRole('slider', { name: 'Clip start' })
  for (let step = 0; step < 5; step++) await begin.press('Shift+ArrowRight')
  for (let step = 0; step < 6; step++) await begin.press('ArrowRight')
  await page.getByRole('region', { name: 'Clip' }).getByRole('button', { name: 'Export…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export recordings' })
  const boxes = dialog.getByRole('checkbox')
  await expect(boxes).toHaveCount(3)
  for (const box of await boxes.all()) await box.uncheck()
  await expect(dialog.getByRole('alert')).toHaveText('Choose at least one channel')
  await expect(dialog.getByRole('button', { name: 'Start export' })).toBeDisabled()
  await boxes.first().check()
  await boxes.nth(1).check()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Case 7\nfor the traffic office')
  await dialog.getByRole('button', { name: 'Start export' }).click()

  const card = page.getByRole('region', { name: 'Export', exact: true })
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await page.reload()
  await expect(card.getByRole('status')).toHaveText('2 of 2 saved', { timeout: 100_000 })
  await expect.poll(() => [...files.keys()].filter((name) => name.endsWith('.txt'))).toHaveLength(1)
  const [listName] = [...files.keys()].filter((name) => name.endsWith('.txt'))
  const list = await readFile(await files.get(listName!)!.path(), 'utf8')
  expect(list).toContain('Operator: admin')
  expect(list).toContain('Note: Case 7 / for the traffic office')
  const named = [...list.matchAll(/^([0-9a-f]{64}) {2}(.+\.mp4)$/gm)]
  expect(named).toHaveLength(2)
  for (const [, sha256, name] of named) {
    const bytes = await readFile(await files.get(name!)!.path())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    await expect(card.getByText(`SHA-256 ${sha256}`)).toBeVisible()
    expect((await probeVideoFile(await files.get(name!)!.path())).videoStamps.length).toBeGreaterThan(40)
  }
  await card.getByRole('button', { name: 'Remove from the list' }).click()
  await expect(card).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('slider', { name: 'Timeline' })).toBeVisible()
  await expect(card).toHaveCount(0)
})
