import { z } from 'zod'
import { MEDIA_SERVER_LIMITS } from '../media-config/constants.ts'
import { TEMPLATE_KINDS, TEMPLATE_LIMITS, UPLOAD_FILE_TYPES } from './constants.ts'

export type UploadFileType = (typeof UPLOAD_FILE_TYPES)[number]

/** Letters, digits, underscores, spaces, @ and # (stated), and minus signs. */
const TemplateName = z
  .string()
  .trim()
  .min(TEMPLATE_LIMITS.nameMin)
  .max(TEMPLATE_LIMITS.nameMax)
  .regex(/^[\p{L}\p{N}_ @#-]+$/u, 'name')

/** Upload of one type of file by devices, within hours of the day: packed, then sent at an interval. */
export const UploadRule = z.object({
  fileType: z.enum(UPLOAD_FILE_TYPES),
  packMinutes: z.number().int().min(1).max(TEMPLATE_LIMITS.uploadPackMinutesMax),
  uploadMinutes: z.number().int().min(1).max(TEMPLATE_LIMITS.uploadMinutesMax),
  /** Hours of the day, from (included) to (excluded). */
  fromHour: z.number().int().min(0).max(23),
  toHour: z.number().int().min(1).max(24),
})
export type UploadRule = z.infer<typeof UploadRule>

type UploadRuleFault = 'hours' | 'order' | 'overlap'

/** Fault of a rule among the others, or undefined. */
export function uploadRuleFault(rules: readonly UploadRule[], at: number): UploadRuleFault | undefined {
  const rule = rules[at]!
  if (rule.fromHour >= rule.toHour) return 'hours'
  if (rule.packMinutes > rule.uploadMinutes) return 'order'
  const meets = (other: UploadRule, i: number) =>
    i !== at &&
    other.fileType === rule.fileType &&
    other.fromHour < rule.toHour &&
    rule.fromHour < other.toHour
  return rules.some(meets) ? 'overlap' : undefined
}

const Rules = z
  .array(UploadRule)
  .max(TEMPLATE_LIMITS.rules)
  .refine((rules) => rules.every((_, at) => uploadRuleFault(rules, at) === undefined), 'rules')

/** Fields of a generic template: recording and uploads of the devices bound to it. */
export const NewGenericTemplate = z.object({
  kind: z.literal(TEMPLATE_KINDS.generic),
  name: TemplateName,
  /**
   * Media servers that it is bound to: its devices play from that of their group, or else from the first of these that
   * is on. None: nothing of its devices is recorded or can be played.
   */
  mediaServerIds: z.array(z.number().int().min(1)).max(MEDIA_SERVER_LIMITS.servers),
  /** Length of a file of recordings. */
  packMinutes: z.number().int().min(1).max(TEMPLATE_LIMITS.packMinutesMax),
  rules: Rules,
  /** Serial numbers of the devices that are bound to it. */
  sns: z.array(z.string().trim().min(1).max(32)).max(TEMPLATE_LIMITS.devices),
})
export type NewGenericTemplate = z.infer<typeof NewGenericTemplate>

/** A meeting template as it is entered. */
export const NewMeetingTemplate = z.object({
  kind: z.literal(TEMPLATE_KINDS.meeting),
  name: TemplateName,
  /** Who may sit in the meeting at once, with the chairman. */
  membersMax: z.number().int().min(TEMPLATE_LIMITS.membersMin).max(TEMPLATE_LIMITS.membersMax),
  /** Everybody but who starts it comes in silenced. */
  joinMuted: z.boolean(),
})
export type NewMeetingTemplate = z.infer<typeof NewMeetingTemplate>

export const NewTemplate = z.discriminatedUnion('kind', [NewGenericTemplate, NewMeetingTemplate])
export type NewTemplate = z.infer<typeof NewTemplate>

const known = {
  id: z.number().int(),
  /** Grows with each change: an update names the one it knows. */
  version: z.number().int(),
  /** Seconds. */
  updateTime: z.number(),
}
export const GenericTemplate = NewGenericTemplate.extend({
  ...known,
  /** All that are bound to it; `sns` holds those in the caller's scope. */
  deviceCount: z.number().int(),
})
export type GenericTemplate = z.infer<typeof GenericTemplate>
export const MeetingTemplate = NewMeetingTemplate.extend(known)
export type MeetingTemplate = z.infer<typeof MeetingTemplate>
export const Template = z.discriminatedUnion('kind', [GenericTemplate, MeetingTemplate])
export type Template = z.infer<typeof Template>
