import { addRole, updateRole } from '@backlot/contract/users/calls'
import type { Role } from '@backlot/contract/users/entities'
import type { Translate } from '../../language/language.ts'
import { describeForm, type FormDescription } from '../../parts/table-screen/form-types.ts'
import { request } from '../../platform/client.ts'
import { PermissionChoice } from './permission-choice.tsx'
import { sameGrants } from './permission-tree.ts'

type Entry = { name: string; permission: readonly string[] }

const WIDTH_PX = 600
const targets = (paths: readonly string[]) => paths.map((target) => ({ target }))

const fields = (t: Translate<'admin'>): FormDescription<Entry>['fields'] => [
  { kind: 'text', name: 'name', label: t('role.name') },
  {
    kind: 'custom',
    name: 'permission',
    label: t('role.permission'),
    help: t('role.permissionHint'),
    control: <PermissionChoice />,
  },
]

/** A new role; it starts with the home page. */
export function addRoleForm(t: Translate<'admin'>): FormDescription {
  const toBody = ({ name, permission }: Entry) => ({ name, permission: targets(permission) })
  return describeForm<Entry>({
    title: t('role.add'),
    okText: t('create'),
    width: WIDTH_PX,
    fields: fields(t),
    initial: { name: '', permission: ['/index'] },
    schema: addRole.body,
    toBody,
    async save(entry) {
      await request(addRole, { body: toBody(entry) })
      return t('role.added', { name: entry.name.trim() })
    },
  })
}

/** Changes a role. Only what differs is sent: whoever has the role is told of changed permissions. */
export function editRoleForm(t: Translate<'admin'>, role: Role): FormDescription {
  const before = role.permission.map(({ target }) => target)
  const toBody = ({ name, permission }: Entry) => ({
    roleId: role.roleId,
    name,
    ...(!sameGrants(before, permission) && { permission: targets(permission) }),
  })
  return describeForm<Entry>({
    title: t('role.edit', { name: role.name }),
    okText: t('save'),
    width: WIDTH_PX,
    fields: fields(t),
    initial: { name: role.name, permission: before },
    editing: true,
    schema: updateRole.body,
    toBody,
    async save(entry) {
      await request(updateRole, { body: toBody(entry) })
      return t('role.saved', { name: entry.name.trim() })
    },
  })
}
