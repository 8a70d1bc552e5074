// npm run types: type-checks everything (and compiles contract, simulator, cli and testing) with the native compiler;
// the program is bundled as it then is.
import { bundlePrograms, compile, installPackages, requireNode } from './bootstrap.mjs'

requireNode()
await installPackages()
compile(process.argv.slice(2))
await bundlePrograms()
