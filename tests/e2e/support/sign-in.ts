import { controlVerifyCode } from '@backlot/contract/control/calls'
import type { Page } from '@playwright/test'
import { control } from '../../../testing/control.ts'
import { type TestLanguage, textsOf } from './texts.ts'

/** Actions of a person at the sign-in page. The verify code's text comes from the control API. */
export class SignInPage {
  readonly #page: Page
  readonly #url: string
  readonly #text: ReturnType<typeof textsOf>['session']
  readonly #controlUrl: string
  #verifyKey = ''

  /** `controlUrl`: where programs reach the control API, when the page has the platform under another name. */
  constructor(page: Page, url: string, language: TestLanguage = 'en', controlUrl = url) {
    this.#page = page
    this.#url = url
    this.#controlUrl = controlUrl
    this.#text = textsOf(language).session
  }

  async open(path = './#/login'): Promise<void> {
    // A change of the hash alone would keep the page that is open.
    await this.#page.goto('about:blank')
    const picture = this.#nextPicture()
    await this.#page.goto(new URL(path, this.#url).href)
    await picture
  }

  /** Sends the form and answers the platform's code. After a refusal the page has a new picture. */
  async send(entry: { loginName: string; password: string; verifycode?: string }): Promise<number> {
    const { verifycode = await this.readCode() } = entry
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

  /** Text of the picture that the page shows now. */
  async readCode(): Promise<string> {
    return (await control(this.#controlUrl, controlVerifyCode, { params: { key: this.#verifyKey } })).code
  }
}

export { signIn } from '../../../testing/sign-in.ts'
