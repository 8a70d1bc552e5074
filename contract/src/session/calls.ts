import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { LIMITS } from '../limits.ts'
import { lines } from '../texts.ts'
import { ClockState, Email, PersonName, PhoneNumber, UserInfo } from './entities.ts'

const loginName = z.string().trim().min(LIMITS.loginNameMin).max(LIMITS.loginNameMax)
/** Passwords travel hashed (hex of SHA-256, or of MD5 where the platform wants it). */
export const HashedPassword = z.string().regex(/^[0-9a-f]{32}([0-9a-f]{32})?$/i, 'must be a hex digest')

export const verifyCode = get('/user/verifycode', {
  name: 'session.verifyCode',
  summary: 'A picture with the verification code for a sign-in.',
  origin: 'stated',
  access: ACCESS.public,
  query: emptyQuery,
  data: z.object({ verifyKey: z.string(), image: z.string().describe('picture as a data: URL') }),
})

export const login = post('/user/login', {
  name: 'session.login',
  summary: 'Signs in. Sets the session cookie.',
  origin: 'stated',
  changes: 'own',
  access: ACCESS.public,
  body: z.object({
    loginName,
    password: HashedPassword,
    verifycode: z.string().min(1).max(12),
    verifyKey: z.string().min(1).max(64),
  }),
  data: z.object({ userInfo: UserInfo, sessionId: z.string() }),
  codes: {
    20001: 'wrong verification code',
    20002: 'the verification code has expired',
    20003: 'wrong user name or password',
    20004: 'account locked',
    20005: 'the one-time password has expired',
    429: 'too many failed sign-ins from this address; msg contains the time to wait',
  },
})

export const logout = post('/user/logout', {
  name: 'session.logout',
  summary: 'Signs out.',
  origin: 'stated',
  changes: 'own',
  access: ACCESS.signedIn,
  body: nothing.optional(),
  data: nothing,
})

export const getInfo = get('/user/getInfo', {
  name: 'session.getInfo',
  summary: 'The signed-in user with their permissions.',
  origin: 'stated',
  access: ACCESS.signedIn,
  query: emptyQuery,
  data: z.object({ userInfo: UserInfo }),
})

export const updateMyInfo = post('/user/updateMyInfo', {
  name: 'session.updateMyInfo',
  summary: "Changes the caller's account: name, theme, logo, email, phone or default map position.",
  origin: 'stated',
  changes: 'own',
  access: ACCESS.signedIn,
  body: z.object({
    userId: z.number().int().optional(),
    name: PersonName.optional(),
    theme: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/)
      .optional(),
    logo: z.string().max(255).optional(),
    email: Email.optional(),
    phoneNumber: PhoneNumber.optional(),
    config: lines(0, 1000).optional().describe('JSON of {point: {latitude, longitude, zoom}}'),
  }),
  data: nothing,
})

export const modifyPassword = post('/user/modifyPassword', {
  name: 'session.modifyPassword',
  summary: "Changes the caller's password. Both entries are hashed.",
  origin: 'stated',
  changes: 'own',
  access: ACCESS.signedIn,
  body: z.object({ password: HashedPassword, verifyPassword: HashedPassword }),
  data: nothing,
  codes: { 20012: 'the two entries differ', 20013: 'the new password equals the old one' },
})

export const clockNow = get('/platform/clock', {
  name: 'session.clock',
  summary: 'The platform clock and its time zone.',
  origin: 'assumed',
  whenMissing: 'fallback',
  access: ACCESS.signedIn,
  query: emptyQuery,
  data: ClockState,
})

/** Calls that an account with a one-time password may make before it has set its own. */
export const BEFORE_PASSWORD_CHANGE: ReadonlySet<string> = new Set(
  [getInfo, modifyPassword, logout].map(({ name }) => name),
)

export const SESSION_CALLS = [verifyCode, login, logout, getInfo, updateMyInfo, modifyPassword, clockNow]
