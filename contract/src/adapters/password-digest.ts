import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { PasswordForm } from './platform-adapter.ts'

const DIGESTS = { sha256, sha1, md5 }

/**
 * Form in which a password is sent: hex of the digest of the text's UTF-8 bytes (SHA-256 and SHA-1 by FIPS 180-4, MD5
 * by RFC 1321), or the text itself. The browser's own `crypto.subtle` is missing on plain-http pages and never had MD5.
 */
export function passwordDigest(password: string, { digest, upperCase }: PasswordForm): string {
  if (digest === 'none') return password
  const hex = bytesToHex(DIGESTS[digest](utf8ToBytes(password)))
  return upperCase ? hex.toUpperCase() : hex
}
