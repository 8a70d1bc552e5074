import { passwordDigest } from '@backlot/contract/adapters/password-digest'
import type { Capability } from '@backlot/contract/capabilities'
import { hasCapability as maskHasCapability } from '@backlot/contract/capabilities'
import { login, logout } from '@backlot/contract/session/calls'
import { UserInfo } from '@backlot/contract/session/entities'
import { z } from 'zod'
import { create } from 'zustand'
import { request } from '../platform/client.ts'
import { config } from '../platform/config.ts'
import { noteProblem } from '../platform/diagnostics.ts'
import { setSessionId } from '../platform/session-id.ts'
import { type Grant, isPathPermitted } from './permission.ts'

/** Stored part of a session over reloads: the user and the session id. Never a password. */
const STORED_KEY = 'userInfo'
const Stored = z.object({ userInfo: UserInfo, sessionId: z.string() })

type Session = Grant & {
  /** Undefined when nobody is signed in. */
  userInfo: UserInfo | undefined
  sessionId: string
  /** Signs in; rejects with PlatformReplyError. */
  signIn(entry: {
    loginName: string
    password: string
    verifycode: string
    verifyKey: string
  }): Promise<UserInfo>
  /** Signs out at the platform; `endSession` clears stored data. */
  signOut(): Promise<void>
}

const nobody = { userInfo: undefined, sessionId: '', permission: new Set<string>(), systemFunction: 0 }

function grantOf(userInfo: UserInfo): Grant {
  return {
    permission: new Set(userInfo.permission.map((entry) => entry.target)),
    systemFunction: userInfo.systemFunction,
  }
}

function readStored(): Pick<Session, 'userInfo' | 'sessionId' | 'permission' | 'systemFunction'> {
  const text = typeof localStorage === 'undefined' ? null : localStorage.getItem(STORED_KEY)
  if (text === null) return nobody
  try {
    const { userInfo, sessionId } = Stored.parse(JSON.parse(text))
    return { userInfo, sessionId, ...grantOf(userInfo) }
  } catch (error) {
    noteProblem('session', `stored sign-in unreadable: ${String(error)}`)
    return nobody
  }
}

export const useSession = create<Session>((set) => ({
  ...readStored(),

  async signIn({ loginName, password, verifycode, verifyKey }) {
    const hashed = passwordDigest(password, config().adapter.password)
    const { userInfo, sessionId } = await request(login, {
      body: { loginName, password: hashed, verifycode, verifyKey },
    })
    localStorage.setItem(STORED_KEY, JSON.stringify({ userInfo, sessionId }))
    set({ userInfo, sessionId, ...grantOf(userInfo) })
    return userInfo
  },

  async signOut() {
    try {
      await request(logout)
    } catch (error) {
      noteProblem('session.logout', String(error))
    }
  },
}))

setSessionId(useSession.getState().sessionId)
useSession.subscribe((session) => setSessionId(session.sessionId))

/** Takes over fresh user info from the platform. */
export function updateUserInfo(userInfo: UserInfo): void {
  const { sessionId } = useSession.getState()
  localStorage.setItem(STORED_KEY, JSON.stringify({ userInfo, sessionId }))
  useSession.setState({ userInfo, ...grantOf(userInfo) })
}

/** Clears stored data of the user (settings of this browser stay). */
export function forgetSession(): void {
  localStorage.removeItem(STORED_KEY)
  sessionStorage.clear()
  useSession.setState(nobody)
}

/** Whether the signed-in user may open a route. */
export function can(path: string): boolean {
  return isPathPermitted(path, useSession.getState())
}

/** Whether the platform's function mask carries a capability. */
export function hasCapability(capability: Capability): boolean {
  return maskHasCapability(useSession.getState().systemFunction, capability)
}

/** As `can`, redrawing when permissions change. */
export function useCan(path: string): boolean {
  return useSession((session) => isPathPermitted(path, session))
}

export function useHasCapability(capability: Capability): boolean {
  return useSession((session) => maskHasCapability(session.systemFunction, capability))
}
