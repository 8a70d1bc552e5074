// npm run licences: writes THIRD-PARTY-LICENSES.md, the packages installed with Backlot and their licences, from
// package-lock.json. A test compares the file with the lock and the licences with the rules below.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('..', import.meta.url)
export const LICENCES_FILE = fileURLToPath(new URL('THIRD-PARTY-LICENSES.md', ROOT))

/** Packages whose package.json names no licence, by their LICENSE files. */
const BY_FILE = {
  suncalc: 'BSD-2-Clause',
  'parse-cache-control': 'BSD-3-Clause',
}

/** Licences under which a package may be part of ours. */
const FINE =
  /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|OFL-1\.1|Unlicense|CC0-1\.0|Zlib|Python-2\.0|BlueOak-1\.0\.0)$/

/** Packages of other licences, and why they may stay. */
export const EXCEPTIONS = {
  'ffmpeg-static':
    'optional: a downloader of the ffmpeg program, which runs as a process of its own and is no part of Backlot; without it the system’s ffmpeg is used (FFMPEG_PATH), or one that a start fetches from npm and says so (docs/media.md)',
}

/** Whether a licence, or one of a choice of them, is fine. */
export function isFine(licence) {
  const choices = licence.replace(/[()]/g, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((part) => FINE.test(part.trim())))
}

/** Packages installed for use: everything in the lock that is neither ours nor for development. */
export function productionPackages() {
  const lock = JSON.parse(readFileSync(new URL('package-lock.json', ROOT), 'utf8'))
  const found = new Map()
  for (const [path, entry] of Object.entries(lock.packages)) {
    const at = path.lastIndexOf('node_modules/')
    if (at < 0 || entry.link || entry.dev) continue
    const name = entry.name ?? path.slice(at + 'node_modules/'.length)
    const licence = entry.license ?? BY_FILE[name] ?? 'unknown'
    found.set(`${name} ${entry.version}`, {
      name,
      version: entry.version,
      licence,
      optional: Boolean(entry.optional ?? entry.devOptional),
    })
  }
  return [...found.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
}

/** By code units, the same everywhere. */
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** The text of the file. */
export function licencesText() {
  const packages = productionPackages()
  const counts = new Map()
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  const summary = [...counts]
    .sort((a, b) => b[1] - a[1] || compare(a[0], b[0]))
    .map(([licence, count]) => `${count} ${licence}`)
  const rows = packages.map(
    ({ name, version, licence, optional }) =>
      `| [${name}](https://www.npmjs.com/package/${name}) | ${version} | ${licence}${optional ? ', optional' : ''} |`,
  )
  const exceptions = Object.entries(EXCEPTIONS).map(([name, why]) => `- **${name}**: ${why}.`)
  return `# Licences of what Backlot is installed with

Written by \`npm run licences\` from \`package-lock.json\`; do not edit. Backlot itself is under the [MIT licence](LICENSE). The text of each licence is in the package's own folder under \`node_modules\`.

${packages.length} packages: ${summary.join(', ')}.

No package under a licence that would reach over to Backlot (GPL, AGPL) is part of it, with one exception that is not linked to it:

${exceptions.join('\n')}

| package | version | licence |
|---|---|---|
${rows.join('\n')}
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(LICENCES_FILE, licencesText())
  console.log(`${LICENCES_FILE}: ${productionPackages().length} packages`)
}
