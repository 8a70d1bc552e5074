import { deleteUser, kickUser, resetPassword, updateUser } from '@backlot/contract/users/calls'
import type { User } from '@backlot/contract/users/entities'
import type { TableAction } from '../../features/table-screen/table-screen-types.ts'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

/** A one-time password from the platform, and its account. */
export type OneTimePassword = { loginName: string; password: string; validHours: number }

/** Actions on an account besides editing. Each asks first; none applies to the operator's own account. */
export function userActions(
  t: Translate<'users'>,
  ownId: number | undefined,
  onPassword: (told: OneTimePassword) => void,
): TableAction<User>[] {
  const refused = (user: User) => (user.refused === null ? undefined : t(`user.refused.${user.refused}`))
  const notOwn = (user: User) => (user.userId === ownId ? t('user.notOwn') : refused(user))
  const shownName = ({ name, loginName }: User) => ({ name: `${name} (${loginName})` })
  return [
    {
      key: 'kick',
      label: t('user.kick'),
      inMenu: true,
      disabledReason: notOwn,
      confirm: (user) => ({
        title: t('user.kickAsk', shownName(user)),
        content: t('user.kickHint'),
        okText: t('user.kick'),
      }),
      async run(user) {
        const { sessions } = await request(kickUser, { body: { userId: user.userId } })
        return sessions === 0 ? t('user.notSignedIn') : t('user.kicked', { count: sessions })
      },
    },
    {
      key: 'lock',
      label: t('user.lock'),
      shownFor: (user) => !user.locked,
      disabledReason: notOwn,
      confirm: (user) => ({
        title: t('user.lockAsk', shownName(user)),
        content: t('user.lockHint'),
        okText: t('user.lock'),
      }),
      async run(user) {
        await request(updateUser, { body: { userId: user.userId, locked: true } })
        return t('user.lockedNow', { name: user.loginName })
      },
    },
    {
      key: 'unlock',
      label: t('user.unlock'),
      shownFor: (user) => user.locked,
      disabledReason: refused,
      async run(user) {
        await request(updateUser, { body: { userId: user.userId, locked: false } })
        return t('user.unlockedNow', { name: user.loginName })
      },
    },
    {
      key: 'reset',
      label: t('user.reset'),
      inMenu: true,
      disabledReason: (user) => (user.userId === ownId ? t('user.resetOwn') : refused(user)),
      confirm: (user) => ({
        title: t('user.resetAsk', shownName(user)),
        content: t('user.resetHint'),
        okText: t('user.reset'),
      }),
      async run(user) {
        const { password, validHours } = await request(resetPassword, { body: { userId: user.userId } })
        onPassword({ loginName: user.loginName, password, validHours })
        return t('user.resetDone', { name: user.loginName })
      },
    },
    {
      key: 'delete',
      label: t('delete'),
      danger: true,
      disabledReason: notOwn,
      confirm: (user) => ({
        title: t('user.deleteAsk', shownName(user)),
        content:
          user.subAccounts > 0 ? t('user.deleteWith', { count: user.subAccounts }) : t('user.deleteHint'),
        okText: user.subAccounts > 0 ? t('user.deleteAll', { count: user.subAccounts + 1 }) : t('delete'),
      }),
      async run(user) {
        const { deleted } = await request(deleteUser, { body: { userId: user.userId } })
        return t('user.deleted', { count: deleted.length })
      },
    },
  ]
}
