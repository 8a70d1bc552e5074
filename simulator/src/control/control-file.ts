import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { StartError } from '../kernel/start-error.ts'

/**
 * Writes the control API's address and token into a file of the data folder that only the user can read: `{url,
 * token}`. The token is new with every start unless given. Answers the token. Throws a StartError when the file cannot
 * be written.
 */
export function keepControlFile(file: string, url: string, given: string | undefined): string {
  const token = given ?? randomBytes(24).toString('base64url')
  const fresh = `${file}.new`
  try {
    writeFileSync(fresh, `${JSON.stringify({ url, token })}\n`, { mode: 0o600 })
    renameSync(fresh, file)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw new StartError(
      `Cannot write ${file} (${(error as Error).message}). Free some space, make the folder writable, or use another one with --data.`,
      { cause: error },
    )
  }
  return token
}
