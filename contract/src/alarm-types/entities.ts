import { z } from 'zod'
import { NOT_ORDINARY } from '../alarms/constants.ts'
import { LIMITS } from '../limits.ts'
import { oneLine } from '../texts.ts'

/** Tones that a console can make; all of them are generated, none is a file. */
export const ALARM_TONES = ['siren', 'alert', 'falling', 'rising', 'single', 'low', 'knock', 'none'] as const
export type AlarmTone = (typeof ALARM_TONES)[number]

/** Sub-types and types that may be added to a platform's own. */
export const OWN_ALARM_TYPES_MAX = 500
const VALUE_MAX = 32
const NAME_MAX = 32

/** '#rrggbb'. */
const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be # and six hexadecimal digits')

/** Value of a type or sub-type: English letters, digits, underscore, minus (stated); length assumed. */
export const AlarmTypeValue = z
  .string()
  .trim()
  .min(1)
  .max(VALUE_MAX)
  .regex(LIMITS.alarmTypePattern, 'use English letters, digits, underscore and minus only')
  .refine((value) => !NOT_ORDINARY.some((one) => one.toLowerCase() === value.toLowerCase()), {
    message: `${NOT_ORDINARY.join(' and ')} are not allowed as alarm types`,
  })

/** 1 critical, 2 important, 3 ordinary, 4 notice. */
export const LevelNumber = z.number().int().min(1).max(4)

/** Attributes of a type that users can set. */
export const AlarmTypeLook = z.object({
  nameZh: oneLine(1, NAME_MAX),
  nameEn: oneLine(1, NAME_MAX),
  level: LevelNumber,
  /** Null: the colour of its level. */
  colour: Colour.nullable(),
})
export type AlarmTypeLook = z.infer<typeof AlarmTypeLook>

/** How a level looks and sounds in every console. */
export const AlarmLevel = z.object({
  level: LevelNumber,
  /** Null: the console's own colour of the level, which suits its theme. */
  colour: Colour.nullable(),
  tone: z.enum(ALARM_TONES),
  /** Grows with every change; a change names the version that it was made from. */
  version: z.number().int().min(0),
})
export type AlarmLevel = z.infer<typeof AlarmLevel>

/** Levels as they are until somebody changes them. */
export const DEFAULT_LEVEL_TONES: Readonly<Record<1 | 2 | 3 | 4, AlarmTone>> = {
  1: 'alert',
  2: 'falling',
  3: 'single',
  4: 'low',
}

/** Types that an account does not want to see live. */
export const UserShield = z.object({
  userId: z.number().int(),
  loginName: z.string(),
  name: z.string(),
  roleName: z.string(),
  /** Comma-separated 'type' or 'type-subType'. */
  shieldList: z.string(),
  /** Why the caller may not change it, as of an account; null when they may. */
  refused: z.enum(['tooStrong']).nullable(),
})
export type UserShield = z.infer<typeof UserShield>
