import type { Page } from '@playwright/test'

/** Requests that the page itself gave up: a screen that was left, a stream that was stopped. */
const GIVEN_UP = 'net::ERR_ABORTED'

/** Collects what goes wrong in a page: errors in its console, uncaught ones, requests without an answer. */
export class PageWatch {
  readonly #errors: string[] = []

  constructor(page: Page) {
    page.on('console', (message) => {
      if (message.type() === 'error') this.#errors.push(`${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => this.#errors.push(error.stack ?? error.message))
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? 'no answer'
      if (why !== GIVEN_UP) this.#errors.push(`${request.method()} ${request.url()}: ${why}`)
    })
  }

  /** Throws when something went wrong that is not expected. */
  failOnErrors(expected: RegExp | undefined): void {
    const unexpected = this.#errors.filter((text) => !expected?.test(text))
    if (unexpected.length > 0) throw new Error(`The page reported errors:\n${unexpected.join('\n')}`)
  }
}
