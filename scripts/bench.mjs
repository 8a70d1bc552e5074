// npm run bench [name…]: prints the machine and, per benchmark, both sides of every comparison and their ratio.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOrInstallChromium, prepare, ROOT, requireNode, run } from './bootstrap.mjs'

requireNode()
await prepare()
const peers = join(ROOT, 'scripts/bench/peers')
const wanted = Object.keys(JSON.parse(readFileSync(join(peers, 'package.json'), 'utf8')).dependencies)
if (!wanted.every((name) => existsSync(join(peers, 'node_modules', name)))) {
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
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: (await findOrInstallChromium()) ?? '' },
  },
)
process.exitCode = result.status ?? 1
