// npm run dev: the simulator from source with reload, the console's development server in front of it, the control page
// rebuilt with every change.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installPackages, ROOT, requireNode } from './bootstrap.mjs'

requireNode()
await installPackages()
const bin = (name) => join(ROOT, 'node_modules', '.bin', name)
const port = process.env.BACKLOT_PORT ?? '8080'
const children = [
  spawn(
    bin('tsx'),
    ['watch', '--conditions=source', 'cli/src/main.ts', 'start', '--port', port, ...process.argv.slice(2)],
    { cwd: ROOT, stdio: 'inherit' },
  ),
  spawn(bin('vite'), [], {
    cwd: join(ROOT, 'console'),
    stdio: 'inherit',
    env: { ...process.env, BACKLOT_URL: `http://127.0.0.1:${port}` },
  }),
  spawn(bin('vite'), ['build', '--watch', '--logLevel', 'warn', '--config', 'control-page.vite.config.ts'], {
    cwd: join(ROOT, 'console'),
    stdio: 'inherit',
  }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
