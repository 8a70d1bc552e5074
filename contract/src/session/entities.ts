import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { oneLine } from '../texts.ts'

/** Place on a map with its zoom; empty strings mean no place (stated). */
export const MapPoint = z.object({
  latitude: z.union([z.number().min(-90).max(90), z.literal('')]),
  longitude: z.union([z.number().min(-180).max(180), z.literal('')]),
  zoom: z.number().min(0).max(22).optional(),
})
export type MapPoint = z.infer<typeof MapPoint>

/** Name of a person: two characters are a full name in Chinese. Stated is the greatest length. */
export const PersonName = oneLine(1, 32)
/** An address for mail, or nothing. Stated: a simple pattern. */
export const Email = z.union([
  z.literal(''),
  z
    .string()
    .max(255)
    .regex(/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/),
])
/** A mobile or landline number, or nothing (stated pattern). */
export const PhoneNumber = z.union([z.literal(''), z.string().regex(LIMITS.phonePattern)])

const PermissionEntry = z.object({ target: z.string() })

/** The signed-in user (stated). */
export const UserInfo = z.object({
  userId: z.number().int(),
  name: z.string(),
  loginName: z.string(),
  theme: z.string().default('#409EFF'),
  logo: z.string().default(''),
  email: z.string().default(''),
  phoneNumber: z.string().default(''),
  systemName: z.object({ zh: z.string(), en: z.string() }),
  systemFunction: z.number().int(),
  config: z.object({ point: MapPoint }).partial().default({}),
  /** User type: 0 may process an alarm again even when firstProcess is set. */
  type: z.number().int(),
  /** 1: an alarm is processed once only, except by user type 0. */
  firstProcess: z.number().int(),
  permission: z.array(PermissionEntry),
  /** Assumed: root group of the user's scope; 0 is everything. */
  nodeId: z.number().int().optional(),
  /** Assumed: idle sign-out in minutes, 0 is off. */
  autoLogoutTimeout: z.number().default(0),
  /** Assumed: days until the password should be changed. */
  passwordValidDays: z.number().int().optional(),
  /** Assumed: signed in with a one-time password. Until it is changed every other call is refused with 20014. */
  mustChangePassword: z.boolean().default(false),
})
export type UserInfo = z.infer<typeof UserInfo>

/** The platform's clock as consoles show it. */
export const ClockState = z.object({
  /** Platform time now, epoch milliseconds. */
  nowMs: z.number(),
  /** Platform milliseconds per host millisecond; 0 is paused. */
  rate: z.number(),
  /** Grows with every jump. */
  epoch: z.number().int(),
  zoneMinutes: z.number().int(),
})
export type ClockState = z.infer<typeof ClockState>
