import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import { type Account, accountOf, type Role, roleOf } from './account.ts'
import { roles, users } from './tables.ts'

/**
 * All accounts and roles in memory, read from the store at start and after every change of theirs. Sign-in and the
 * session check read here and never wait.
 */
export class AccountRepository {
  readonly #store: Store
  #byId = new Map<number, Account>()
  #byLoginName = new Map<string, Account>()
  #roles = new Map<number, Role>()
  #version = 0

  constructor(store: Store) {
    this.#store = store
    this.reload()
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version
  }

  reload(): void {
    const query = queryBuilder(this.#store.read)
    const accounts = query.select().from(users).orderBy(users.id).all().map(accountOf)
    this.#byId = new Map(accounts.map((account) => [account.userId, account]))
    this.#byLoginName = new Map(accounts.map((account) => [account.loginName.toLowerCase(), account]))
    const roleRows = query.select().from(roles).orderBy(roles.id).all()
    this.#roles = new Map(roleRows.map((row) => [row.id, roleOf(row)]))
    this.#version++
  }

  byId(userId: number): Account | undefined {
    return this.#byId.get(userId)
  }

  /** Login names are compared without regard to case. */
  byLoginName(loginName: string): Account | undefined {
    return this.#byLoginName.get(loginName.toLowerCase())
  }

  role(roleId: number): Role | undefined {
    return this.#roles.get(roleId)
  }

  accounts(): Account[] {
    return [...this.#byId.values()]
  }

  roles(): Role[] {
    return [...this.#roles.values()]
  }

  /** Accounts that have a role. */
  holders(roleId: number): Account[] {
    return this.accounts().filter((account) => account.roleId === roleId)
  }

  /** Permission of an account: that of its role. */
  permission(account: Account): readonly string[] {
    return this.#roles.get(account.roleId)?.permission ?? []
  }

  /** An account and all that it created, and they in turn. */
  withSubAccounts(userId: number): number[] {
    const found: number[] = []
    const open = [userId]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (found.includes(id)) continue
      found.push(id)
      for (const account of this.#byId.values()) if (account.creatorId === id) open.push(account.userId)
    }
    return found
  }
}
