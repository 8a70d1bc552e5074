import type { Named } from '../../kernel/language.ts'

export type Level = 1 | 2 | 3 | 4

/** A type that comes with the platform. */
export type SystemType = {
  type: string
  name: Named
  level: Level
  subTypes: readonly { subType: string; name: Named; level: Level }[]
}

/** An account whose shield list is seen. */
export type ShieldAccount = {
  userId: number
  loginName: string
  name: string
  roleName: string
  /** Why it may not be changed, after all. */
  refused: 'tooStrong' | null
}

export type AccountsPort = {
  /** Accounts that an account administers, itself included, oldest first. */
  administered(userId: number): readonly ShieldAccount[]
}

export type TypeUsesPort = {
  /** Names of the push rules that name a type: 'type' or 'type-subType'. */
  pushRules(keys: readonly string[]): readonly string[]
}

/** Listeners to changes of types. */
export type TypeNoticesPort = {
  /** Everybody: the types or the levels. */
  typesChanged(): void
  /** The consoles of an account: its shield list. */
  shieldChanged(userId: number): void
}
