import type { AccountsPort, OwnAccountPort, SignInAccount } from '../../areas/session/ports.ts'
import type { Account, StretchedPassword } from '../../areas/users/account.ts'
import type { AccountRepository } from '../../areas/users/account-repository.ts'
import {
  hasDigestForm,
  type PasswordDigest,
  passwordMatches,
  stretchPassword,
} from '../../areas/users/password.ts'
import type { Store } from '../../store/store.ts'

/** No digest stretches to this: it takes the time of a right password when there is no such account. */
const NOBODY: StretchedPassword = { salt: '00'.repeat(16), key: '00'.repeat(32) }

/** The accounts as signing in and the own account see them. */
export function createAccountsPort(
  store: Store,
  repository: AccountRepository,
  settings: { systemFunction: number; passwordDigest: PasswordDigest },
): { accounts: AccountsPort; ownAccount: OwnAccountPort } {
  const seen = (account: Account | undefined): SignInAccount | undefined =>
    account && {
      userId: account.userId,
      loginName: account.loginName,
      name: account.name,
      nodeId: account.nodeId,
      type: account.type,
      firstProcess: account.firstProcess,
      singleLogin: account.singleLogin,
      locked: account.locked,
      theme: account.theme,
      logo: account.logo,
      email: account.email,
      phoneNumber: account.phoneNumber,
      config: account.config,
      systemFunction: account.systemFunction ?? settings.systemFunction,
      permission: repository.permission(account),
      passwordChangedMs: account.passwordChangedMs,
      oneTimeUntilMs: account.oneTimeUntilMs,
    }
  return {
    accounts: {
      version: () => repository.version,
      byId: (userId) => seen(repository.byId(userId)),
      byLoginName: (loginName) => seen(repository.byLoginName(loginName)),
      async passwordMatches(account, digest) {
        const stored = account && repository.byId(account.userId)?.password
        const matches = await passwordMatches(digest, stored ?? NOBODY)
        return stored !== undefined && matches
      },
      hasDigestForm: (digest) => hasDigestForm(digest, settings.passwordDigest),
    },
    ownAccount: {
      async updateProfile(userId, change, actor) {
        await store.write('users.update', { userId, change, action: 'session.updateMyInfo', actor })
        repository.reload()
      },
      async setPassword(userId, digest, actor) {
        await store.write('users.setPassword', { userId, password: await stretchPassword(digest), actor })
        repository.reload()
      },
    },
  }
}
