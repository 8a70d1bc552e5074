/** Shorter values, and letters alone, are words that occur anywhere. */
const GUARDED_MIN_BYTES = 6
const LETTERS_MIN_BYTES = 16

type Pattern = { bytes: Buffer; stand: Buffer; isNumber: boolean }
type Found = { start: number; end: number; stand: Buffer }

/**
 * Finds secret values anywhere in bytes. One pass whatever the number of values: the first four bytes pick the
 * candidates.
 */
export class ByteGuard {
  readonly #byKey = new Map<number, Pattern[]>()
  /** Whether any pattern may begin like this: spares the map for nearly all bytes. */
  readonly #bloom = new Uint8Array(65_536)
  readonly #known = new Set<string>()
  #longest = 0

  /** From now on `text` is found, plain and as JSON and addresses encode it. */
  add(text: string, stand: string): void {
    if (/^[A-Za-z]*$/.test(text) && text.length < LETTERS_MIN_BYTES) return
    for (const form of formsOf(text)) {
      const bytes = Buffer.from(form)
      if (bytes.length < GUARDED_MIN_BYTES || this.#known.has(form)) continue
      this.#known.add(form)
      const key = bytes.readUInt32BE(0)
      const same = this.#byKey.get(key)
      const pattern = { bytes, stand: Buffer.from(stand), isNumber: /^\d+$/.test(form) }
      if (same) same.push(pattern)
      else this.#byKey.set(key, [pattern])
      // The longest first: a value may begin like another.
      same?.sort((a, b) => b.bytes.length - a.bytes.length)
      this.#bloom[bloomOf(key)] = 1
      this.#longest = Math.max(this.#longest, bytes.length)
    }
  }

  /** Bytes of the longest value: the most that may extend beyond the end of a piece. */
  get longest(): number {
    return this.#longest
  }

  /** Text with the values replaced by their pseudonyms. */
  replace(text: string): string {
    if (this.#longest === 0) return text
    const bytes = Buffer.from(text)
    const found = this.#find(bytes)
    if (found.length === 0) return text
    const parts: Buffer[] = []
    let at = 0
    for (const { start, end, stand } of found) {
      parts.push(bytes.subarray(at, start), stand)
      at = end
    }
    return Buffer.concat([...parts, bytes.subarray(at)]).toString()
  }

  /** The bytes, or a copy in which the values are overwritten in their length. */
  mask(bytes: Buffer): Buffer {
    const found = this.#longest === 0 ? [] : this.#find(bytes)
    if (found.length === 0) return bytes
    const copy = Buffer.from(bytes)
    for (const { start, end } of found) copy.fill('x', start, end)
    return copy
  }

  #find(bytes: Buffer): Found[] {
    const found: Found[] = []
    const bloom = this.#bloom
    let key = 0
    for (let at = 0; at < bytes.length; at += 1) {
      key = ((key << 8) | bytes[at]!) >>> 0
      if (at < 3 || bloom[bloomOf(key)] === 0) continue
      const start = at - 3
      const pattern = this.#byKey.get(key)?.find((one) => standsAt(bytes, start, one))
      if (!pattern) continue
      const end = start + pattern.bytes.length
      found.push({ start, end, stand: pattern.stand })
      at = end - 1
      key = 0
      // The next value begins after this one, its first four bytes too.
      for (let next = end; next < Math.min(end + 3, bytes.length); next += 1)
        key = ((key << 8) | bytes[next]!) >>> 0
      at = Math.min(end + 2, bytes.length)
    }
    return found
  }
}

const bloomOf = (key: number) => (key ^ (key >>> 16)) & 0xffff

/** A number is only that number where no digit is beside it. */
function standsAt(text: Buffer, start: number, { bytes, isNumber }: Pattern): boolean {
  const end = start + bytes.length
  if (end > text.length || text.compare(bytes, 0, bytes.length, start, end) !== 0) return false
  return !isNumber || !(isDigit(text[start - 1]) || isDigit(text[end]))
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39

/** A value plain, in JSON, in JSON within JSON, in an address and in a form. */
function formsOf(text: string): Set<string> {
  const json = JSON.stringify(text).slice(1, -1)
  const address = encodeURIComponent(text)
  return new Set([
    text,
    json,
    JSON.stringify(json).slice(1, -1),
    address,
    address.toLowerCase(),
    address.replaceAll('%20', '+'),
  ])
}
