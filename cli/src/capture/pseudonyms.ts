import type { PersonalKind } from '@backlot/contract/redaction'

export type MaskKind = PersonalKind | 'secret'

/** Pseudonym of the n-th value of a kind: of the same form where something parses it. */
const FORMS: Readonly<Record<MaskKind, (n: number) => string>> = {
  secret: (n) => `masked-${n}`,
  name: (n) => `person-${n}`,
  // Nobody's: mobile numbers begin with 13 to 19, and example.invalid is no domain (RFC 2606).
  phone: (n) => String(10_000_000_000 + n),
  email: (n) => `person-${n}@example.invalid`,
  // The code of a region that is none, a day and a count.
  card: (n) => `00000019000101${String(n).padStart(4, '0')}`,
  birthday: () => '1900-01-01',
  address: (n) => `address-${n}`,
  plate: (n) => `plate-${n}`,
}

/** The same value gets the same pseudonym during the lifetime of this object. It is never written. */
export class Pseudonyms {
  readonly #stands = new Map<string, string>()
  readonly #given = new Set<string>()
  readonly #counts = new Map<MaskKind, number>()

  /** Pseudonym of a value. A pseudonym is its own. */
  of(value: string, kind: MaskKind): string {
    if (this.#given.has(value)) return value
    const known = this.#stands.get(value)
    if (known !== undefined) return known
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    // A number stays one: it may be in JSON without quotes.
    const isNumber = kind === 'secret' && /^\d{6,}$/.test(value)
    const stand = isNumber ? `9${String(count).padStart(value.length - 1, '0')}` : FORMS[kind](count)
    this.#stands.set(value, stand)
    this.#given.add(stand)
    return stand
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts)
  }
}
