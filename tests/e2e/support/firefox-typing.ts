import type { Browser, BrowserContext } from '@playwright/test'

declare global {
  interface Window {
    /** Playwright's own way to enter text over WebDriver BiDi. */
    __pw_bidiInsertText?: (text: string) => void
  }
}

/**
 * Has `fill` enter text in Firefox as typing does, in every page that is opened from now on: Playwright 1.65 sets the
 * field's value and dispatches an event, which React takes for no change.
 */
export function typeInFirefox(browser: Browser): void {
  const prepare = (context: BrowserContext) =>
    // The context may be closed already.
    context.addInitScript(enterAsTyped).catch(() => undefined)
  for (const context of browser.contexts()) void prepare(context)
  browser.on('context', prepare)
}

function enterAsTyped(): void {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => void document.execCommand('insertText', false, text),
    set: () => undefined,
  })
}
