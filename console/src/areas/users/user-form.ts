import { passwordDigest } from '@backlot/contract/adapters/password-digest'
import { addUser, updateUser } from '@backlot/contract/users/calls'
import type { Role, User } from '@backlot/contract/users/entities'
import type { TextKey, Translate } from '../../language/language.ts'
import { passwordFault } from '../../parts/password/password-rules.ts'
import {
  describeForm,
  type FormDescription,
  type FormField,
  type FormTreeNode,
} from '../../parts/table-screen/form-types.ts'
import { request } from '../../platform/client.ts'
import { config } from '../../platform/config.ts'

/** What the forms of accounts choose from. */
export type UserChoices = {
  t: Translate<'admin'>
  /** Texts of the password rules. */
  shell: Translate<'shell'>
  /** Roles that the operator may grant. */
  roles: readonly Role[]
  groups: readonly FormTreeNode[]
  /** The operator sees everything: 'all groups' may be granted. */
  isUnbound: boolean
}

type EditEntry = {
  name: string
  roleId: number | undefined
  nodeId: number | undefined
  singleLogin: boolean
}
type AddEntry = EditEntry & { loginName: string; password: string; verifyPassword: string }

function sharedFields(choices: UserChoices, shown?: User) {
  const { t, roles, groups, isUnbound } = choices
  const known = roles.map(({ roleId, name }) => ({ value: roleId, label: name }))
  const kept = shown && !roles.some(({ roleId }) => roleId === shown.roleId)
  const nodes = isUnbound ? [{ value: 0, title: t('user.allGroups'), children: [...groups] }] : [...groups]
  return {
    role: {
      kind: 'select',
      name: 'roleId',
      label: t('user.role'),
      options: kept ? [...known, { value: shown.roleId, label: shown.roleName }] : known,
      half: true,
    },
    node: { kind: 'tree', name: 'nodeId', label: t('user.node'), nodes, half: true },
    singleLogin: {
      kind: 'switch',
      name: 'singleLogin',
      label: t('user.singleLogin'),
      help: t('user.singleLoginHint'),
    },
  } as const satisfies Record<string, FormField<EditEntry>>
}

/** A new account. Its password is judged here, where the plain text is; only the digest is sent. */
export function addUserForm(choices: UserChoices): FormDescription {
  const { t, shell, isUnbound, groups } = choices
  const { role, node, singleLogin } = sharedFields(choices)
  const fault = (entry: AddEntry) => passwordFault({ ...entry, oldPassword: '' })
  const says = (found: string) => shell(`password.fault.${found}` as TextKey<'shell'>)
  const toBody = (entry: AddEntry) => ({
    loginName: entry.loginName,
    name: entry.name,
    password: passwordDigest(entry.password, config().adapter.password),
    roleId: entry.roleId,
    nodeId: entry.nodeId,
    singleLogin: entry.singleLogin,
  })
  return describeForm<AddEntry>({
    title: t('user.add'),
    okText: t('create'),
    width: 560,
    fields: [
      { kind: 'text', name: 'loginName', label: t('user.loginName'), half: true },
      { kind: 'text', name: 'name', label: t('user.name'), half: true },
      {
        kind: 'password',
        name: 'password',
        label: t('user.password'),
        help: shell('password.rules'),
        meter: true,
        dependsOn: ['loginName'],
        check(entry) {
          // A login name that is not yet typed is in every password.
          const found = fault({ ...entry, loginName: entry.loginName || ' ', verifyPassword: entry.password })
          return found && says(found)
        },
      },
      {
        kind: 'password',
        name: 'verifyPassword',
        label: t('user.passwordAgain'),
        dependsOn: ['password'],
        check: ({ password, verifyPassword }) => (password === verifyPassword ? undefined : says('differ')),
      },
      role,
      node,
      singleLogin,
    ],
    initial: {
      loginName: '',
      name: '',
      password: '',
      verifyPassword: '',
      roleId: undefined,
      nodeId: isUnbound ? 0 : groups[0]?.value,
      singleLogin: false,
    },
    schema: addUser.body,
    toBody,
    async save(entry) {
      await request(addUser, { body: addUser.body.parse(toBody(entry)) })
      return t('user.added', { name: entry.loginName.trim() })
    },
  })
}

/** Changes an account. Only what differs is sent. */
export function editUserForm(choices: UserChoices, user: User, isOwn: boolean): FormDescription {
  const { t } = choices
  const { role, node, singleLogin } = sharedFields(choices, user)
  const toBody = (entry: EditEntry) => ({
    userId: user.userId,
    name: entry.name,
    roleId: entry.roleId,
    nodeId: entry.nodeId,
    singleLogin: entry.singleLogin,
  })
  return describeForm<EditEntry>({
    title: t('user.edit', { name: user.loginName }),
    okText: t('save'),
    width: 560,
    fields: [
      { kind: 'text', name: 'name', label: t('user.name') },
      role,
      { ...node, disabledReason: isOwn ? t('user.ownNode') : undefined },
      singleLogin,
    ],
    initial: { name: user.name, roleId: user.roleId, nodeId: user.nodeId, singleLogin: user.singleLogin },
    editing: true,
    schema: updateUser.body,
    toBody,
    async save(entry) {
      await request(updateUser, { body: updateUser.body.parse(toBody(entry)) })
      return t('user.saved', { name: user.loginName })
    },
  })
}
