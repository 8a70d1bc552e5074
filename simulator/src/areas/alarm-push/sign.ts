import { createHmac, randomBytes } from 'node:crypto'

/** A new secret of a rule. */
export const newSecret = (): string => `bls_${randomBytes(32).toString('base64url')}`

/**
 * Value of the signature header: when it was signed (host time, seconds) and the HMAC-SHA-256 of
 * `<seconds>.<delivery id>.<body>` under the rule's secret, in hexadecimal.
 */
export function signature(secret: string, seconds: number, deliveryId: number, body: string): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.${deliveryId}.${body}`, 'utf8').digest('hex')
  return `t=${seconds},v1=${mac}`
}
