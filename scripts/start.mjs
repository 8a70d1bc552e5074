// npm start: installs what is missing, builds what is stale, and starts the simulator with the console in this process.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare, ROOT, requireNode } from './bootstrap.mjs'

requireNode()
const quiet = process.argv.includes('--json')
await prepare({ quiet })
const { main } = await import(pathToFileURL(join(ROOT, 'cli/dist/program.js')).href)
await main(['start', ...process.argv.slice(2)])
