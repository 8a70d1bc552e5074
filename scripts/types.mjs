// npm run types: type-checks everything (and compiles contract, simulator, cli and testing) with the native compiler;
// the program and the scripts of static replays are bundled as they then are.
import { bundlePage, bundlePrograms, compile, installPackages, requireNode } from './bootstrap.mjs'

requireNode()
await installPackages()
compile(process.argv.slice(2))
await Promise.all([bundlePrograms(), bundlePage()])
