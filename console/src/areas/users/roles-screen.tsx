import { PlusOutlined } from '@ant-design/icons'
import { deleteRole, listRoles } from '@backlot/contract/users/calls'
import { ROLE_TYPES } from '@backlot/contract/users/constants'
import type { Role } from '@backlot/contract/users/entities'
import { useMemo } from 'react'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import { type TextKey, type Translate, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { GRANTABLE, PERMISSION_TREE } from './permission-tree.ts'
import { addRoleForm, editRoleForm, roleTypeText, typeOptions } from './role-form.tsx'

/** Roles with their permissions. A change takes effect at once in every session of their users. */
export function RolesScreen() {
  const t = useText('users')
  const shell = useText('shell')
  const columns = useMemo(() => roleColumns(t, shell), [t, shell])
  const refused = (role: Role) => (role.refused === null ? undefined : t(`role.refused.${role.refused}`))
  const kept = (role: Role) => {
    if (role.type === ROLE_TYPES.administrator) return t('role.builtIn')
    return role.users > 0 ? t('role.inUse', { count: role.users }) : undefined
  }

  const description = listTable(listRoles, {
    name: 'roles',
    title: t('role.title'),
    columns,
    rowKey: (role) => String(role.roleId),
    filters: [
      { kind: 'text', key: 'name', label: t('role.search'), placeholder: t('role.searchHint') },
      { kind: 'choice', key: 'type', label: t('role.type'), options: typeOptions(t) },
    ],
    defaultPageSize: 50,
    defaultSort: { key: 'name', order: 'asc' },
    actions: [{ key: 'add', label: t('role.add'), icon: <PlusOutlined />, form: () => addRoleForm(t) }],
    rowActions: [
      { key: 'edit', label: t('edit'), disabledReason: refused, form: (role) => editRoleForm(t, role) },
      {
        key: 'delete',
        label: t('delete'),
        danger: true,
        disabledReason: (role) => refused(role) ?? kept(role),
        confirm: (role) => ({
          title: t('role.deleteAsk', { name: role.name }),
          content: t('role.deleteHint'),
          okText: t('delete'),
        }),
        async run(role) {
          await request(deleteRole, { body: { roleId: role.roleId } })
          return t('role.deleted', { name: role.name })
        },
      },
    ],
    rowActionsWidth: 120,
  })
  return <TableScreen description={description} />
}

function roleColumns(t: Translate<'users'>, shell: Translate<'shell'>): Column<Role>[] {
  const granted = (role: Role) => new Set(role.permission.map(({ target }) => target))
  return [
    { key: 'name', title: t('role.name'), width: 200, sortable: true, fixed: true },
    {
      key: 'type',
      title: t('role.type'),
      width: 130,
      sortable: true,
      render: (role) => roleTypeText(t, role.type),
    },
    { key: 'ownerName', title: t('role.owner'), width: 110, sortable: true },
    { key: 'users', title: t('role.users'), width: 110, align: 'right', sortable: true },
    {
      key: 'count',
      title: t('role.count'),
      width: 120,
      align: 'right',
      render: (role) => {
        const paths = granted(role)
        return t('role.ofAll', {
          count: GRANTABLE.filter((path) => paths.has(path)).length,
          total: GRANTABLE.length,
        })
      },
    },
    {
      key: 'pages',
      title: t('role.pages'),
      width: 420,
      render: (role) => {
        const paths = granted(role)
        // Pages of the menu, and those below them that have an address of their own.
        const pages = PERMISSION_TREE.flatMap((node) => [
          node,
          ...node.children.filter(({ same }) => same.length > 0),
        ])
        return pages
          .filter(({ route, same }) => [route.path, ...same].some((path) => paths.has(path)))
          .map(({ route }) => shell(`menu.${route.label}` as TextKey<'shell'>))
          .join(' · ')
      },
    },
  ]
}
