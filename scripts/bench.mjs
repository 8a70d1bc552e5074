// npm run bench [name…]: prints the machine and, per benchmark, both sides of every comparison and their ratio.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findOrInstallChromium, prepare, ROOT, requireNode } from './bootstrap.mjs'
import { installPeers } from './install-peers.mjs'

requireNode()
await prepare()
installPeers()
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
