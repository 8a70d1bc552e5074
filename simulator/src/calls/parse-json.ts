/** Levels of lists and objects within each other; the contract's own go to eight. */
export const JSON_DEPTH_MAX = 64
/**
 * Values of a text, in all its lists and objects. The largest call of the contract, 1,000 whole alarms to be processed,
 * has about 50,000.
 */
export const JSON_VALUES_MAX = 100_000
/**
 * Different keys of a text; the contract has about 1,000 in all. A parser makes a shape for each new key, and a schema
 * an error: 60,000 of them hold the event loop for a fifth of a second.
 */
export const JSON_KEYS_MAX = 2000

/** JSON that is refused before anything reads it; `field` is the key that is not allowed. */
export class JsonFault extends Error {
  readonly field: string | undefined

  constructor(message: string, field?: string) {
    super(message)
    this.name = 'JsonFault'
    this.field = field
  }
}

/**
 * A value of JSON that came from outside. Throws a JsonFault when it is invalid, so deeply nested that a walk may
 * overflow the stack, when it has more values or different keys than any call needs, or when a key of it reaches an
 * object's prototype.
 */
export function parseJson(text: string): unknown {
  refuseExcess(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new JsonFault((error as Error).message)
  }
  if (SUSPECT.test(text)) refusePrototypeKeys(value)
  return value
}

const SUSPECT = /__proto__|constructor|\\u00/

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPENINGS: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSINGS: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Counts in the text, so that nothing deep or large is ever made. */
function refuseExcess(text: string): void {
  // Each level, value and key takes a character at least.
  if (text.length <= JSON_DEPTH_MAX) return
  const keys = new Set<string>()
  let depth = 0
  let values = 1
  let lastText = ''
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) {
      const end = endOfText(text, at)
      lastText = text.slice(at + 1, end)
      at = end
    } else if (sign === COLON) {
      if (keys.add(lastText).size > JSON_KEYS_MAX) throw excess(`more than ${JSON_KEYS_MAX} different keys`)
    } else if (CLOSINGS.has(sign)) depth--
    else if (sign === COMMA || OPENINGS.has(sign)) {
      // An opening bracket or a comma announces another value.
      if (++values > JSON_VALUES_MAX) throw excess(`more than ${JSON_VALUES_MAX} values`)
      if (sign !== COMMA && ++depth > JSON_DEPTH_MAX) throw excess(`more than ${JSON_DEPTH_MAX} levels`)
    }
  }
}

const excess = (what: string) => new JsonFault(`it has ${what}`)

/** Where the text that begins at a quotation mark ends. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === 0x5c) at++
    else if (sign === QUOTE) return at
  }
  return text.length
}

function refusePrototypeKeys(root: unknown): void {
  const open: unknown[] = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    for (const key of Object.keys(value)) {
      if (key === '__proto__' || key === 'constructor')
        throw new JsonFault(`the key ${key} is not allowed`, key)
      open.push((value as Record<string, unknown>)[key])
    }
  }
}
