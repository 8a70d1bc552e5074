import type { Page } from '@playwright/test'
import { Operator } from './operator.ts'

/**
 * Gives the page a session of its own, as if somebody had signed in there, and waits for the shell. `to` is the screen
 * that opens; `controlUrl`: where programs reach the control API, when the page has the platform under another name. The
 * language is the browser's.
 */
export async function signIn(
  page: Page,
  url: string,
  options: { loginName?: string; password?: string; to?: string; controlUrl?: string } = {},
): Promise<void> {
  const { loginName = 'admin', password, to = '/index', controlUrl = url } = options
  const { cookie, userInfo, sessionId } = await Operator.signIn(controlUrl, loginName, password)
  const [name = '', value = ''] = cookie.split('=')
  const { origin, hostname } = new URL(url)
  const stored = { name: 'userInfo', value: JSON.stringify({ userInfo, sessionId }) }
  // Other data of the browser (settings of a user) stay.
  const { cookies, origins } = await page.context().storageState()
  const kept = origins.find((one) => one.origin === origin)?.localStorage ?? []
  await page.goto('about:blank')
  await page.context().setStorageState({
    cookies: [
      ...cookies.filter((one) => one.name !== name),
      {
        name,
        value,
        domain: hostname,
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Lax',
      },
    ],
    origins: [{ origin, localStorage: [...kept.filter((one) => one.name !== stored.name), stored] }],
  })
  await page.goto(new URL(`/#${to}`, url).href)
  await page.getByRole('banner').waitFor()
}
