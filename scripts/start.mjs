// npm start: installs missing parts, builds stale ones, and starts the simulator with the console in this process.
import { pathToFileURL } from 'node:url'
import { programFile } from '../cli/bin/program-file.mjs'
import { prepare, ROOT, requireNode } from './bootstrap.mjs'

requireNode()
const quiet = process.argv.includes('--json')
await prepare({ quiet })
const { main } = await import(pathToFileURL(programFile(ROOT)).href)
await main(['start', ...process.argv.slice(2)])
