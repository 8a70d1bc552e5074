import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Zippable, zipSync } from 'fflate'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Files that a running platform reads, and folders of them, below the program's own. */
const READ = ['package.json', 'fixtures/media', 'fixtures/scenarios', 'simulator/migrations']
/** Of packages, as a page finds them (cli/page/simulator/node/module.ts). */
const LAND = 'world-atlas/land-50m.json'
/** The same bytes whenever they are written. */
const MTIME = '2020-01-01'

/** The files that a platform in a page reads, as a ZIP archive (cli/page/simulator/load-files.ts). */
export function platformFiles(): Uint8Array {
  const files: Zippable = {}
  const add = (name: string, path: string) => {
    files[name] = [readFileSync(path), { mtime: MTIME }]
  }
  for (const name of READ) for (const file of filesBelow(name)) add(file, join(ROOT, file))
  add(`node_modules/${LAND}`, createRequire(import.meta.url).resolve(LAND))
  return zipSync(files, { level: 9 })
}

function filesBelow(name: string): string[] {
  const path = join(ROOT, name)
  if (!statSync(path).isDirectory()) return [name]
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(`${name}/${entry.name}`) : [`${name}/${entry.name}`],
    )
    .sort()
}
