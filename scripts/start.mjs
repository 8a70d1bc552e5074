// npm start: installs what is missing, builds what is stale, and starts the simulator with the console in this process.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildConsole, buildPrograms, installPackages, ROOT, requireNode } from './bootstrap.mjs'

requireNode()
const quiet = process.argv.includes('--json')
installPackages({ quiet })
buildPrograms({ quiet })
buildConsole({ quiet })
const { main } = await import(pathToFileURL(join(ROOT, 'cli/dist/program.js')).href)
await main(['start', ...process.argv.slice(2)])
