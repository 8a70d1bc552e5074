import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { expect, test } from './support/console-test.ts'
import { signIn } from './support/sign-in.ts'

// The console's own writes meanwhile (which screen was opened) are refused.
test.use({ expectedErrors: /status of 503/ })

test('a platform whose data folder is moved says so above every screen, until the folder is back', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-e2e-troubles-'))
  const data = join(folder, 'data')
  await using simulator = await launchSimulator(['--data', data, '--no-rtmp', '--log-level', 'silent'])
  await signIn(page, simulator.url)
  const banner = page.getByRole('alert').filter({ hasText: 'database file was deleted or moved' })
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
  await expect(banner).toHaveCount(0)
  await rename(data, join(folder, 'elsewhere'))
  await expect(banner).toBeVisible()
  // A later sign-in sees it at once, in its own language; it stays over another screen.
  await page.getByRole('button', { name: /account and settings$/ }).click()
  await page.getByRole('menuitem', { name: '中文' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '平台数据库文件已被删除或移走' })).toBeVisible()
  await page.goto(new URL('/#/maintenance/server', simulator.url).href)
  await expect(page.getByRole('row', { name: /数据库/ })).toContainText('故障')
  await rename(join(folder, 'elsewhere'), data)
  await expect(page.getByRole('alert')).toHaveCount(0)
  // It would look for the platform once that has ended.
  await page.close()
  await rm(folder, { recursive: true, force: true })
})

test('my pictures: what an account uploaded, what uses it, and the way to remove it', async ({
  console: page,
  simulator,
}) => {
  await signIn(page, simulator.url, { loginName: 'viewer1' })
  const open = async (item: string) => {
    await page.getByRole('button', { name: /account and settings$/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
    return page.getByRole('dialog', { name: item })
  }
  const info = await open('Account info')
  for (const height of [60, 61]) {
    const buffer = PNG.sync.write(new PNG({ width: 301, height }))
    const uploaded = page.waitForResponse(/uploadFile/)
    await info.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await uploaded
  }
  await info.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Modified', { exact: true })).toBeVisible()
  const pictures = await open('My pictures')
  await expect(pictures.getByText('2 of 1000 pictures')).toBeVisible()
  await expect(pictures.getByRole('listitem')).toHaveCount(2)
  await expect(pictures.getByText('Used as a logo')).toHaveCount(1)
  await pictures.getByRole('button', { name: /^Remove / }).click()
  await page.getByRole('tooltip').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Removed', { exact: true })).toBeVisible()
  await expect(pictures.getByRole('listitem')).toHaveCount(1)
})
