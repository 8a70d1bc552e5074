import { z } from 'zod'
import { SavedFault } from '../faults/running-fault.ts'

/** Number of the form of snapshots. It grows when an older program could no longer read one. */
export const SNAPSHOT_FORMAT = 1

/** `snapshot.json`: what a snapshot is of, and the state that is in no table. */
export const SnapshotManifest = z.object({
  format: z.number().int(),
  /** Host time, epoch milliseconds. */
  savedAtMs: z.number(),
  /** Of the program. */
  version: z.string(),
  worldVersion: z.string(),
  /** Migrations that its database has. */
  schema: z.number().int(),
  seed: z.number().int(),
  scenario: z.object({ name: z.string(), digest: z.string() }),
  clock: z.object({ platformMs: z.number(), rate: z.number(), resumeRate: z.number() }),
  faults: z.array(SavedFault),
})
export type SnapshotManifest = z.output<typeof SnapshotManifest>

/** What a platform is of; one that has no state yet takes any seed. */
export type PlatformIdentity = Pick<SnapshotManifest, 'version' | 'worldVersion' | 'schema' | 'scenario'> & {
  seed: number | undefined
}

/** Why a platform cannot go back to a snapshot, and the way out; undefined: it can. */
export function obstacleTo(snapshot: SnapshotManifest, platform: PlatformIdentity): string | undefined {
  const { format, version, worldVersion, schema, seed, scenario } = snapshot
  if (format > SNAPSHOT_FORMAT || schema > platform.schema)
    return `It was saved by Backlot ${version}, which is newer than this one (${platform.version}). Update.`
  if (worldVersion !== platform.worldVersion)
    return `It is of version ${worldVersion} of the world; this program has version ${platform.worldVersion}, where other things happened. Use Backlot ${version}, or save the state anew.`
  if (platform.seed !== undefined && seed !== platform.seed)
    return `It is of seed ${seed}, this platform of seed ${platform.seed}. Start one from its file: backlot start --data NEW --snapshot FILE.`
  if (scenario.digest !== platform.scenario.digest)
    return `It is of another scenario (${scenario.name}); this platform has ${platform.scenario.name}. Start with the scenario, or the version of it, that it was saved with.`
  return undefined
}
