import type { Call, QueryIn } from '@backlot/contract/call'
import type { WriteBench } from './write-bench.ts'

/** Makes something of its own, does things to it, and removes it. `name`: letters and digits that nobody else has. */
export type Round = (bench: WriteBench, name: string) => Promise<void>

/** The version of a row that was made, as the list has it now. 0 where it has none. */
export async function versionOf<C extends Call>(
  bench: WriteBench,
  list: C,
  query: QueryIn<C>,
  isIt: (row: Readonly<Record<string, unknown>>) => boolean,
): Promise<number> {
  const row = (await bench.rows(list, query)).find(isIt)
  return typeof row?.['version'] === 'number' ? row['version'] : 0
}
