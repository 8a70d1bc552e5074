import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { it } from 'vitest'

const run = promisify(execFile)
const isThere = (program: string) =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0

/**
 * A test by programs of others, which Debian has: they are installed first where that is possible (apt, as root), and the
 * test is skipped with a line that says what is missing where it is not.
 */
export function itByDebian(
  { program, packages }: { program: string; packages: readonly string[] },
  name: string,
  test: () => Promise<void>,
): void {
  it(name, async (context) => {
    if (!isThere(program) && isThere('apt-get') && process.getuid?.() === 0) {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
      await run('apt-get', ['update', '-qq'], { env })
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env })
    }
    if (!isThere(program))
      context.skip(`${program} is not installed (Debian: apt-get install ${packages.join(' ')})`)
    await test()
  }, 300_000)
}
