import { createHash, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import type { StretchedPassword } from './account.ts'

/** How the platform wants passwords to travel. */
export type PasswordDigest = 'sha256' | 'md5'

const KEY_BYTES = 32
/** 8 MB and some 20 ms of one core a password: dear enough for a guesser, bearable for a wall of operators. */
const COST = { N: 8192, r: 8, p: 1 }
/** Stretched at a time; the rest waits, so that a flood of sign-ins leaves threads to files and name look-ups. */
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

async function stretch(digest: string, salt: Buffer): Promise<Buffer> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      scrypt(digest.toLowerCase(), salt, KEY_BYTES, COST, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Stretches a received digest (hex) with a fresh salt. */
export async function stretchPassword(digest: string): Promise<StretchedPassword> {
  const salt = randomBytes(16)
  const key = await stretch(digest, salt)
  return { salt: salt.toString('hex'), key: key.toString('hex') }
}

/** Whether a received digest (hex) is the one that was stretched. Takes the same time either way. */
export async function passwordMatches(digest: string, stored: StretchedPassword): Promise<boolean> {
  const key = await stretch(digest, Buffer.from(stored.salt, 'hex'))
  return timingSafeEqual(key, Buffer.from(stored.key, 'hex'))
}

/** Digest that a console sends for a plain password. */
export function digestOf(plain: string, digest: PasswordDigest): string {
  return createHash(digest).update(plain, 'utf8').digest('hex')
}

/** Signs that are not taken for one another when they are read out or copied by hand. */
const CLEAR_SIGNS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghjkmnpqrstuvwxyz', '23456789'] as const
const GROUPS = 3
const GROUP_LENGTH = 4

/**
 * A random password of three groups, 'kT7m-Xq2R-9hWb' (some 68 bits), that keeps the rules of new ones: upper and lower
 * case and digits. Login names have no hyphen and are too long for a group, or are looked for.
 */
export function oneTimePassword(loginName: string): string {
  const signs = CLEAR_SIGNS.join('')
  const group = () => Array.from({ length: GROUP_LENGTH }, () => signs[randomInt(signs.length)]).join('')
  for (;;) {
    const made = Array.from({ length: GROUPS }, group).join('-')
    const hasEach = CLEAR_SIGNS.every((kind) => [...made].some((sign) => kind.includes(sign)))
    if (hasEach && !made.toLowerCase().includes(loginName.toLowerCase())) return made
  }
}

/** Whether a received digest has the length of the platform's digest. */
export function hasDigestForm(received: string, digest: PasswordDigest): boolean {
  return received.length === (digest === 'sha256' ? 64 : 32)
}
