import { z } from 'zod'

/**
 * Conditions of the platform that its operators should know of. `database…` (but `databaseFailing`, which passes by
 * itself): nothing can be saved until somebody acts. `archiveAway`: rows wait for the archive, which cannot be reached.
 * `archiveRefused`: they wait until somebody acts. `archiveBehind`: so many wait that space becomes short. `clockOff`: the machine's clock and the platform's differ.
 * `clockBehind`: at its start the machine's clock was behind the time of the last run. `machineSlept`: the machine was
 * suspended.
 */
export const DATABASE_TROUBLES = [
  'databaseGone',
  'databaseReplaced',
  'databaseLogGone',
  'databaseReadOnly',
  'databaseDamaged',
  'databaseFailing',
] as const
const ARCHIVE_TROUBLES = ['archiveAway', 'archiveRefused', 'archiveBehind'] as const
const CLOCK_TROUBLES = ['clockOff', 'clockBehind', 'machineSlept'] as const
export const TROUBLE_KINDS = [...DATABASE_TROUBLES, ...ARCHIVE_TROUBLES, ...CLOCK_TROUBLES] as const

export type DatabaseTrouble = (typeof DATABASE_TROUBLES)[number]
export type TroubleKind = (typeof TROUBLE_KINDS)[number]

export const PlatformTrouble = z.object({
  kind: z.enum(TROUBLE_KINDS),
  /** When it was noticed, epoch milliseconds of the platform's host clock. */
  sinceMs: z.number(),
  /**
   * Milliseconds. `clockOff`: how far the machine's clock is ahead (negative: behind). `clockBehind`: how far it is behind.
   * `machineSlept`: how long the machine was suspended.
   */
  byMs: z.number().optional(),
})
export type PlatformTrouble = z.infer<typeof PlatformTrouble>
