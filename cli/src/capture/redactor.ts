import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { readIdentityCard } from '@backlot/contract/control-lists/entities'
import { isSecretField, isSecretParam, personalKind, plainFieldName } from '@backlot/contract/redaction'
import { ByteGuard } from './byte-guard.ts'
import { type MaskKind, Pseudonyms } from './pseudonyms.ts'

/** A parameter of an address or a form: the text before it, its name, its value. */
const PARAMETER = /(^|[?&;#\s"'])([A-Za-z][\w.[\]-]{0,63})=([^&#\s"'<>;]+)/g
// A platform may send a megabyte of one letter: the search from each letter is bounded.
const USER_IN_ADDRESS = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)([^/@\s"']+)@/gi
const BEARER = /\b(Bearer|Basic|Digest)\s+([\w.~+/=-]{6,})/gi
const JSON_WEB_TOKEN = /\beyJ[\w-]{6,2000}\.[\w-]+\.[\w-]*/g
const EMAIL = /(?<!:\/\/[\w.+:-]{0,64})[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+/g
/** A mobile number as it is dialled in China, by itself. */
const MOBILE = /(?<![\w.])(?:\+?86[- ]?)?1[3-9]\d{9}(?!\w)/g
const IDENTITY_CARD = /(?<!\d)[1-9]\d{16}[\dXx](?!\d)/g
/** Letters without spaces between words, in which a name may occur anywhere. */
const WIDE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/
/** Kinds whose values are long and odd enough to be found anywhere. */
const ODD_KINDS: readonly MaskKind[] = ['secret', 'phone', 'email', 'card', 'address']
/** Shorter ones are no names, and shorter secrets are words. */
const NAME_MIN = 2
const SECRET_MIN = 4
const DEPTH_MAX = 64
/** Words of the contract's paths: somebody may be called like one. */
const PATH_WORDS = new Set(PLATFORM_CALLS.flatMap(({ path }) => path.split('/')))

export type RedactorOptions = {
  /** Leaves personal data unchanged. Secrets are masked all the same. */
  keepPersonal: boolean
  /** Further fields and parameters by their plain names, as a platform calls them. */
  fields?: ReadonlyMap<string, MaskKind> | undefined
}

/**
 * Masks secrets and personal data: fields and parameters by their names (contract/redaction), addresses, mail and phone
 * numbers by their form, and every masked value wherever it occurs again. The same value is always replaced by the same
 * one.
 */
export class Redactor {
  readonly #keepPersonal: boolean
  readonly #pseudonyms = new Pseudonyms()
  readonly #guard = new ByteGuard()
  /** Values that are replaced where they are all of a text. */
  readonly #whole = new Map<string, string>()
  /** Words that are looked for in running text only; other values are the guard's. */
  readonly #names = new Map<string, string>()

  readonly #fields: ReadonlyMap<string, MaskKind>

  constructor({ keepPersonal, fields = new Map() }: RedactorOptions) {
    this.#keepPersonal = keepPersonal
    this.#fields = fields
  }

  /** How many values of each kind were masked. */
  counts(): Readonly<Record<string, number>> {
    return this.#pseudonyms.counts()
  }

  get longest(): number {
    return this.#guard.longest
  }

  /** A body or a frame: JSON is looked into field by field, a form parameter by parameter, other text by its forms. */
  text(text: string): string {
    return this.#guard.replace(this.#within(text, 0))
  }

  /** An address of a page, with or without its origin. */
  address(address: string): string {
    const [path = '', ...query] = address.split('?')
    const segments = path.split('/').map((part) => (PATH_WORDS.has(part) ? part : this.#segment(part)))
    const search = query.join('?')
    return this.text([segments.join('/'), ...(search ? [this.#parameters(search)] : [])].join('?'))
  }

  /** A part of a path is a value of its own. */
  #segment(part: string): string {
    const plain = decoded(part)
    const masked = this.#known(plain) ?? this.#running(plain)
    return masked === plain ? part : encodeURIComponent(masked)
  }

  /** The value of a header that names a secret. */
  secret(value: string): string {
    return this.#mask(value, 'secret')
  }

  /** `name=value; attributes` with the value masked. */
  cookie(cookie: string): string {
    return cookie.replace(/^([^=;]*)=([^;]*)/, (_all, name: string, value: string) =>
      value === '' ? `${name}=` : `${name}=${this.#mask(value, 'secret')}`,
    )
  }

  /** Bytes that are no text, with the known values overwritten. */
  bytes(bytes: Buffer): Buffer {
    return this.#guard.mask(bytes)
  }

  #within(text: string, depth: number): string {
    const value = depth < DEPTH_MAX ? parsed(text) : undefined
    if (value === undefined) return this.#running(text)
    this.#learn(value, depth)
    return JSON.stringify(this.#redact(value, depth))
  }

  /** First pass: values masked by their fields are known before the rest of the document is looked at. */
  #learn(value: unknown, depth: number): void {
    if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const one of value) this.#learn(one, depth + 1)
      return
    }
    const names = Object.keys(value)
    for (const [name, inner] of Object.entries(value)) {
      const kind = this.#kindOf(name, names)
      if (kind && isPlain(inner)) this.#mask(String(inner), kind)
      else this.#learn(inner, depth + 1)
    }
  }

  #redact(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#known(value) ?? this.#within(value, depth + 1)
    if (typeof value !== 'object' || value === null) return value
    // Deeper than anything of the contract: nobody looks into it, so nobody gets it.
    if (depth > DEPTH_MAX) return null
    if (Array.isArray(value)) return value.map((one) => this.#redact(one, depth + 1))
    const names = Object.keys(value)
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const kind = this.#kindOf(name, names)
        if (!kind || !isPlain(inner)) return [name, this.#redact(inner, depth + 1)]
        return [name, this.#masked(inner, kind)]
      }),
    )
  }

  #masked(value: string | number, kind: MaskKind): string | number {
    if (typeof value === 'string') return this.#mask(value, kind)
    const stand = Number(this.#mask(String(value), kind))
    return Number.isFinite(stand) ? stand : 0
  }

  #kindOf(name: string, beside: readonly string[]): MaskKind | undefined {
    const known = this.#fields.get(plainFieldName(name))
    if (known === 'secret' || isSecretField(name)) return 'secret'
    return this.#keepPersonal ? undefined : (known ?? personalKind(name, beside))
  }

  /** Pseudonym of a value, remembered from now on. Empty values reveal nothing. */
  #mask(value: string, kind: MaskKind): string {
    if (value.trim() === '') return value
    const stand = this.#pseudonyms.of(value, kind)
    if (stand === value || value.length < (kind === 'secret' ? SECRET_MIN : NAME_MIN)) return stand
    this.#whole.set(value, stand)
    if (ODD_KINDS.includes(kind)) this.#guard.add(value, stand)
    if (kind === 'name' || (kind === 'secret' && /^[A-Za-z]+$/.test(value))) this.#names.set(value, stand)
    return stand
  }

  #known(value: string): string | undefined {
    return this.#whole.get(value)
  }

  /** Text that is no JSON. Each form is searched only where a sign of it occurs: most texts have none. */
  #running(text: string): string {
    let out = this.#parameters(text)
    const secret = (value: string) => this.#mask(value, 'secret')
    if (out.includes('://') && out.includes('@'))
      out = out.replace(USER_IN_ADDRESS, (_all, scheme: string, user: string) => `${scheme}${secret(user)}@`)
    if (out.includes(' '))
      out = out.replace(BEARER, (_all, scheme: string, value: string) => `${scheme} ${secret(value)}`)
    if (out.includes('eyJ')) out = out.replace(JSON_WEB_TOKEN, secret)
    return this.#namesIn(this.#keepPersonal ? out : this.#personalIn(out))
  }

  #personalIn(text: string): string {
    let out = text
    if (out.includes('@')) out = out.replace(EMAIL, (mail) => this.#mask(mail, 'email'))
    if (!/\d{11}/.test(out)) return out
    out = out.replace(MOBILE, (phone) => this.#mask(phone, 'phone'))
    return out.replace(IDENTITY_CARD, (card) =>
      readIdentityCard(card.toUpperCase()) ? this.#mask(card, 'card') : card,
    )
  }

  /** Known words in text that people wrote: words of programs stay. */
  #namesIn(text: string): string {
    if (!/\s/.test(text) && !WIDE.test(text)) return text
    let out = text
    for (const [name, stand] of this.#names) {
      if (!out.includes(name)) continue
      out = WIDE.test(name)
        ? out.replaceAll(name, stand)
        : out.replace(new RegExp(`(?<![\\w/.-])${escaped(name)}(?![\\w/-])`, 'g'), stand)
    }
    return out
  }

  #parameters(text: string): string {
    if (!text.includes('=')) return text
    return text.replace(PARAMETER, (all, before: string, name: string, value: string) => {
      const plain = decoded(value)
      const kind = isSecretParam(name) ? 'secret' : this.#kindOf(name, [])
      const stand = kind ? this.#mask(plain, kind) : this.#known(plain)
      if (stand !== undefined) return `${before}${name}=${encodeURIComponent(stand)}`
      if (!/%[0-9a-f]{2}|\+/i.test(value)) return all
      // The pseudonym of an address hides its form.
      const inner = this.#within(plain, DEPTH_MAX)
      return inner === plain ? all : `${before}${name}=${encodeURIComponent(inner)}`
    })
  }
}

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** An object or a list, or undefined: numbers and words are no documents. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
