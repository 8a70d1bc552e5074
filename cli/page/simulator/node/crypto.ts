/** The parts of Node's crypto that the platform uses, by the browser's generator and the noble packages. */
import { gcm } from '@noble/ciphers/aes.js'
import { hmac as macOf } from '@noble/hashes/hmac.js'
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { scryptAsync } from '@noble/hashes/scrypt.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'

type Data = string | Uint8Array
type Encoding = BufferEncoding | undefined

const HASHES = { md5, sha1, sha256, sha512 }
const bytesOf = (data: Data, encoding?: Encoding): Uint8Array =>
  typeof data === 'string' ? new Uint8Array(Buffer.from(data, encoding ?? 'utf8')) : new Uint8Array(data)

type Running = { update(bytes: Uint8Array): unknown; digest(): Uint8Array }

class Digest {
  readonly #running: Running

  constructor(running: Running) {
    this.#running = running
  }

  update(data: Data, encoding?: Encoding): this {
    this.#running.update(bytesOf(data, encoding))
    return this
  }

  digest(encoding?: Encoding): string | Buffer {
    const made = Buffer.from(this.#running.digest())
    return encoding ? made.toString(encoding) : made
  }
}

function hashOf(name: string) {
  const hash = HASHES[name.toLowerCase().replace('-', '') as keyof typeof HASHES]
  if (!hash) throw new Error(`The hash ${name} is not in the page.`)
  return hash
}

export const createHash = (name: string) => new Digest(hashOf(name).create())
export const createHmac = (name: string, key: Data) => new Digest(macOf.create(hashOf(name), bytesOf(key)))
export const hash = (name: string, data: Data, encoding: Encoding = 'hex') =>
  createHash(name).update(data).digest(encoding)

/** The browser gives no more than this at once. */
const RANDOM_MAX = 65_536

export function randomFillSync<T extends Uint8Array>(
  target: T,
  offset = 0,
  size = target.length - offset,
): T {
  for (let at = offset; at < offset + size; at += RANDOM_MAX) {
    const part = new Uint8Array(Math.min(RANDOM_MAX, offset + size - at))
    target.set(globalThis.crypto.getRandomValues(part), at)
  }
  return target
}

export const randomBytes = (size: number) => randomFillSync(Buffer.alloc(size))
export const randomUUID = () => globalThis.crypto.randomUUID()

/** From `min`, below `max`; of one argument, from 0. */
export function randomInt(min: number, max?: number): number {
  const [from, to] = max === undefined ? [0, min] : [min, max]
  const span = to - from
  // Beyond the last whole span, numbers would be likelier than others.
  const fair = Math.floor(2 ** 32 / span) * span
  for (;;) {
    const drawn = globalThis.crypto.getRandomValues(new Uint32Array(1))[0]!
    if (drawn < fair) return from + (drawn % span)
  }
}

export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) throw new RangeError('Input buffers must have the same byte length')
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a[i]! ^ b[i]!
  return difference === 0
}

type Cost = { N?: number; r?: number; p?: number }
type Derived = (error: Error | null, key?: Buffer) => void

export function scrypt(password: Data, salt: Data, length: number, cost: Cost, done: Derived): void {
  const { N = 16_384, r = 8, p = 1 } = cost
  scryptAsync(bytesOf(password), bytesOf(salt), { N, r, p, dkLen: length }).then(
    (key) => done(null, Buffer.from(key)),
    (error: Error) => done(error),
  )
}

const TAG_BYTES = 16

/** AES-GCM as one piece: what is updated is gathered, `final` gives all of it. */
class Gcm {
  readonly #key: Uint8Array
  readonly #nonce: Uint8Array
  readonly #isOpening: boolean
  readonly #parts: Uint8Array[] = []
  #additional: Uint8Array | undefined
  #tag: Uint8Array | undefined

  constructor(name: string, key: Uint8Array, nonce: Uint8Array, isOpening: boolean) {
    if (!/^aes-(?:128|256)-gcm$/.test(name)) throw new Error(`The cipher ${name} is not in the page.`)
    this.#key = bytesOf(key)
    this.#nonce = bytesOf(nonce)
    this.#isOpening = isOpening
  }

  setAAD(data: Uint8Array): this {
    this.#additional = bytesOf(data)
    return this
  }

  setAuthTag(tag: Uint8Array): this {
    this.#tag = bytesOf(tag)
    return this
  }

  getAuthTag(): Buffer {
    return Buffer.from(this.#tag ?? [])
  }

  update(data: Data, encoding?: Encoding): Buffer {
    this.#parts.push(bytesOf(data, encoding))
    return Buffer.alloc(0)
  }

  final(): Buffer {
    const whole = new Uint8Array(Buffer.concat(this.#parts))
    const cipher = gcm(this.#key, this.#nonce, this.#additional)
    if (this.#isOpening) {
      return Buffer.from(
        cipher.decrypt(new Uint8Array(Buffer.concat([whole, this.#tag ?? new Uint8Array()]))),
      )
    }
    const sealed = cipher.encrypt(whole)
    this.#tag = sealed.slice(-TAG_BYTES)
    return Buffer.from(sealed.slice(0, -TAG_BYTES))
  }
}

export const createCipheriv = (name: string, key: Uint8Array, nonce: Uint8Array) =>
  new Gcm(name, key, nonce, false)
export const createDecipheriv = (name: string, key: Uint8Array, nonce: Uint8Array) =>
  new Gcm(name, key, nonce, true)
export const { webcrypto } = { webcrypto: globalThis.crypto }
export default {
  createHash,
  createHmac,
  createCipheriv,
  createDecipheriv,
  randomBytes,
  randomFillSync,
  randomInt,
  randomUUID,
  scrypt,
  timingSafeEqual,
}
