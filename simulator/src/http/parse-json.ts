/** Levels of lists and objects within each other; the contract's own go to eight. */
export const JSON_DEPTH_MAX = 64

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
 * A value of JSON that came from outside. Throws a JsonFault when it is none, when it is nested so deep that whoever
 * walks it may run out of stack, or when a key of it reaches an object's prototype.
 */
export function parseJson(text: string): unknown {
  if (isDeep(text)) throw new JsonFault(`it is nested more than ${JSON_DEPTH_MAX} levels deep`)
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

/** Read from the text, so that nothing deep is ever made. */
function isDeep(text: string): boolean {
  if (text.length <= JSON_DEPTH_MAX) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = endOfText(text, at)
    else if (sign === '[' || sign === '{') {
      if (++depth > JSON_DEPTH_MAX) return true
    } else if (sign === ']' || sign === '}') depth--
  }
  return false
}

/** Where the text that begins at a quotation mark ends. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
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
