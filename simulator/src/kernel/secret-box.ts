/** Secrets that must be readable again, such as passwords of cameras: sealed by AES-256-GCM (NIST SP 800-38D). */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

export type SecretBox = {
  /** Base64 of nonce, tag and cipher text. `purpose` is bound to it: a sealed text opens for that alone. */
  seal(text: string, purpose: string): string
  /** Undefined: sealed by another key, for another purpose, or damaged. */
  open(sealed: string, purpose: string): string | undefined
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ALGORITHM = 'aes-256-gcm'

/** Throws an Error for a key that has not 32 bytes. */
export function createSecretBox(key: Uint8Array): SecretBox {
  if (key.length !== KEY_BYTES) throw new Error(`the key has ${key.length} bytes instead of ${KEY_BYTES}`)
  return {
    seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
      try {
        const nonce = bytes.subarray(0, NONCE_BYTES)
        const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(purpose))
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const rest = bytes.subarray(NONCE_BYTES + TAG_BYTES)
        return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

/**
 * The key in a file, which only its owner may read; it is made with the first use. Throws the error of the file system,
 * and an Error when the file holds no key: it is not replaced, because it may be a damaged one that can be restored.
 */
export function openSecretKey(path: string): Buffer {
  try {
    const file = openSync(path, 'wx', 0o600)
    try {
      const key = randomBytes(KEY_BYTES)
      writeSync(file, key)
      fsyncSync(file)
      return key
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = readFileSync(path)
  if (key.length !== KEY_BYTES) throw new Error(`${path} holds no key of ${KEY_BYTES} bytes`)
  return key
}
