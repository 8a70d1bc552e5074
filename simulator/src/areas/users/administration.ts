import type { Account } from './account.ts'
import type { AccountBook } from './account-book.ts'

/** Routes that let an account manage accounts: the platform keeps at least one holder. */
export const USER_ADMINISTRATION = '/systemManange/userManage'

/** Whether `viewer` may see and change `account`: everything for type 0, else itself and what it created. */
export function mayAdminister(book: AccountBook, viewer: Account, account: Account): boolean {
  if (viewer.type === 0) return true
  return book.withSubAccounts(viewer.userId).includes(account.userId)
}

/** The accounts that `viewer` may see and change, oldest first. */
export function administered(book: AccountBook, viewer: Account): Account[] {
  if (viewer.type === 0) return book.accounts()
  const own = new Set(book.withSubAccounts(viewer.userId))
  return book.accounts().filter(({ userId }) => own.has(userId))
}

/** Whether every target is among what the granting account may do itself (type 0 may grant everything). */
export function mayGrant(book: AccountBook, granter: Account, targets: readonly string[]): boolean {
  if (granter.type === 0) return true
  const own = new Set(book.permission(granter))
  return targets.every((target) => own.has(target))
}

/**
 * Whether somebody could still manage accounts after a change. `without` are accounts that go or are locked;
 * `rolePermission` and `userRole` tell permissions and roles that differ from today's.
 */
export function administratorsRemain(
  book: AccountBook,
  change: {
    without?: readonly number[]
    rolePermission?: ReadonlyMap<number, readonly string[]>
    userRole?: ReadonlyMap<number, number>
  },
): boolean {
  return book.accounts().some((account) => {
    if (account.locked || change.without?.includes(account.userId)) return false
    const roleId = change.userRole?.get(account.userId) ?? account.roleId
    const permission = change.rolePermission?.get(roleId) ?? book.role(roleId)?.permission ?? []
    return permission.includes(USER_ADMINISTRATION)
  })
}
