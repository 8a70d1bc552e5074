import { PlusOutlined } from '@ant-design/icons'
import type { QueryIn } from '@backlot/contract/call'
import { listRoles, listUsers } from '@backlot/contract/users/calls'
import type { User } from '@backlot/contract/users/entities'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isUnbounded } from '../../app/permission.ts'
import { useSession } from '../../app/session-store.ts'
import { useText } from '../../language/language.ts'
import { useGroupTree } from '../../parts/device-tree/use-group-tree.ts'
import { TableScreen } from '../../parts/table-screen/table-screen.tsx'
import type { TableDescription } from '../../parts/table-screen/table-screen-types.ts'
import { request } from '../../platform/client.ts'
import { NameFilter } from './name-filter.tsx'
import { useNameSearch } from './use-name-search.ts'
import { userActions } from './user-actions.ts'
import { userColumns } from './user-columns.tsx'
import { addUserForm, editUserForm } from './user-form.ts'
import './users-screen.css'

/** Roles to choose from: as many as the platform answers at once. */
const MOST_ROLES = 500

/** Accounts: who there is, what they may do, and everything that can be done to them. */
export function UsersScreen() {
  const t = useText('admin')
  const shell = useText('shell')
  const own = useSession((session) => session.userInfo)
  const { name } = useNameSearch()
  const groups = useGroupTree()
  const known = useQuery({
    queryKey: ['roles', 'choice'],
    queryFn: ({ signal }) =>
      request(listRoles, { query: { pageSize: MOST_ROLES, sort: 'name', order: 'asc' }, signal }),
  })
  const columns = useMemo(() => userColumns(t, own?.userId), [t, own?.userId])
  const roles = (known.data?.list ?? []).filter(({ assignable }) => assignable)
  const choices = { t, shell, roles, groups, isUnbound: isUnbounded(own) }

  const description: TableDescription<User> = {
    name: 'users',
    title: t('user.title'),
    columns,
    rowKey: (user) => String(user.userId),
    fetch: (query, signal) =>
      request(listUsers, { query: { ...query, name } as QueryIn<typeof listUsers>, signal }),
    fetchKey: [name],
    defaultPageSize: 50,
    defaultSort: { key: 'loginName', order: 'asc' },
    empty: t('user.none'),
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
      ...userActions(t, own?.userId),
    ],
    rowActionsWidth: 212,
  }
  return (
    <TableScreen
      description={description}
      filters={<NameFilter label={t('user.search')} placeholder={t('user.searchHint')} />}
    />
  )
}
