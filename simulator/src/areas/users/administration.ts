import { ROLE_TYPES } from '@backlot/contract/users/constants'
import type { RoleRefusal } from '@backlot/contract/users/entities'
import type { Account, Role } from './account.ts'
import type { AccountRepository } from './account-repository.ts'
import type { NodePort } from './ports.ts'

/**
 * Whether an account administers the whole platform: user type 0, bounded to no group. Bounded to one, type 0 is an
 * account like others.
 */
export function administersAll({ type, nodeId }: Pick<Account, 'type' | 'nodeId'>): boolean {
  return type === 0 && nodeId === 0
}

/**
 * Accounts that `viewer` may see, oldest first: everybody for an administrator of all, else itself and the accounts it
 * created.
 */
export function administered(repository: AccountRepository, viewer: Account): Account[] {
  if (administersAll(viewer)) return repository.accounts()
  const own = new Set(repository.withSubAccounts(viewer.userId))
  return repository.accounts().filter(({ userId }) => own.has(userId))
}

/** Whether the granting account has every target's permission itself; an administrator of all may grant everything. */
export function mayGrant(
  repository: AccountRepository,
  granter: Account,
  targets: readonly string[],
): boolean {
  if (administersAll(granter)) return true
  const own = new Set(repository.permission(granter))
  return targets.every((target) => own.has(target))
}

/** Whether an account may process an alarm that was processed before. */
export function mayProcessAgain({ type, firstProcess }: Pick<Account, 'type' | 'firstProcess'>): boolean {
  return type === 0 || firstProcess !== 1
}

/** Whether a function mask holds nothing that another lacks; null is the platform's own mask, the widest. */
function maskWithin(inner: number | null, outer: number | null): boolean {
  return outer === null || (inner !== null && (inner & ~outer) === 0)
}

/**
 * Whether `viewer` may change an account that it sees: its own, and those that, with all their sub-accounts, may do
 * and see no more than it does.
 */
export function mayChangeAccount(
  repository: AccountRepository,
  nodes: Pick<NodePort, 'groupWithin'>,
  viewer: Account,
  account: Account,
): boolean {
  if (administersAll(viewer) || account.userId === viewer.userId) return true
  return repository.withSubAccounts(account.userId).every((userId) => {
    const one = repository.byId(userId)!
    return (
      one.type !== 0 &&
      (mayProcessAgain(viewer) || !mayProcessAgain(one)) &&
      maskWithin(one.systemFunction, viewer.systemFunction) &&
      nodes.groupWithin(one.nodeId, viewer.nodeId) &&
      mayGrant(repository, viewer, repository.permission(one))
    )
  })
}

/** Why `viewer` may not change a role; undefined when it may. */
export function roleRefusal(
  repository: AccountRepository,
  viewer: Account,
  role: Role,
): RoleRefusal | undefined {
  if (administersAll(viewer)) return undefined
  const own = repository.withSubAccounts(viewer.userId)
  if (role.type === ROLE_TYPES.administrator || role.ownerId === null || !own.includes(role.ownerId)) {
    return 'notOwn'
  }
  if (!mayGrant(repository, viewer, role.permission)) return 'tooStrong'
  const isHeldByOthers = repository.holders(role.roleId).some(({ userId }) => !own.includes(userId))
  return isHeldByOthers ? 'heldByOthers' : undefined
}

/**
 * Whether `viewer` may give a role to accounts: it grants no more than the viewer has, and comes from the viewer, its
 * sub-accounts, those that created it, or an administrator. A stranger's role it may not: its owner could no longer
 * change it.
 */
export function mayAssign(repository: AccountRepository, viewer: Account, role: Role): boolean {
  if (!mayGrant(repository, viewer, role.permission)) return false
  const owner = role.ownerId === null ? undefined : repository.byId(role.ownerId)
  return (
    administersAll(viewer) ||
    owner === undefined ||
    administersAll(owner) ||
    repository.withSubAccounts(viewer.userId).includes(owner.userId) ||
    repository.withSubAccounts(owner.userId).includes(viewer.userId)
  )
}

/** The roles that `viewer` sees: those that it may assign or change, and those of accounts that it administers. */
export function visibleRoles(repository: AccountRepository, viewer: Account): Role[] {
  if (administersAll(viewer)) return repository.roles()
  const held = new Set(administered(repository, viewer).map(({ roleId }) => roleId))
  return repository
    .roles()
    .filter(
      (role) =>
        held.has(role.roleId) ||
        mayAssign(repository, viewer, role) ||
        roleRefusal(repository, viewer, role) !== 'notOwn',
    )
}
