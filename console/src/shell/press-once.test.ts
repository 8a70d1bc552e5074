import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pressOnce } from './press-once.ts'

/** An element of the page, as far as the press asks about it. */
class PageElement extends EventTarget {
  readonly #typing: boolean
  constructor(typing: boolean) {
    super()
    this.#typing = typing
  }
  closest(): this | null {
    return this.#typing ? this : null
  }
}

let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('Element', PageElement)
})
afterEach(() => vi.unstubAllGlobals())

/** Whether a key presses the focused element. */
function presses({ key = 'Enter', repeat = false, typing = false }): boolean {
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key, repeat })
  Object.defineProperty(event, 'target', { get: () => new PageElement(typing) })
  return page.dispatchEvent(event)
}

it('lets Enter that is held down press once, but for where it types', () => {
  const stop = pressOnce()
  expect(presses({})).toBe(true)
  expect(presses({ repeat: true })).toBe(false)
  expect(presses({ repeat: true, typing: true })).toBe(true)
  expect(presses({ repeat: true, key: 'ArrowDown' })).toBe(true)
  stop()
  expect(presses({ repeat: true })).toBe(true)
})
