// The package's own package.json: its exports and dependencies.
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { ROOT } from '../bootstrap.mjs'

const read = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
const WORKSPACES = ['contract', 'simulator', 'cli', 'testing']
/** Pinned to exact versions: we use their internals, and a minor version may change those. */
const EXACT = new Set(['node-media-server', 'drizzle-orm', 'http-proxy-3'])
/** Found by path while the program runs, never imported. */
const BY_PATH = ['world-atlas']
/** Of who uses the entry of that name. */
const PEERS = { '@playwright/test': '>=1.60.0', vitest: '>=3.0.0' }

const KEYWORDS = ['simulator', 'iot', 'video-surveillance', 'testing', 'hj212', 'jt808', 'gb28181', 'onvif']
/** What is packed beside README, LICENSE and package.json. */
const FILES = [
  'cli',
  'console',
  'contract',
  'docs',
  'fixtures',
  'simulator',
  'testing',
  'CHANGELOG.md',
  'THIRD-PARTY-LICENSES.txt',
]

const entry = (name) => ({
  types: `./testing/dist/package/${name}.d.ts`,
  default: `./testing/dist/package/${name}.js`,
})

/** `imported`: packages that the code imports, each with a file that does. Throws when one is not accounted for. */
export function manifest(imported) {
  const root = read('package.json')
  const declared = Object.assign({}, ...WORKSPACES.map((name) => read(`${name}/package.json`).dependencies))
  const optional = Object.assign(
    {},
    ...WORKSPACES.map((name) => read(`${name}/package.json`).optionalDependencies),
  )
  const dependencies = {}
  for (const name of [...imported.keys(), ...BY_PATH].sort()) {
    if (name in PEERS || name in optional || builtinModules.includes(name)) continue
    const version = declared[name]
    if (!version) throw new Error(`${imported.get(name)} imports ${name}, which no workspace depends on.`)
    dependencies[name] = EXACT.has(name) ? version : `^${version}`
  }
  return {
    name: root.name,
    version: root.version,
    description: root.description,
    keywords: KEYWORDS,
    license: root.license,
    // npm signs a package with its origin only if it names the repository that it is built in.
    ...(process.env.BACKLOT_REPOSITORY && {
      repository: { type: 'git', url: process.env.BACKLOT_REPOSITORY },
    }),
    publishConfig: { access: 'public', provenance: true },
    type: 'module',
    files: FILES,
    engines: root.engines,
    bin: { backlot: './cli/bin/backlot.mjs' },
    exports: {
      '.': entry('index'),
      './playwright': entry('playwright'),
      './vitest': entry('vitest'),
      './contract': entry('contract'),
      './contract/*': { types: './contract/dist/*.d.ts', default: './contract/dist/*.js' },
      './package.json': './package.json',
    },
    dependencies,
    optionalDependencies: Object.fromEntries(
      Object.entries(optional).map(([name, version]) => [
        name,
        version.startsWith('npm:') ? version : `^${version}`,
      ]),
    ),
    peerDependencies: PEERS,
    peerDependenciesMeta: Object.fromEntries(Object.keys(PEERS).map((name) => [name, { optional: true }])),
  }
}
