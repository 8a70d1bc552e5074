import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Check } from './check.ts'

/** Checks of the program's own parts: Node, the database, the build. */

const OLDEST_NODE = [20, 19] as const
const HOME = fileURLToPath(new URL('../../..', import.meta.url))

export const nodeVersion: Check = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isNew = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
  return {
    name: 'Node',
    state: isNew ? 'good' : 'broken',
    found: process.versions.node,
    ...(isNew ? {} : { wayOut: `Install Node ${OLDEST_NODE.join('.')} or later (nodejs.org).` }),
  }
}

/** The database is a compiled module: it may be missing, or built for another Node. */
export const database: Check = async () => {
  try {
    const { default: Database } = await import('@backlot/simulator/store/sqlite')
    const db = new Database(':memory:')
    const version = db.prepare('SELECT sqlite_version() AS v').pluck().get()
    db.close()
    return { name: 'better-sqlite3', state: 'good', found: `SQLite ${String(version)}` }
  } catch (error) {
    return {
      name: 'better-sqlite3',
      state: 'broken',
      found: (error as Error).message.split('\n')[0] ?? 'cannot be loaded',
      wayOut:
        'Use Node 22 or later, which needs none, or run npm rebuild better-sqlite3; without a prebuilt one it needs a C++ toolchain (Debian: apt-get install build-essential python3).',
    }
  }
}

export const consoleBuild: Check = () => {
  const isBuilt = existsSync(join(HOME, 'console/dist/index.html'))
  return {
    name: 'console',
    state: isBuilt ? 'good' : 'lacking',
    found: isBuilt ? 'built' : 'not built: the platform runs without its screens',
    ...(isBuilt ? {} : { wayOut: 'Run npm run build (npm start does it).' }),
  }
}

export const programBuild: Check = () => {
  const missing = ['contract', 'simulator', 'testing', 'cli'].filter(
    (part) => !existsSync(join(HOME, part, 'dist')),
  )
  return {
    name: 'programs',
    state: missing.length === 0 ? 'good' : 'broken',
    found: missing.length === 0 ? 'compiled' : `not compiled: ${missing.join(', ')}`,
    ...(missing.length === 0 ? {} : { wayOut: 'Run npm run build (npm start does it).' }),
  }
}
