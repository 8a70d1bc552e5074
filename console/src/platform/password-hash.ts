import { md5 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The digest that a password travels as: hex, lower case, of the text's UTF-8 bytes (SHA-256 by FIPS 180-4, or MD5 by
 * RFC 1321 where a platform wants it). The browser's own `crypto.subtle` is missing on plain-http pages and never knew
 * MD5.
 */
export function hashPassword(password: string, kind: 'sha256' | 'md5'): string {
  return bytesToHex((kind === 'md5' ? md5 : sha256)(utf8ToBytes(password)))
}
