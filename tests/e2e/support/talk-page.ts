import type { Page } from '@playwright/test'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../../testing/launch-simulator.ts'
import { Operator } from '../../../testing/operator.ts'
import playwrightConfig, { PLAIN_NAME } from '../../playwright.config.ts'
import { test as base } from './console-test.ts'
import { trueDevices } from './fleet.ts'
import { writeTestSound } from './test-sound.ts'
import { findInTree } from './wall.ts'

export { PLAIN_NAME }

export const test = base.extend<object, { simulator: LaunchedSimulator }>({
  simulator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      await using simulator = await launchSimulator([
        '--check-replies',
        '--log-level',
        'warn',
        '--allowed-host',
        PLAIN_NAME,
        ...BY_DAY,
      ])
      await use(simulator)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

export const DEVICE_HZ = 1700
export const ECHO_MS = 300

export async function bodyCamera(url: string): Promise<{ sn: string }> {
  const found = (await trueDevices(url, { kind: 'bodyCamera' })).find(({ online }) => online)
  if (!found) throw new Error('No body camera is online.')
  return found
}

/** Chooses an entry of a device's menu in the tree. */
export async function chooseInTree(page: Page, sn: string, entry: string): Promise<void> {
  await (await findInTree(page, sn)).click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** Notes a figure in the report of the run. */
export function note(description: string): void {
  test.info().annotations.push({ type: 'figure', description })
}

/** Another session calls a device, over a socket of its own. Answers a function that hangs up. */
export async function callBySomebodyElse(page: Page, url: string, sn: string): Promise<() => Promise<void>> {
  const { sessionId } = await Operator.signIn(url)
  const socket = await page.evaluateHandle(
    async (other) => {
      const link = new WebSocket(`ws://${location.host}/talk`)
      const says = (type: string) =>
        new Promise<void>((resolve) => {
          link.addEventListener('message', ({ data }) => {
            if (typeof data === 'string' && JSON.parse(data).type === type) resolve()
          })
        })
      await new Promise((resolve) => link.addEventListener('open', resolve))
      const login = { type: 'talkLogin', service: 'intercom', projectName: 'backlot', loginName: 'admin' }
      link.send(JSON.stringify({ ...login, sessionId: other.sessionId }))
      await says('talkLoginReply')
      const targets = [{ sn: other.sn, chnId: 1 }]
      link.send(JSON.stringify({ type: 'callStart', callId: 'other', kind: 'call', targets }))
      await says('callState')
      return link
    },
    { sessionId, sn },
  )
  return () => socket.evaluate((link) => link.close())
}

export const panel = (page: Page) => page.getByRole('complementary', { name: 'Intercom' })
export const callBox = (page: Page) => page.getByRole('complementary', { name: 'Call', exact: true })
export const hold = (page: Page) => panel(page).getByRole('button', { name: 'Hold to talk' })

/** Chromium whose microphone plays a test sound; a browser is launched with it, so that each file needs `test.use`. */
export const withMicrophone = {
  permissions: ['microphone'],
  launchOptions: {
    ...playwrightConfig.use?.launchOptions,
    args: [
      ...(playwrightConfig.use?.launchOptions?.args ?? []),
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${writeTestSound()}`,
      `--host-resolver-rules=MAP ${PLAIN_NAME} 127.0.0.1`,
    ],
  },
}
