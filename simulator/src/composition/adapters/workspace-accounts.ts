import { toldName } from '../../areas/shared/seeded-names.ts'
import type { AccountRepository } from '../../areas/users/account-repository.ts'
import { administersAll, visibleRoles } from '../../areas/users/administration.ts'
import type { WorkspaceAccountsPort } from '../../areas/workspaces/ports.ts'

/** Routes whose users see the roles of others. */
const SEES_ROLES = ['/systemManange/rolesManage', '/systemManange/userManage']

/** Accounts and roles as workspaces see them. */
export function createWorkspaceAccounts(repository: AccountRepository): WorkspaceAccountsPort {
  return {
    loginName: (userId) => repository.byId(userId)?.loginName ?? '',
    roleId: (userId) => repository.byId(userId)?.roleId,
    roleName(roleId, language) {
      const role = repository.role(roleId)
      return role && toldName('role', role.name, language)
    },
    administersAll(userId) {
      const account = repository.byId(userId)
      return account !== undefined && administersAll(account)
    },
    rolesToShareWith(userId, language) {
      const account = repository.byId(userId)
      if (!account) return []
      const seesRoles = repository.permission(account).some((path) => SEES_ROLES.includes(path))
      const seen = seesRoles ? visibleRoles(repository, account) : []
      return [...new Set([repository.role(account.roleId), ...seen])]
        .filter((role) => role !== undefined)
        .map(({ roleId, name }) => ({ roleId, name: toldName('role', name, language) }))
    },
  }
}
