// Sizes that the built console makes a browser load: for the sign-in page, and for each screen on top of that and the
// shell.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT } from './bootstrap.mjs'

const DIST = join(ROOT, 'console/dist')
/** Modules that come before every screen. */
const SIGN_IN = ['index.html', 'src/areas/session/sign-in-screen.tsx']
const SHELL = [...SIGN_IN, 'src/shell/shell.tsx']

/** Bytes (gzip, as a server sends them) of the sign-in page, the shell on top of it, and each screen on top of both. */
export function consoleSizes() {
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))
  const signIn = filesOf(manifest, SIGN_IN)
  // In the language of the page: the greater one.
  for (const file of ['errors', 'session', 'shell']) add(manifest, `src/language/zh/${file}.ts`, signIn)
  const shell = filesOf(manifest, SHELL)
  const known = new Set([...signIn, ...shell])
  const screens = Object.entries(manifest)
    .filter(([module, { isDynamicEntry }]) => isDynamicEntry && /^src\/areas\/.*-screen\.tsx$/.test(module))
    .filter(([module]) => !SIGN_IN.includes(module))
    .map(([module, { file }]) => ({
      screen: module.replace(/^src\/areas\/|\.tsx$/g, ''),
      ownBytes: weigh([file]),
      bytes: weigh([...filesOf(manifest, [module])].filter((each) => !known.has(each))),
    }))
  return {
    signInBytes: weigh(signIn),
    signInFiles: signIn.size,
    shellFiles: [...shell].filter((file) => !signIn.has(file)).length,
    shellBytes: weigh([...shell].filter((file) => !signIn.has(file))),
    screens: screens.sort((a, b) => b.bytes - a.bytes),
  }
}

/** Bytes of everything that stands between an empty cache and home: sign-in page, shell and the screen. */
export function firstHomeBytes() {
  const { signInBytes, shellBytes, screens } = consoleSizes()
  const home = screens.find(({ screen }) => screen === 'home/home-screen')
  if (!home) throw new Error('The console has no home screen: build it anew.')
  return signInBytes + shellBytes + home.bytes
}

/** Files that modules load at once: their own, those that they import, and their styles. */
function filesOf(manifest, modules) {
  const files = new Set()
  for (const module of modules) {
    if (!manifest[module]) throw new Error(`The console has no ${module}: build it anew.`)
    add(manifest, module, files)
  }
  return files
}

function add(manifest, module, files) {
  const { file, imports = [], css = [] } = manifest[module]
  if (files.has(file)) return
  files.add(file)
  for (const style of css) files.add(style)
  for (const other of imports) add(manifest, other, files)
}

const weighed = new Map()
function weigh(files) {
  let bytes = 0
  for (const file of files) {
    if (!weighed.has(file)) weighed.set(file, gzipSync(readFileSync(join(DIST, file))).length)
    bytes += weighed.get(file)
  }
  return bytes
}
