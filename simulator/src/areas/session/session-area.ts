import {
  clockNow,
  getInfo,
  login as loginCall,
  logout as logoutCall,
  modifyPassword,
  updateMyInfo,
  verifyCode,
} from '@backlot/contract/session/calls'
import { MapPoint, type UserInfo } from '@backlot/contract/session/entities'
import { DAY_MS, MINUTE_MS } from '@backlot/contract/time'
import type { Logger } from 'pino'
import { z } from 'zod'
import { clientAddressOf } from '../../calls/client-address.ts'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import { SESSION_COOKIE } from '../../calls/session-port.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { Named } from '../../kernel/language.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import { actorOf } from '../shared/audit.ts'
import { Lockouts } from './lockouts.ts'
import type { AccountsPort, OwnAccountPort, SignInAccount } from './ports.ts'
import { SessionRepository } from './session-repository.ts'
import { createSignIn } from './sign-in.ts'
import { VerifyCodes } from './verify-codes.ts'
import { drawVerifyPicture } from './verify-picture.ts'

export type SessionDeps = {
  store: Store
  log: Logger
  platformClock: PlatformClock
  hostClock: HostClock
  /** Platform time as the platform announces it. */
  platformNow(): number
  publisher: Publisher
  accounts: AccountsPort
  ownAccount: OwnAccountPort
  systemName: Named
  /** Idle sign-out in minutes of host time, 0 is off. Sent to consoles. */
  idleMinutes: number
  /** Days that a password is good for; shown, not enforced. */
  passwordValidDays: number
}

export type SessionArea = {
  routes: Route[]
  repository: SessionRepository
  lockouts: Lockouts
  /** The code of a verify picture that waits to be typed (control API). */
  verifyCodeOf(key: string): string | undefined
  /** Ends every session of an account and notifies its consoles; answers how many. */
  endAll(userId: number, notice: 'deleted' | 'updated' | 'kickedOut'): Promise<number>
  close(): Promise<void>
}

const Config = z.object({ point: MapPoint }).partial()

/** Signing in and out, and users' changes to their own accounts. */
export function createSessionArea(deps: SessionDeps): SessionArea {
  const { store, platformClock, hostClock, publisher, accounts, ownAccount } = deps
  const repository = new SessionRepository(store, hostClock, accounts, deps.idleMinutes * MINUTE_MS, deps.log)
  const lockouts = new Lockouts(store, () => hostClock.now())
  const verifyCodes = new VerifyCodes(() => hostClock.now())
  const signIn = createSignIn({ accounts, lockouts, verifyCodes, hostClock })

  const userInfo = (account: SignInAccount): UserInfo => {
    const ageDays = Math.floor((hostClock.now() - account.passwordChangedMs) / DAY_MS)
    return {
      userId: account.userId,
      name: account.name,
      loginName: account.loginName,
      theme: account.theme,
      logo: account.logo,
      email: account.email,
      phoneNumber: account.phoneNumber,
      systemName: deps.systemName,
      systemFunction: account.systemFunction,
      config: account.config,
      type: account.type,
      firstProcess: account.firstProcess,
      permission: account.permission.map((target) => ({ target })),
      nodeId: account.nodeId,
      autoLogoutTimeout: deps.idleMinutes,
      passwordValidDays: Math.max(0, deps.passwordValidDays - ageDays),
      mustChangePassword: account.oneTimeUntilMs !== null,
    }
  }
  const ownAccountOf = (context: HandlerContext): SignInAccount => {
    const account = accounts.byId(context.caller.userId)
    if (!account) throw refusal('sessionExpired', 'sessionExpired')
    return account
  }
  /** Ends the other sessions of an account, notifying each. */
  const kickOthers = async (userId: number, keepId: string) => {
    for (const { sessionId } of await repository.endAll(userId, 'kickedOut', keepId)) {
      if (sessionId !== undefined) publisher.session(sessionId, 'kickedOut')
    }
  }

  const code = route(verifyCode, (_input, { request }) => {
    const { key, code: text } = verifyCodes.issue(clientAddressOf(request))
    return { verifyKey: key, image: drawVerifyPicture(text, Math.random) }
  })

  const login = route(loginCall, async ({ body }, context) => {
    const address = clientAddressOf(context.request)
    const account = await signIn(body, address)
    const actor = {
      userId: account.userId,
      loginName: account.loginName,
      atMs: platformClock.now(),
      address,
      requestId: context.requestId,
    }
    const sessionId = await repository.open(account.userId, address, actor)
    // The password may have been reset or changed meanwhile: all its sessions ended then, but for this one.
    if (accounts.byId(account.userId)?.passwordChangedMs !== account.passwordChangedMs) {
      await repository.end(sessionId, 'kickedOut')
      throw refusal('wrongCredentials', 'wrongCredentials')
    }
    if (account.singleLogin) await kickOthers(account.userId, sessionId)
    context.response.setHeader('set-cookie', `${SESSION_COOKIE}=${sessionId}; Path=/; HttpOnly; SameSite=Lax`)
    return { userInfo: userInfo(account), sessionId }
  })

  const logout = route(logoutCall, async (_input, context) => {
    const { sessionId } = context.caller
    await repository.end(sessionId, 'signedOut', actorOf(context, platformClock.now()))
    context.response.setHeader('set-cookie', `${SESSION_COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`)
    return {}
  })

  const info = route(getInfo, (_input, context) => ({ userInfo: userInfo(ownAccountOf(context)) }))

  // A userId in the body is ignored: the caller's account is meant, whatever it says.
  const updateInfo = route(updateMyInfo, async ({ body }, context) => {
    const change = {
      name: body.name,
      theme: body.theme,
      logo: body.logo,
      email: body.email,
      phoneNumber: body.phoneNumber,
      config: body.config === undefined ? undefined : readConfig(body.config),
    }
    if (change.config === null) {
      throw refusal('invalid', 'configForm', {}, 'config')
    }
    const { userId } = context.caller
    const actor = actorOf(context, platformClock.now())
    await ownAccount.updateProfile(userId, { ...change, config: change.config ?? undefined }, actor)
    return {}
  })

  const password = route(modifyPassword, async ({ body }, context) => {
    const account = ownAccountOf(context)
    const digest = body.password.toLowerCase()
    if (digest !== body.verifyPassword.toLowerCase()) {
      throw refusal('passwordsDiffer', 'passwordsDiffer', {}, 'verifyPassword')
    }
    if (!accounts.hasDigestForm(digest)) {
      throw refusal('invalid', 'passwordForm', {}, 'password')
    }
    if (await accounts.passwordMatches(account, digest)) {
      throw refusal('passwordUnchanged', 'passwordUnchanged', {}, 'password')
    }
    await ownAccount.setPassword(account.userId, digest, actorOf(context, platformClock.now()))
    await kickOthers(account.userId, context.caller.sessionId)
    return {}
  })

  const clock = route(clockNow, () => ({
    nowMs: deps.platformNow(),
    rate: platformClock.rate(),
    epoch: platformClock.epoch(),
    zoneMinutes: platformClock.zoneMinutes,
  }))

  return {
    routes: [code, login, logout, info, updateInfo, password, clock],
    repository,
    lockouts,
    verifyCodeOf: (key) => verifyCodes.peek(key),
    async endAll(userId, notice) {
      publisher.account(userId, notice)
      return (await repository.endAll(userId, 'kickedOut')).length
    },
    close: () => repository.close(),
  }
}

/** The settings of a config text as JSON, unknown keys dropped; null when it is no such JSON. */
function readConfig(text: string): string | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = Config.safeParse(value)
  return parsed.success ? JSON.stringify(parsed.data) : null
}
