import { controlVerifyCode } from '@backlot/contract/control/calls'
import type { Page } from '@playwright/test'
import { control } from '../../../testing/control.ts'
import { Operator } from '../../../testing/operator.ts'
import { signInTexts, type TestLanguage } from './texts.ts'

/** What a person at the sign-in page does. The verify code's text comes from the control API. */
export class SignInPage {
  readonly #page: Page
  readonly #url: string
  readonly #text: ReturnType<typeof signInTexts>
  readonly #controlUrl: string
  #verifyKey = ''

  /** `controlUrl`: where programs reach the control API, when the page has the platform under another name. */
  constructor(page: Page, url: string, language: TestLanguage = 'en', controlUrl = url) {
    this.#page = page
    this.#url = url
    this.#controlUrl = controlUrl
    this.#text = signInTexts(language)
  }

  async open(path = '/#/login'): Promise<void> {
    // A change of the hash alone would keep the page that is open.
    await this.#page.goto('about:blank')
    const picture = this.#nextPicture()
    await this.#page.goto(new URL(path, this.#url).href)
    await picture
  }

  /** Sends the form and answers the platform's code. After a refusal the page has a new picture. */
  async send(entry: { loginName: string; password: string; verifycode?: string }): Promise<number> {
    const { verifycode = await this.#readCode() } = entry
    await this.field('loginName').fill(entry.loginName)
    await this.field('password').fill(entry.password)
    await this.field('verifycode').fill(verifycode)
    const answered = this.#page.waitForResponse((response) => response.url().endsWith('/user/login'))
    const picture = this.#nextPicture()
    picture.catch(() => undefined)
    await this.submit()
    const { code } = (await (await answered).json()) as { code: number }
    if (code !== 0) await picture
    return code
  }

  field(name: 'loginName' | 'password' | 'verifycode') {
    return this.#page.getByLabel(this.#text[name], { exact: true })
  }

  submit(): Promise<void> {
    return this.#page.getByRole('button', { name: this.#text.submit, exact: true }).click()
  }

  async #nextPicture(): Promise<void> {
    const response = await this.#page.waitForResponse((one) => one.url().endsWith('/user/verifycode'))
    this.#verifyKey = ((await response.json()) as { data: { verifyKey: string } }).data.verifyKey
  }

  async #readCode(): Promise<string> {
    return (await control(this.#controlUrl, controlVerifyCode, { params: { key: this.#verifyKey } })).code
  }
}

/**
 * Gives the page a session of its own, as if somebody had signed in there, and waits for the shell. `to` is the screen
 * that opens; `controlUrl` as above. The language is the browser's. What the sign-in page itself does is
 * `SignInPage`.
 */
export async function signIn(
  page: Page,
  url: string,
  options: { loginName?: string; to?: string; controlUrl?: string } = {},
): Promise<void> {
  const { loginName = 'admin', to = '/index', controlUrl = url } = options
  const { cookie, userInfo, sessionId } = await Operator.signIn(controlUrl, loginName)
  const [name = '', value = ''] = cookie.split('=')
  const { origin, hostname } = new URL(url)
  const stored = { name: 'userInfo', value: JSON.stringify({ userInfo, sessionId }) }
  // What the browser keeps besides (settings of a user) stays.
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
