import { DEVICE_RULES_MAX } from '../device-config/constants.ts'
import { MEETING_MEMBERS_MAX } from '../talk/constants.ts'

/** Kinds of templates (stated). */
export const TEMPLATE_KINDS = { generic: 0, meeting: 1 } as const

/** Files that devices make by themselves and send by rules (names stated, their choice assumed). */
export const UPLOAD_FILE_TYPES = ['video', 'pushVideo', 'deviceTimingCapture'] as const

/** Limits of templates. Intervals, the greatest length of names and the number of rules are stated, the rest is assumed. */
export const TEMPLATE_LIMITS = {
  templates: 200,
  nameMin: 1,
  nameMax: 32,
  packMinutesMax: 240,
  uploadPackMinutesMax: 30,
  uploadMinutesMax: 1440,
  rules: DEVICE_RULES_MAX,
  devices: 5000,
  membersMin: 2,
  membersMax: MEETING_MEMBERS_MAX,
} as const
