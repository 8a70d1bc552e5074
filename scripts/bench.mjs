// npm run bench [name…]: prints the machine and, per benchmark, both sides of every comparison and their ratio.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildConsole,
  buildPrograms,
  findOrInstallChromium,
  installPackages,
  ROOT,
  requireNode,
  run,
} from './bootstrap.mjs'

requireNode()
installPackages()
buildPrograms()
buildConsole()
const peers = join(ROOT, 'scripts/bench/peers')
if (!existsSync(join(peers, 'node_modules'))) {
  process.stderr.write('Installing the peers to measure beside…\n')
  run(
    'npm',
    ['install', '--prefix', peers, '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'],
    {
      allowFailure: true,
    },
  )
}
const result = spawnSync(
  join(ROOT, 'node_modules/.bin/tsx'),
  ['--conditions=source', 'scripts/bench/all.ts', ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: findOrInstallChromium() ?? '' } },
)
process.exitCode = result.status ?? 1
