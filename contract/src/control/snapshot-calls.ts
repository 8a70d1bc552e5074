import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { type Call, emptyQuery, get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { SNAPSHOT_BYTES_MAX, SNAPSHOT_FILE_TYPE, SNAPSHOT_NAME } from './constants.ts'

/** Snapshots: the whole state of the platform at a moment, to go back to. */
const access = ACCESS.control
const origin = 'assumed' as const

const Name = z
  .string()
  .regex(
    SNAPSHOT_NAME,
    'write 1 to 48 letters, digits, dots, hyphens or underscores, a letter or digit first',
  )
const named = z.object({ name: Name })

export const SnapshotInfo = z.object({
  name: z.string(),
  /** Host time, epoch milliseconds. */
  savedAtMs: z.number(),
  /** Platform time at that moment, epoch milliseconds. */
  platformMs: z.number(),
  /** Version of the program that saved it. */
  version: z.string(),
  seed: z.number().int(),
  scenario: z.string(),
  /** Of all its files. */
  sizeBytes: z.number().int(),
  faults: z.number().int(),
  /** Why this platform cannot restore it; left out: it can. */
  obstacle: z.string().optional(),
})
export type SnapshotInfo = z.output<typeof SnapshotInfo>

export const controlSnapshots = get('/control/snapshots', {
  name: 'control.snapshots',
  summary: 'Snapshots of the data folder, oldest first.',
  origin,
  access,
  query: emptyQuery,
  data: z.object({ list: z.array(SnapshotInfo) }),
})

export const controlSaveSnapshot = post('/control/snapshots', {
  name: 'control.saveSnapshot',
  summary:
    'Saves the state of the platform: database, uploaded files, clock, sessions, active faults. Refused (409) if there is one of the name, unless `replace` is set.',
  origin,
  access,
  body: named.extend({ replace: z.boolean().default(false) }),
  data: SnapshotInfo,
})

export const controlRestoreSnapshot = post('/control/snapshots/restore', {
  name: 'control.restoreSnapshot',
  summary:
    'Sets the platform back to a snapshot. Replies when it runs again; consoles reconnect and load everything again. Refused (409) if this platform cannot restore it.',
  origin,
  access,
  body: named,
  data: SnapshotInfo.extend({
    /** Host time from the last answer before to the first one after. */
    tookMs: z.number(),
  }),
})

export const controlRemoveSnapshot = post('/control/snapshots/remove', {
  name: 'control.removeSnapshot',
  summary: 'Removes a snapshot.',
  origin,
  access,
  body: named,
  data: nothing,
})

export const controlSnapshotFile = get('/control/snapshots/:name/file', {
  name: 'control.snapshotFile',
  summary: 'A snapshot as one file (tar, gzip), for another data folder or machine.',
  origin,
  access,
  params: named,
  query: emptyQuery,
  data: z.undefined(),
  raw: { reply: SNAPSHOT_FILE_TYPE },
})

const importQuery = named.extend({ replace: z.stringbool().default(false) })

export const controlImportSnapshot: Call<typeof importQuery, z.ZodUndefined, typeof SnapshotInfo> = {
  name: 'control.importSnapshot',
  method: 'POST',
  path: '/control/snapshots/import',
  summary:
    'Adds a snapshot from such a file under a name, completely or not at all. Its `obstacle` says why this platform cannot restore it, if so.',
  origin,
  access,
  writes: true,
  query: importQuery,
  body: z.undefined(),
  data: SnapshotInfo,
  raw: { request: [SNAPSHOT_FILE_TYPE], maxBytes: SNAPSHOT_BYTES_MAX },
}

export const SNAPSHOT_CALLS = [
  controlSnapshots,
  controlSaveSnapshot,
  controlRestoreSnapshot,
  controlRemoveSnapshot,
  controlSnapshotFile,
  controlImportSnapshot,
]
