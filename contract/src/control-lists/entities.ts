import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { oneLine } from '../texts.ts'
import { CONTROL_LIMITS } from './constants.ts'

/** Weights and check characters of GB 11643-1999, section 4.2 (ISO 7064:1983, MOD 11-2). */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECKS = '10X98765432'

/** The check character of the first 17 digits of an identity card. */
export function identityCheck(digits: string): string {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return CHECKS[sum % CHECKS.length]!
}

/** Birthday (yyyy-MM-dd) and sex (0 female, 1 male) from the number of an identity card. Undefined when it is none. */
export function readIdentityCard(card: string): { birthday: string; sex: 0 | 1 } | undefined {
  if (!/^[1-9]\d{16}[\dX]$/.test(card) || identityCheck(card) !== card[17]) return undefined
  const [year, month, day] = [card.slice(6, 10), card.slice(10, 12), card.slice(12, 14)]
  const birthday = `${year}-${month}-${day}`
  if (!isCivilDate(birthday)) return undefined
  return { birthday, sex: Number(card[16]) % 2 === 1 ? 1 : 0 }
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether yyyy-MM-dd is a day of the calendar, from 1900 on. */
function isCivilDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!parts) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const leap = month === 2 && (year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0)) ? 1 : 0
  return year >= 1900 && month >= 1 && month <= 12 && day >= 1 && day <= DAYS[month - 1]! + leap
}

/** A person of a control list; face, identity card, sex, birthday and label are stated, the rest is assumed. */
export const ControlPerson = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The person's list. */
  label: z.string(),
  identityCard: z.string(),
  /** 0 female, 1 male. */
  sex: z.number().int().min(0).max(1),
  /** yyyy-MM-dd. */
  birthday: z.string(),
  phoneNumber: z.string(),
  addr: z.string(),
  /** Address of the face photo. */
  face: z.string(),
  /** Whether cameras look for the person. */
  enabled: z.boolean(),
  /** Grows with each change: an update names the one it knows. */
  version: z.number().int(),
  /** Seconds. */
  createTime: z.number(),
  updateTime: z.number(),
})
export type ControlPerson = z.infer<typeof ControlPerson>

/** Fields of a new person. Card, birthday and sex must agree. */
export const NewControlPerson = z.object({
  name: oneLine(1, CONTROL_LIMITS.nameMax),
  label: oneLine(1, CONTROL_LIMITS.labelMax),
  identityCard: z
    .string()
    .trim()
    .toUpperCase()
    .refine((card) => readIdentityCard(card) !== undefined, 'identityCard'),
  sex: z.number().int().min(0).max(1),
  birthday: z.string().refine(isCivilDate, 'birthday'),
  phoneNumber: z.union([z.literal(''), z.string().regex(LIMITS.phonePattern)]).default(''),
  addr: oneLine(0, CONTROL_LIMITS.addrMax).default(''),
  /** Path of an uploaded picture, or the one that the person has. */
  face: z.string().regex(/^\/(upload\/[a-f0-9]{32}\.(jpg|png)|controlList\/portrait\/\d{1,15})$/),
  enabled: z.boolean().default(true),
})
export type NewControlPerson = z.infer<typeof NewControlPerson>

/** The field of a person that disagrees with the identity card, if one does. */
export function cardDisagrees(
  person: Pick<NewControlPerson, 'identityCard' | 'sex' | 'birthday'>,
): 'sex' | 'birthday' | undefined {
  const card = readIdentityCard(person.identityCard)
  if (card && card.birthday !== person.birthday) return 'birthday'
  return card && card.sex !== person.sex ? 'sex' : undefined
}
