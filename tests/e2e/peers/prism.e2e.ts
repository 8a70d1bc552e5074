import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createConsoleServer } from '@backlot/cli/console-server/create-console-server'
import type { CheckReport } from '../../../cli/src/check/report.ts'
import { PROGRAM } from '../../../testing/launch-simulator.ts'
import { freePort } from '../../servers/free-port.ts'
import { expect, test } from '../support/console-test.ts'
import { settled } from '../support/look-at.ts'
import { textsOf } from '../support/texts.ts'

const PRISM = join(
  import.meta.dirname,
  '../../../scripts/bench/peers/node_modules/@stoplight/prism-cli/dist/index.js',
)
/** The picture code of the description's examples. */
const PICTURE_CODE = '7K4M'

const text = textsOf('en').session

// Prism (https://github.com/stoplightio/prism) answers from the description alone: its invented data match our schemas
// but make no sense. There is no channel and no stream.
test.use({ expectedErrors: /status of (404|400|422)|WebSocket connection to .* failed/ })

test('a server made from /openapi.json is checked, and the console runs before it', async ({
  page,
  simulator,
}) => {
  await using prism = await startPrism(await (await fetch(`${simulator.url}/openapi.json`)).text())

  const report = await check(prism.url)
  const tried = report.subjects.filter(({ notTried }) => notTried === undefined)
  expect(tried.length).toBeGreaterThan(100)
  // There is no channel and no stream; every answer is one that a platform could give.
  const kinds = report.subjects.flatMap(({ name, differences }) =>
    differences.map(({ kind }) => `${kind} ${name}`),
  )
  expect([...new Set(kinds)].sort()).toEqual(['lacking channel.signIn', 'missing stream'])

  await using server = await createConsoleServer({ platform: new URL(prism.url) })
  await page.goto(server.url)
  await page.getByLabel(text.loginName, { exact: true }).fill('anybody')
  await page.getByLabel(text.password, { exact: true }).fill('anything')
  await page.getByLabel(text.verifycode, { exact: true }).fill(PICTURE_CODE)
  await page.getByRole('button', { name: text.submit, exact: true }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  for (const [path, shown] of [
    ['/', page.getByRole('main').getByRole('heading').first()],
    ['/realTime', page.getByRole('treeitem').filter({ hasText: 'Example camera' }).first()],
    ['/earlyWarningData/alarmList', page.getByRole('row').nth(1)],
    ['/systemManange/userManage', page.getByRole('row').nth(1)],
    ['/systemManange/deviceManage', page.getByRole('row').nth(1)],
  ] as const) {
    await page.goto(`${server.url}/#${path}`)
    await settled(page)
    await expect(shown, path).toBeVisible()
    await expect(page.getByRole('main'), path).not.toContainText('Page not found')
    await page.screenshot({ path: test.info().outputPath(`screen${path.replaceAll('/', '-')}.png`) })
  }
  await page.goto('about:blank')
})

/** `backlot check` as a program, with its report. */
async function check(platform: string): Promise<CheckReport> {
  const args = ['--account', 'anybody', '--password', 'anything', '--verify-code', PICTURE_CODE]
  const out = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [PROGRAM, 'check', '--platform', platform, ...args, '--listen', '300ms', '--json', '-'],
      { maxBuffer: 64 * 1024 * 1024 },
      (_, stdout) => resolve(stdout),
    )
  })
  return JSON.parse(out) as CheckReport
}

async function startPrism(description: string): Promise<AsyncDisposable & { url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-prism-'))
  const file = join(folder, 'openapi.json')
  await writeFile(file, description)
  const port = await freePort()
  const child = spawn(process.execPath, [PRISM, 'mock', '-p', String(port), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  await Promise.race([
    new Promise<void>((resolve) => {
      lines.on('line', (line) => line.includes('listening') && resolve())
    }),
    ended.then(() => {
      throw new Error('Prism ended before it listened.')
    }),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
