import { PlusOutlined } from '@ant-design/icons'
import { listRoles, listUsers } from '@backlot/contract/users/calls'
import { USER_TYPES } from '@backlot/contract/users/constants'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ShownOnceDialog } from '../../components/shown-once/shown-once-dialog.tsx'
import { useGroupTree } from '../../features/device-tree/use-group-tree.ts'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { isUnbounded } from '../../session/permission.ts'
import { useSession } from '../../session/session-store.ts'
import { type OneTimePassword, userActions } from './user-actions.ts'
import { userColumns } from './user-columns.tsx'
import { addUserForm, editUserForm } from './user-form.tsx'
import './users-screen.css'

/** Roles to choose from: as many as the platform answers at once. */
const MOST_ROLES = 500

/** Accounts: all of them, their permissions, and all actions on them. */
export function UsersScreen() {
  const t = useText('users')
  const shell = useText('shell')
  const account = useText('account')
  const own = useSession((session) => session.userInfo)
  const [told, setTold] = useState<OneTimePassword>()
  const groups = useGroupTree()
  const known = useQuery({
    queryKey: ['roles', 'choice'],
    queryFn: ({ signal }) =>
      request(listRoles, { query: { pageSize: MOST_ROLES, sort: 'name', order: 'asc' }, signal }),
  })
  const columns = useMemo(() => userColumns(t, shell, own?.userId), [t, shell, own?.userId])
  const roles = (known.data?.list ?? []).filter(({ assignable }) => assignable)
  const isAdministrator = own?.type === USER_TYPES.administrator
  const choices = {
    t,
    account,
    roles,
    groups,
    isUnbound: isUnbounded(own),
    mayGiveType: isAdministrator && isUnbounded(own),
    mayProcessAgain: isAdministrator || own?.firstProcess !== 1,
  }

  const description = listTable(listUsers, {
    name: 'users',
    title: t('user.title'),
    columns,
    rowKey: (user) => String(user.userId),
    filters: [{ kind: 'text', key: 'name', label: t('user.search'), placeholder: t('user.searchHint') }],
    defaultPageSize: 50,
    defaultSort: { key: 'loginName', order: 'asc' },
    actions: [
      {
        key: 'add',
        label: t('user.add'),
        icon: <PlusOutlined />,
        disabledReason: () => (known.error ? t('user.noRoles') : undefined),
        form: () => addUserForm(choices),
      },
    ],
    rowActions: [
      {
        key: 'edit',
        label: t('edit'),
        disabledReason: (user) => (user.refused === null ? undefined : t(`user.refused.${user.refused}`)),
        form: (user) => editUserForm(choices, user, user.userId === own?.userId),
      },
      ...userActions(t, own?.userId, setTold),
    ],
    rowActionsWidth: 224,
    details: {
      groups: [
        { title: t('user.permissions'), columns: ['roleName', 'nodeName', 'type', 'processAgain', 'point'] },
        { title: t('user.signIns'), columns: ['sessions', 'singleLogin'] },
        { title: t('user.contact'), columns: ['email', 'phoneNumber'] },
      ],
    },
  })
  return (
    <>
      <TableScreen description={description} />
      {told && (
        <ShownOnceDialog
          title={t('user.resetTitle', { name: told.loginName })}
          note={t('user.resetOnce', { count: told.validHours })}
          text={told.password}
          onClose={() => setTold(undefined)}
        />
      )}
    </>
  )
}
