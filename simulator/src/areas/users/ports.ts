import type { Named } from '../../kernel/language.ts'

/** Groups of the device tree, as far as accounts need them. */
export type NodePort = {
  /** Name of a group, or undefined when there is none. 0 is everything. */
  groupName(groupId: number): Named | undefined
  /** Whether `inner` is `outer` or lies below it; 0 holds everything. */
  groupWithin(inner: number, outer: number): boolean
}

/** Open sessions of accounts. */
export type SessionsPort = {
  /** Ends every session of an account and notifies its consoles. Answers their number. */
  endAll(userId: number, notice: 'deleted' | 'updated' | 'kickedOut'): Promise<number>
  /** Notifies the consoles of an account that its permissions have changed. */
  permissionChanged(userId: number): void
  /** How many sessions of an account have not ended. */
  openCount(userId: number): number
  /** Whether sign-in is locked after failures. */
  isLocked(loginName: string): boolean
  /** Forgets the failures of an account. */
  unlock(loginName: string): Promise<void>
}
