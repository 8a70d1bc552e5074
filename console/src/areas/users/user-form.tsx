import { passwordDigest } from '@backlot/contract/adapters/password-digest'
import type { MapPoint } from '@backlot/contract/session/entities'
import { addUser, updateUser } from '@backlot/contract/users/calls'
import { USER_TYPES } from '@backlot/contract/users/constants'
import type { Role, User } from '@backlot/contract/users/entities'
import { passwordFault } from '../../components/password/password-rules.ts'
import {
  describeForm,
  type FormDescription,
  type FormField,
  type FormTreeNode,
} from '../../features/table-screen/form-types.ts'
import type { TextKey, Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { config } from '../../platform/config.ts'
import { PlaceField } from './place-field.tsx'

const WIDTH_PX = 620

/** Choices in the forms of accounts. */
type UserChoices = {
  t: Translate<'users'>
  /** Texts of the password rules. */
  account: Translate<'account'>
  /** Roles that the operator may grant. */
  roles: readonly Role[]
  groups: readonly FormTreeNode[]
  /** The operator sees everything: 'all groups' may be granted. */
  isUnbound: boolean
  /** The operator may make administrators. */
  mayGiveType: boolean
  /** The operator may process alarms again, and allow it to others. */
  mayProcessAgain: boolean
}

type EditEntry = {
  name: string
  email: string
  phoneNumber: string
  roleId: number | undefined
  nodeId: number | undefined
  type: number
  processAgain: boolean
  point: MapPoint | null
  singleLogin: boolean
}
type AddEntry = EditEntry & { loginName: string; password: string; verifyPassword: string }

const firstProcessOf = (processAgain: boolean) => (processAgain ? 0 : 1)

/** Name of a user type; one that the contract does not know is shown as it is. */
export function userTypeText(t: Translate<'users'>, type: number): string {
  if (type === USER_TYPES.administrator) return t('user.types.administrator')
  return type === USER_TYPES.ordinary ? t('user.types.ordinary') : String(type)
}

function sharedFields(choices: UserChoices, shown?: User) {
  const { t, account, roles, groups, isUnbound, mayGiveType, mayProcessAgain } = choices
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
    email: {
      kind: 'text',
      name: 'email',
      label: t('user.email'),
      half: true,
      invalid: account('rule.email'),
    },
    phone: {
      kind: 'text',
      name: 'phoneNumber',
      label: t('user.phone'),
      half: true,
      invalid: account('rule.phone'),
    },
    type: {
      kind: 'select',
      name: 'type',
      label: t('user.type'),
      half: true,
      disabledReason: mayGiveType ? undefined : t('user.typeFixed'),
      options: [...new Set([...Object.values(USER_TYPES), ...(shown ? [shown.type] : [])])].map((value) => ({
        value,
        label: userTypeText(t, value),
      })),
    },
    processAgain: {
      kind: 'switch',
      name: 'processAgain',
      label: t('user.processAgain'),
      half: true,
      help: t('user.processAgainHint'),
      disabledReason: mayProcessAgain ? undefined : t('user.processAgainFixed'),
    },
    place: { kind: 'custom', name: 'point', label: t('user.place'), control: <PlaceField /> },
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
  const { t, account, isUnbound, groups } = choices
  const { role, node, email, phone, type, processAgain, place, singleLogin } = sharedFields(choices)
  const fault = (entry: AddEntry) => passwordFault({ ...entry, oldPassword: '' })
  const says = (found: string) => account(`password.fault.${found}` as TextKey<'account'>)
  const toBody = (entry: AddEntry) => ({
    loginName: entry.loginName,
    name: entry.name,
    password: passwordDigest(entry.password, config().adapter.password),
    roleId: entry.roleId,
    nodeId: entry.nodeId,
    singleLogin: entry.singleLogin,
    type: entry.type,
    firstProcess: firstProcessOf(entry.processAgain),
    email: entry.email,
    phoneNumber: entry.phoneNumber,
    point: entry.point,
  })
  return describeForm<AddEntry>({
    title: t('user.add'),
    okText: t('create'),
    width: WIDTH_PX,
    fields: [
      { kind: 'text', name: 'loginName', label: t('user.loginName'), half: true },
      { kind: 'text', name: 'name', label: t('user.name'), half: true },
      {
        kind: 'password',
        name: 'password',
        label: t('user.password'),
        help: account('password.rules'),
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
      email,
      phone,
      type,
      processAgain,
      place,
      singleLogin,
    ],
    initial: {
      loginName: '',
      name: '',
      email: '',
      phoneNumber: '',
      type: USER_TYPES.ordinary,
      processAgain: false,
      point: null,
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

/**
 * Changes an account. Only changed fields are sent, with the version that the form was opened with: a later change by
 * another operator is refused.
 */
export function editUserForm(choices: UserChoices, user: User, isOwn: boolean): FormDescription {
  const { t } = choices
  const { role, node, email, phone, type, processAgain, place, singleLogin } = sharedFields(choices, user)
  const initial: EditEntry = {
    name: user.name,
    email: user.email,
    phoneNumber: user.phoneNumber,
    roleId: user.roleId,
    nodeId: user.nodeId,
    type: user.type,
    processAgain: user.firstProcess !== 1,
    point: user.point,
    singleLogin: user.singleLogin,
  }
  const toBody = (entry: EditEntry) => {
    const { processAgain: again, ...fields } = entry
    const differing = Object.entries(fields).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name as keyof EditEntry]),
    )
    return {
      userId: user.userId,
      version: user.version,
      ...Object.fromEntries(differing),
      ...(again !== initial.processAgain && { firstProcess: firstProcessOf(again) }),
    }
  }
  const ownReason = isOwn ? t('user.ownType') : undefined
  return describeForm<EditEntry>({
    title: t('user.edit', { name: user.loginName }),
    okText: t('save'),
    width: WIDTH_PX,
    fields: [
      { kind: 'text', name: 'name', label: t('user.name') },
      email,
      phone,
      role,
      { ...node, disabledReason: isOwn ? t('user.ownNode') : undefined },
      { ...type, disabledReason: ownReason ?? type.disabledReason },
      processAgain,
      place,
      singleLogin,
    ],
    initial,
    editing: true,
    schema: updateUser.body,
    toBody,
    async save(entry) {
      await request(updateUser, { body: updateUser.body.parse(toBody(entry)) })
      return t('user.saved', { name: user.loginName })
    },
  })
}
