/** What Node programs find without an import: put before every module of the bundle. */
import { Buffer as Bytes } from 'node:buffer'
import page from './process.ts'

type Callback = (...args: unknown[]) => void

/** Node's name of an encoding that the package does not know: its bytes are those of base64. */
const URL_BASE64 = 'base64url'

function addUrlBase64(): void {
  const { from } = Bytes
  const { toString: textOf } = Bytes.prototype
  Bytes.from = ((value: unknown, encoding?: unknown, ...rest: unknown[]) =>
    encoding === URL_BASE64 && typeof value === 'string'
      ? from(value.replaceAll('-', '+').replaceAll('_', '/'), 'base64')
      : Reflect.apply(from, Bytes, [value, encoding, ...rest])) as typeof Bytes.from
  Bytes.prototype.toString = function (encoding?: BufferEncoding, ...range: number[]) {
    if (encoding !== URL_BASE64) return textOf.call(this, encoding, ...range)
    const text = textOf.call(this, 'base64', ...range)
    return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  }
}

const browser = {
  setTimeout: globalThis.setTimeout.bind(globalThis),
  clearTimeout: globalThis.clearTimeout.bind(globalThis),
  setInterval: globalThis.setInterval.bind(globalThis),
}

/** Of a browser, with the methods of Node's: a page has no end that a timer could hold up. */
class Timer {
  readonly #start: () => number
  #id: number

  constructor(start: () => number) {
    this.#start = start
    this.#id = start()
  }

  refresh(): this {
    this.close()
    this.#id = this.#start()
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  hasRef(): boolean {
    return true
  }

  close(): void {
    browser.clearTimeout(this.#id)
  }

  [Symbol.toPrimitive](): number {
    return this.#id
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

const numberOf = (id: unknown) => id as number

export const setTimeout = (callback: Callback, ms?: number, ...args: unknown[]) =>
  new Timer(() => numberOf(browser.setTimeout(callback, ms, ...args)))
export const setInterval = (callback: Callback, ms?: number, ...args: unknown[]) =>
  new Timer(() => numberOf(browser.setInterval(callback, ms, ...args)))
export const clearTimeout = (timer: Timer | number | undefined) =>
  timer instanceof Timer ? timer.close() : browser.clearTimeout(timer)
export const clearInterval = clearTimeout

/** A turn of the browser's loop: its timers would wait for 4 ms when they call each other. */
class Turn {
  isOff = false
  readonly run: () => void

  constructor(run: () => void) {
    this.run = run
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  hasRef(): boolean {
    return true
  }
}

const turns: Turn[] = []
const { port1, port2 } = new MessageChannel()
port1.onmessage = () => {
  const turn = turns.shift()
  if (turn && !turn.isOff) turn.run()
}

export function setImmediate(callback: Callback, ...args: unknown[]): Turn {
  const turn = new Turn(() => callback(...args))
  turns.push(turn)
  port2.postMessage(undefined)
  return turn
}
export function clearImmediate(turn: Turn | undefined): void {
  if (turn) turn.isOff = true
}

const HERE = Symbol.for('backlot.globals')
if (!(HERE in globalThis)) {
  addUrlBase64()
  // Packages look for them there.
  Object.assign(globalThis, { [HERE]: true, Buffer: Bytes, process: page, setImmediate, clearImmediate })
}

export { Bytes as Buffer, page as process }
