import type { UserInfo } from '@backlot/contract/session/entities'

/** An account as signing in needs it. */
export type SignInAccount = {
  userId: number
  loginName: string
  name: string
  nodeId: number
  type: number
  firstProcess: number
  singleLogin: boolean
  locked: boolean
  theme: string
  logo: string
  email: string
  phoneNumber: string
  config: UserInfo['config']
  systemFunction: number
  permission: readonly string[]
  /** Host time. */
  passwordChangedMs: number
  /** Host time until which a one-time password can be used; null: the password is the user's own. */
  oneTimeUntilMs: number | null
}

export type ProfileChange = {
  name?: string
  theme?: string
  logo?: string
  email?: string
  phoneNumber?: string
  config?: string
}

/** The accounts, kept by another area. */
export type AccountsPort = {
  /** Grows with every change of an account or role. */
  version(): number
  byId(userId: number): SignInAccount | undefined
  /** Without regard to case. */
  byLoginName(loginName: string): SignInAccount | undefined
  /** Whether a received digest is the account's; takes as long for an unknown account. */
  passwordMatches(account: SignInAccount | undefined, digest: string): Promise<boolean>
  hasDigestForm(digest: string): boolean
}

/** Changes of the own account. */
export type OwnAccountPort = {
  updateProfile(
    userId: number,
    change: ProfileChange,
    actor: import('../shared/audit.ts').Actor,
  ): Promise<void>
  setPassword(userId: number, digest: string, actor: import('../shared/audit.ts').Actor): Promise<void>
}
