import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { controlVerifyCode } from '@backlot/contract/control/calls'
import { controlCall } from '../control-client.ts'
import { isLoopbackHost } from '../loopback-target.ts'
import { UserError } from '../user-error.ts'

const ENDINGS: Readonly<Record<string, string>> = { 'image/svg+xml': 'svg', 'image/jpeg': 'jpg' }

/**
 * Reads the code in the picture of a sign-in: asks a simulator on this machine, else the user at the terminal. Throws a
 * UserError when there is neither.
 */
export async function readVerifyCode(asked: {
  platform: URL
  verifyKey: string
  image: string
  /** Of the simulator's control API. */
  token: string | undefined
}): Promise<string> {
  const { platform, verifyKey, image, token } = asked
  if (isLoopbackHost(platform.hostname)) {
    try {
      const target = { url: platform.origin, token }
      return (await controlCall(target, controlVerifyCode, { params: { key: verifyKey } })).code
    } catch {
      // No simulator of ours: a person can read it.
    }
  }
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UserError(
      'The platform asks for the code in a picture: run the check at a terminal, or give --verify-code if the code is always the same.',
    )
  return askPerson(image)
}

async function askPerson(image: string): Promise<string> {
  const [, type = 'image/png', data = ''] = /^data:([^;,]+)[^,]*,(.*)$/s.exec(image) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'backlot-check-'))
  const file = join(folder, `code.${ENDINGS[type] ?? 'png'}`)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    writeFileSync(file, Buffer.from(data, image.includes(';base64,') ? 'base64' : 'utf8'))
    return (await lines.question(`\nEnter the code in ${file}: `)).trim()
  } finally {
    lines.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
