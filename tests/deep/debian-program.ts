import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { it } from 'vitest'

const run = promisify(execFile)
const works = (command: string) => spawnSync('sh', ['-c', command], { stdio: 'ignore' }).status === 0

/**
 * `check`: a command that succeeds where all of it is there; left out: that there is the program. `timeoutMs`: of the
 * test with the installation.
 */
type DebianProgram = { program: string; packages: readonly string[]; check?: string; timeoutMs?: number }

/**
 * A test by programs of others, which Debian has: they are installed first where that is possible (apt, as root), and the
 * test is skipped with a line that says what is missing where it is not.
 */
export function itByDebian(
  { program, packages, check = `command -v ${program}`, timeoutMs = 300_000 }: DebianProgram,
  name: string,
  test: () => Promise<void>,
): void {
  it(
    name,
    async (context) => {
      if (!works(check) && works('command -v apt-get') && process.getuid?.() === 0) {
        const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
        await run('apt-get', ['update', '-qq'], { env })
        await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env })
      }
      if (!works(check))
        context.skip(`${program} is not installed (Debian: apt-get install ${packages.join(' ')})`)
      await test()
    },
    timeoutMs,
  )
}
