// Programs of others that Backlot is compared with and run before. No test needs them, so they are installed on
// request.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run } from './bootstrap.mjs'

const peers = join(ROOT, 'scripts/bench/peers')

/** Installs the packages of scripts/bench/peers/package.json, if missing. Unavailable ones are skipped. */
export function installPeers() {
  const { dependencies } = JSON.parse(readFileSync(join(peers, 'package.json'), 'utf8'))
  if (Object.keys(dependencies).every((name) => existsSync(join(peers, 'node_modules', name)))) return
  process.stderr.write('Installing the programs of others…\n')
  run(
    'npm',
    ['install', '--prefix', peers, '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'],
    { allowFailure: true },
  )
}
