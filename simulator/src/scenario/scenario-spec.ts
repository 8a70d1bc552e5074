/** A scenario file as people write it: a world and its people (fleet/fleet-spec.ts), and events with their times. */
import { Duration } from '@backlot/contract/control/duration'
import { ACTION_NAMES, ACTIONS } from '@backlot/contract/control/scenario-actions'
import { ExpectationBody } from '@backlot/contract/control/scenario-expectations'
import { z } from 'zod'
import { ScenarioSpec } from '../fleet/fleet-spec.ts'

const MOMENT = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/

const optionalActions = Object.fromEntries(
  Object.entries(ACTIONS).map(([name, schema]) => [name, (schema as z.ZodType).optional()]),
) as { [Name in keyof typeof ACTIONS]: z.ZodOptional<(typeof ACTIONS)[Name]> }

export const ONE_AN_ENTRY = 'one action or expectation an entry: begin each with a dash of its own'

/** One thing that is done, or expected. Short expectations were made long ones before. */
const Entry = z
  .strictObject({ ...optionalActions, expect: ExpectationBody.optional() })
  .refine((entry) => Object.values(entry).filter((value) => value !== undefined).length === 1, {
    message: ONE_AN_ENTRY,
  })
export type Entry = z.output<typeof Entry>

export const ENTRY_NAMES: readonly string[] = [...ACTION_NAMES, 'expect']

const { name, description, groups, fleets, roles, users } = ScenarioSpec.shape

export const ScenarioFile = z.strictObject({
  name,
  description,
  /** A scenario that this one adds to: the name of a shipped one, or a file beside this one. */
  extends: z.string().min(1).max(300).optional(),
  /** Kind files, or folders of them, beside this file: kinds of devices that its fleets may have. */
  kinds: z.array(z.string().min(1).max(300)).min(1).max(50).optional(),
  seed: z.number().int().min(0).max(4_294_967_295).optional(),
  clock: z
    .strictObject({
      /** Platform time at which it begins, in the platform's zone. */
      start: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/, "write '2026-11-20 08:00:00'")
        .optional(),
      /** Platform seconds a second. */
      speed: z.number().min(0.1).max(3600).optional(),
    })
    .optional(),
  /** Its duration when that is longer than its timeline. */
  for: Duration.optional(),
  groups: groups.optional(),
  fleets: fleets.optional(),
  roles: roles.optional(),
  users: users.optional(),
  /** Actions and expectations, by the time since the beginning. */
  at: z
    .record(
      z.string().regex(MOMENT, 'write the time since the beginning: 0s, 10s, 1h30m'),
      z.array(Entry).min(1),
    )
    .optional(),
})
export type ScenarioFile = z.output<typeof ScenarioFile>
/** A scenario as programs write it: the content of a file; expectations may be short texts. */
export type ScenarioObject = Omit<z.input<typeof ScenarioFile>, 'at'> & {
  at?: Record<string, (z.input<typeof Entry> | { expect: string })[]>
}

export const TOP_NAMES: readonly string[] = Object.keys(ScenarioFile.shape)
