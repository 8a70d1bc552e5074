// npm run docs: builds the documentation as a site into docs/dist, which the simulator serves at /manual/.
import { buildDocs, installPackages, requireNode } from './bootstrap.mjs'

requireNode()
await installPackages()
await buildDocs()
process.stdout.write('docs/dist is built: a running simulator serves it at /manual/.\n')
