import { addRole, updateRole } from '@backlot/contract/users/calls'
import { ADMINISTRATOR_MENUS, ROLE_TYPES } from '@backlot/contract/users/constants'
import type { Role } from '@backlot/contract/users/entities'
import { describeForm, type FormDescription } from '../../features/table-screen/form-types.ts'
import type { TextKey, Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { PermissionChoice } from './permission-choice.tsx'
import { sameGrants } from './permission-tree.ts'

type Entry = { name: string; type: number; permission: readonly string[] }

const WIDTH_PX = 600
const targets = (paths: readonly string[]) => paths.map((target) => ({ target }))

const TYPE_NAMES = Object.entries(ROLE_TYPES)

/** Name of a type of role; one that the contract does not know is shown as it is. */
export function roleTypeText(t: Translate<'users'>, type: number): string {
  const known = TYPE_NAMES.find(([, value]) => value === type)
  return known ? t(`role.types.${known[0]}` as TextKey<'users'>) : String(type)
}

/** All types, to filter by. */
export const typeOptions = (t: Translate<'users'>) =>
  TYPE_NAMES.map(([, value]) => ({ value, label: roleTypeText(t, value) }))

const fields = (t: Translate<'users'>, isBuiltIn = false): FormDescription<Entry>['fields'] => [
  { kind: 'text', name: 'name', label: t('role.name'), half: true },
  {
    kind: 'select',
    name: 'type',
    label: t('role.type'),
    half: true,
    disabledReason: isBuiltIn ? t('role.builtIn') : undefined,
    options: TYPE_NAMES.filter(([, value]) => isBuiltIn || value !== ROLE_TYPES.administrator).map(
      ([, value]) => ({ value, label: roleTypeText(t, value) }),
    ),
  },
  {
    kind: 'custom',
    name: 'permission',
    label: t('role.permission'),
    help: t('role.permissionHint'),
    control: <PermissionChoice kept={isBuiltIn ? ADMINISTRATOR_MENUS : []} />,
  },
]

/** A new role; it starts with the home page. */
export function addRoleForm(t: Translate<'users'>): FormDescription {
  const toBody = ({ name, type, permission }: Entry) => ({ name, type, permission: targets(permission) })
  return describeForm<Entry>({
    title: t('role.add'),
    okText: t('create'),
    width: WIDTH_PX,
    fields: fields(t),
    initial: { name: '', type: ROLE_TYPES.operator, permission: ['/index'] },
    schema: addRole.body,
    toBody,
    async save(entry) {
      await request(addRole, { body: addRole.body.parse(toBody(entry)) })
      return t('role.added', { name: entry.name.trim() })
    },
  })
}

/**
 * Changes a role. Only changed fields are sent, with the version that they were changed from: users with the role are
 * notified of changed permissions.
 */
export function editRoleForm(t: Translate<'users'>, role: Role): FormDescription {
  const before = role.permission.map(({ target }) => target)
  const isBuiltIn = role.type === ROLE_TYPES.administrator
  const toBody = ({ name, type, permission }: Entry) => ({
    roleId: role.roleId,
    version: role.version,
    name,
    ...(type !== role.type && { type }),
    ...(!sameGrants(before, permission) && { permission: targets(permission) }),
  })
  return describeForm<Entry>({
    title: t('role.edit', { name: role.name }),
    okText: t('save'),
    width: WIDTH_PX,
    fields: fields(t, isBuiltIn),
    initial: { name: role.name, type: role.type, permission: before },
    editing: true,
    schema: updateRole.body,
    toBody,
    async save(entry) {
      await request(updateRole, { body: updateRole.body.parse(toBody(entry)) })
      return t('role.saved', { name: entry.name.trim() })
    },
  })
}
