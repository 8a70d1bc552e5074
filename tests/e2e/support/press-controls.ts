import type { Page } from '@playwright/test'

/** Controls of a screen that can be pressed: its own, not those of the shell around it. */
const CONTROLS = 'button, [role=tab], [role=switch], .ant-segmented-item'
/** Pressed controls, which do nothing more. */
const PRESSED =
  '[aria-selected=true], [aria-pressed=true], [aria-current]:not([aria-current=false]), .ant-segmented-item-selected'
/** Controls that are not pressed here: those that are held, or whose effect the browser hides from its pages. */
const LEFT_ALONE = /full screen|log out|microphone|talk|hold|中文|print/i
/** How long a control may take to show that it was pressed. */
const ANSWER_MS = 4000

export type Pressed = { name: string; answered: boolean }

/** Watches, in the page, for effects of a press. */
export async function watchPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { changes: 0 }
    Object.assign(window, { presses: seen })
    // The ripple of a press is no answer to it, nor is the clock of the header.
    const counts = (node: Node): boolean => {
      const element = node instanceof Element ? node : node.parentElement
      return element !== null && !element.closest('.ant-wave, .platform-clock, time')
    }
    const observer = new MutationObserver((records) => {
      for (const { type, target, addedNodes, removedNodes } of records) {
        const nodes = type === 'childList' ? [...addedNodes, ...removedNodes] : [target]
        if (nodes.some((node) => !(node instanceof Element && node.matches('.ant-wave')) && counts(target)))
          seen.changes++
      }
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    for (const name of ['fetch', 'open'] as const) {
      const own = window[name] as (...args: unknown[]) => unknown
      Object.assign(window, {
        [name]: (...args: unknown[]) => {
          seen.changes++
          return own.apply(window, args)
        },
      })
    }
    addEventListener('hashchange', () => seen.changes++)
    const click = HTMLInputElement.prototype.click
    // A button for a file opens the browser's own dialog.
    HTMLInputElement.prototype.click = function (this: HTMLInputElement) {
      seen.changes++
      if (this.type !== 'file') click.call(this)
    }
  })
}

/**
 * Presses the next control of the screen (or of `within`) that was not pressed yet, and answers whether it responded:
 * something of the page changed, was requested or saved. Undefined when none is left.
 */
export function pressNext(
  page: Page,
  done: readonly string[],
  within = 'main, .screen-bare',
): Promise<Pressed | undefined> {
  return page.evaluate(
    async ({ done, within, controls, pressed, leftAlone, answerMs }) => {
      const seen = (window as unknown as { presses: { changes: number } }).presses
      const nameOf = (element: Element) =>
        (element.getAttribute('aria-label') ?? element.textContent ?? '')
          .concat(element.getAttribute('title') ?? '')
          .replace(/[\d:.,/-]+/g, '#')
          .replace(/\s+/g, ' ')
          .trim()
          .slice(0, 60)
      const roots = [...document.querySelectorAll(within)]
      const next = (roots.length > 0 ? roots : [document.body])
        .flatMap((root) => [...root.querySelectorAll<HTMLElement>(controls)])
        .find(
          (element) =>
            !done.includes(nameOf(element)) &&
            element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
            element.getClientRects().length > 0 &&
            !element.matches(`${pressed}, :disabled, [aria-disabled=true], .ant-segmented-item-disabled`) &&
            !element.closest('[inert], [aria-hidden=true], nav') &&
            !new RegExp(leftAlone, 'i').test(nameOf(element)),
        )
      if (!next) return undefined
      const name = nameOf(next)
      next.scrollIntoView({ block: 'nearest' })
      await new Promise(requestAnimationFrame)
      const before = seen.changes
      const begun = performance.now()
      const how = { bubbles: true, cancelable: true, button: 0, pointerId: 1, isPrimary: true }
      next.dispatchEvent(new PointerEvent('pointerdown', how))
      next.dispatchEvent(new MouseEvent('mousedown', how))
      next.dispatchEvent(new PointerEvent('pointerup', how))
      next.dispatchEvent(new MouseEvent('mouseup', how))
      const target = next.querySelector<HTMLElement>('input') ?? next
      target.click()
      while (seen.changes === before && performance.now() - begun < answerMs)
        await new Promise((resolve) => setTimeout(resolve, 20))
      return { name, answered: seen.changes > before }
    },
    {
      done,
      within,
      controls: CONTROLS,
      pressed: PRESSED,
      leftAlone: LEFT_ALONE.source,
      answerMs: ANSWER_MS,
    },
  )
}
