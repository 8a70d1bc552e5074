import type Sqlite from 'better-sqlite3'

/** The first Node with which version 13 runs; it speaks Node-API and comes compiled. */
const NAPI_FROM = 22

/**
 * better-sqlite3: version 12 with Node 20, on which 13 does not run, and 13 from Node 22 on. Version 12 aborts the whole
 * process on Node 24.16 and later as soon as a statement is collected: their `ObjectWrap` wants an environment then.
 */
const sqlite = (
  Number(process.versions.node.split('.')[0]) < NAPI_FROM
    ? await import('better-sqlite3')
    : await import('better-sqlite3-napi')
) as { default: typeof Sqlite }
const Database: typeof Sqlite = sqlite.default

export default Database
