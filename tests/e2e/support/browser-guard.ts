import type { Browser, BrowserContext } from '@playwright/test'

/** Requests that a page itself gave up (in Chromium's and Firefox's words): a screen that was left, a stream that was stopped. */
const GIVEN_UP = new Set(['net::ERR_ABORTED', 'NS_BINDING_ABORTED'])
/** Warnings that count, by their words or their file: WebGL's and those of libraries that draw with it. */
const OF_GRAPHICS = /webgl|\bgl[_ ]|shader|deck|luma|maplibre|pixi/i
/** A remark of Chromium's driver on the speed of a picture that a test takes. */
const OF_THE_DRIVER = /GPU stall due to ReadPixels/

/**
 * Collects errors in any page, frame or worker of a browser while it is in use: errors in the console, warnings of
 * WebGL, deck.gl, MapLibre and pixi.js, uncaught errors, requests without an answer. Pages of contexts that a test
 * makes itself are guarded too.
 */
export class BrowserGuard implements Disposable {
  readonly #browser: Browser
  readonly #said: string[] = []
  readonly #watched = new Set<BrowserContext>()
  readonly #setUp: (() => void) | undefined
  #ended = false

  /** `setUp` runs in each page before its own scripts, those of contexts that the test makes included. */
  constructor(browser: Browser, setUp?: () => void) {
    this.#browser = browser
    this.#setUp = setUp
    for (const context of browser.contexts()) this.#watch(context)
    browser.on('context', this.#watch)
  }

  readonly #watch = (context: BrowserContext): void => {
    if (this.#watched.has(context)) return
    this.#watched.add(context)
    // The context may be closed already.
    if (this.#setUp) void context.addInitScript(this.#setUp).catch(() => undefined)
    // Chromium keeps violations out of the console when the page catches the error they cause.
    void context
      .addInitScript(() => {
        addEventListener(
          'securitypolicyviolation',
          ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
            console.error(`${effectiveDirective} forbids ${blockedURI} in ${sourceFile}:${lineNumber}`),
        )
      })
      // The context may be closed already.
      .catch(() => undefined)
    context.on('console', (message) => {
      const text = `${message.text()} ${message.location().url}`
      const counts = message.type() === 'error' || (message.type() === 'warning' && OF_GRAPHICS.test(text))
      if (counts && !OF_THE_DRIVER.test(text)) this.#note(text)
    })
    context.on('weberror', (webError) => {
      const error = webError.error()
      this.#note(error.stack || `${error.name}: ${error.message} on ${webError.page()?.url()}`)
    })
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? 'no answer'
      if (!GIVEN_UP.has(why)) this.#note(`${request.method()} ${request.url()}: ${why}`)
    })
  }

  #note(text: string): void {
    if (!this.#ended) this.#said.push(text)
  }

  /** Messages of pages while they are closed come from closing. */
  end(): void {
    this.#ended = true
  }

  /** Throws on an unexpected message. */
  failOnErrors(expected: RegExp | undefined): void {
    const unexpected = this.#said.filter((text) => !expected?.test(text))
    if (unexpected.length > 0) throw new Error(`The browser reported errors:\n${unexpected.join('\n')}`)
  }

  [Symbol.dispose](): void {
    this.#browser.off('context', this.#watch)
  }
}
