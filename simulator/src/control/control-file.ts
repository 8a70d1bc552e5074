import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'

/**
 * Says where the control API is and what its token is, in a file of the data folder that only the user can read:
 * `{url, token}`. The token is new with every start unless given. Answers the token.
 */
export function keepControlFile(file: string, url: string, given: string | undefined): string {
  const token = given ?? randomBytes(24).toString('base64url')
  writeFileSync(file, `${JSON.stringify({ url, token })}\n`, { mode: 0o600 })
  return token
}
