import { findKind } from '@backlot/contract/devices/known-kinds'
import { FLEET_ADDED } from '../../fleet/added-fleet.ts'
import { StartError } from '../../kernel/start-error.ts'
import type { Store } from '../../store/store.ts'

/** Kinds that stored fleets, types and devices of administrators have. */
const KINDS_OF_FOLDER = `
  SELECT json_extract(payload, '$.spec.kind') AS kind FROM overlay WHERE kind = ?
  UNION SELECT kind FROM device_types
  UNION SELECT kind FROM device_records WHERE kind IS NOT NULL`

/**
 * A folder with devices of a kind whose file is not given is refused: they would be gone, with their history. Throws a
 * StartError.
 */
export function refuseUnknownKinds(store: Store, folder: string): void {
  const rows = store.read.prepare(KINDS_OF_FOLDER).all(FLEET_ADDED) as { kind: string }[]
  const unknown = rows.map(({ kind }) => kind).filter((kind) => !findKind(kind))
  if (unknown.length === 0) return
  const names = unknown.map((kind) => `'${kind}'`).join(', ')
  const [kinds, files] = unknown.length === 1 ? ['kind', 'file is'] : ['kinds', 'files are']
  throw new StartError(
    `${folder} has devices of the ${kinds} ${names}, whose ${files} not given. Start it with --kinds and the ${files.split(' ')[0]}, or use another --data folder.`,
  )
}
