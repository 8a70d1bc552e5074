import type { Store } from '../store/store.ts'
import type { AccountsPort, OwnAccountPort, SignInAccount } from './session/ports.ts'
import type { Account, StretchedPassword } from './users/account.ts'
import type { AccountBook } from './users/account-book.ts'
import { hasDigestForm, type PasswordDigest, passwordMatches, stretchPassword } from './users/password.ts'

/** No digest stretches to this: it takes the time of a right password when there is no such account. */
const NOBODY: StretchedPassword = { salt: '00'.repeat(16), key: '00'.repeat(32) }

/** The accounts as signing in and the own account see them. */
export function createAccountsPort(
  store: Store,
  book: AccountBook,
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
      permission: book.permission(account),
      passwordChangedMs: account.passwordChangedMs,
      oneTimeUntilMs: account.oneTimeUntilMs,
    }
  return {
    accounts: {
      version: () => book.version,
      byId: (userId) => seen(book.byId(userId)),
      byLoginName: (loginName) => seen(book.byLoginName(loginName)),
      async passwordMatches(account, digest) {
        const stored = account && book.byId(account.userId)?.password
        const matches = await passwordMatches(digest, stored ?? NOBODY)
        return stored !== undefined && matches
      },
      hasDigestForm: (digest) => hasDigestForm(digest, settings.passwordDigest),
    },
    ownAccount: {
      async updateProfile(userId, change, actor) {
        await store.write('users.update', { userId, change, action: 'session.updateMyInfo', actor })
        book.reload()
      },
      async setPassword(userId, digest, actor) {
        await store.write('users.setPassword', { userId, password: await stretchPassword(digest), actor })
        book.reload()
      },
    },
  }
}
