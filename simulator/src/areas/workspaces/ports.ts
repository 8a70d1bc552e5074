import type { WorkspaceRole } from '@backlot/contract/workspaces/calls'
import type { Language } from '../../kernel/language.ts'

/** What workspaces need to know of accounts. */
export type WorkspaceAccountsPort = {
  /** Login name of an account; empty when there is none any more. */
  loginName(userId: number): string
  /** Role of an account. */
  roleId(userId: number): number | undefined
  /** Name of a role; undefined when there is none any more. */
  roleName(roleId: number, language: Language): string | undefined
  /** Whether an account administers the whole platform. */
  administersAll(userId: number): boolean
  /** Roles that an account may share with: its own, and those that it sees if it may see roles at all. */
  rolesToShareWith(userId: number, language: Language): WorkspaceRole[]
}
