import type { Page } from '@playwright/test'
import { Operator } from './operator.ts'

/** It names an icon, so that the browser asks for none. */
const EMPTY_PAGE = '<link rel="icon" href="data:,">'

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
  const stored = JSON.stringify({ userInfo, sessionId })
  // An empty page of the console's origin: other data of the browser (settings of a user) stay.
  const empty = new URL('/empty.html', url).href
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: EMPTY_PAGE }))
  await page.goto(empty)
  await page.unroute(empty)
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
  await page.evaluate((text) => localStorage.setItem('userInfo', text), stored)
  await page.goto(new URL(`/#${to}`, url).href)
  await page.getByRole('banner').waitFor()
}
