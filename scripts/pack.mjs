// npm run pack [folder]: builds everything and packs it as the package `backlot`, which installs into an empty folder.
// Prints the file and its sizes; fails when it has grown past its limits.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildDocs, fail, prepare, ROOT, requireNode } from './bootstrap.mjs'
import { licencesText } from './package/licences.mjs'
import { manifest } from './package/manifest.mjs'
import { stage } from './package/stage.mjs'

/** Megabytes, the manual's 3 and 10 included. CI systems download it at every run: raising these needs a reason. */
const PACKED_MB_MAX = 23
const UNPACKED_MB_MAX = 48

const [folder] = process.argv.slice(2)
if (folder?.startsWith('-'))
  fail('npm run pack [-- folder]: the folder that the package is written to, .cache when left out.')
requireNode()
// The film of the demo would be a sixth of the package.
process.env.BACKLOT_DOCS_FILMS = 'off'
const isAsItIs = process.env.BACKLOT_PACK_AS_IT_IS === '1'
if (!isAsItIs) await prepare({ quiet: true })
if (!isAsItIs || !existsSync(join(ROOT, 'docs/dist/index.html'))) await buildDocs()
const staged = join(ROOT, '.cache/package')
const imported = stage(staged)
writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest(imported), null, 2)}\n`)
writeFileSync(join(staged, 'THIRD-PARTY-LICENSES.txt'), licencesText())
cpSync(join(ROOT, 'scripts/package/README.md'), join(staged, 'README.md'))

const target = resolve(folder ?? join(ROOT, '.cache'))
mkdirSync(target, { recursive: true })
const packed = spawnSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', target], {
  cwd: staged,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
if (packed.status !== 0) fail(packed.stderr)
const told = JSON.parse(packed.stdout)
const { filename, size, unpackedSize, entryCount } = Array.isArray(told) ? told[0] : Object.values(told)[0]
const [packedMb, unpackedMb] = [size, unpackedSize].map((bytes) => bytes / 1e6)
process.stdout.write(
  `${join(target, filename)}\n${packedMb.toFixed(1)} MB packed, ${unpackedMb.toFixed(1)} MB unpacked, ${entryCount} files\n`,
)
if (packedMb > PACKED_MB_MAX || unpackedMb > UNPACKED_MB_MAX) {
  fail(`The package is past its limits of ${PACKED_MB_MAX} and ${UNPACKED_MB_MAX} MB.`)
}
