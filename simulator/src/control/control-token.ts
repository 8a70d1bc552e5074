import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'

/** The control API's token, new with every start unless given; also in a file that only the user can read. */
export function keepControlToken(file: string, given: string | undefined): string {
  const token = given ?? randomBytes(24).toString('base64url')
  writeFileSync(file, `${token}\n`, { mode: 0o600 })
  return token
}
