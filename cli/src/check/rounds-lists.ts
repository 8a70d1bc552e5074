import {
  addPushRule,
  deletePushRule,
  listPushRules,
  rotatePushSecret,
  updatePushRule,
} from '@backlot/contract/alarm-push/calls'
import { addAlarmType, deleteAlarmType, updateAlarmType } from '@backlot/contract/alarm-types/calls'
import { alarmTypes as alarmTypeList } from '@backlot/contract/alarms/calls'
import { addDrawing, deleteDrawing, updateDrawing } from '@backlot/contract/map-drawings/calls'
import {
  addQuantity,
  deleteQuantity,
  listQuantities,
  updateQuantity,
} from '@backlot/contract/sensors/dictionary-calls'
import { addTemplate, deleteTemplate, listTemplates, updateTemplate } from '@backlot/contract/templates/calls'
import { deleteVersion, uploadVersion } from '@backlot/contract/upgrades/calls'
import {
  addRole,
  addUser,
  deleteRole,
  deleteUser,
  kickUser,
  updateRole,
  updateUser,
} from '@backlot/contract/users/calls'
import {
  addWorkspace,
  deleteWorkspace,
  listWorkspaces,
  updateWorkspace,
} from '@backlot/contract/workspaces/calls'
import { type Round, versionOf } from './write-round.ts'

/** Roles and users: a role without permissions, and a user who has it. */
export const people: Round = async (bench, name) => {
  const role = await bench.make(addRole, { body: { name: `check ${name}`, permission: [] } })
  if (!role) return
  const { roleId } = role
  const undoRole = bench.made(`role check ${name}`, deleteRole, () => ({ roleId }))
  await bench.make(updateRole, { body: { roleId, name: `check 2 ${name}` } })
  const password = bench.freshPassword()
  const user = await bench.make(addUser, {
    body: { loginName: name, name: `check ${name}`, password, roleId },
  })
  if (user) {
    const { userId } = user
    const undoUser = bench.made(`user ${name}`, deleteUser, () => ({ userId }))
    await bench.make(updateUser, { body: { userId, name: `check 2 ${name}` } })
    await bench.make(kickUser, { body: { userId } })
    await undoUser.now()
  }
  await undoRole.now()
}

export const workspaces: Round = async (bench, name) => {
  const made = await bench.make(addWorkspace, {
    body: { name: `check ${name}`, path: '/index', query: { state: '1' } },
  })
  if (!made) return
  const { id } = made
  const undo = bench.made(`workspace check ${name}`, deleteWorkspace, () => ({ id }))
  const version = () => versionOf(bench, listWorkspaces, {}, ({ id: other }) => other === id)
  await bench.make(updateWorkspace, { body: { id, version: await version(), name: `check 2 ${name}` } })
  await undo.now()
}

export const alarmTypes: Round = async (bench, name) => {
  const look = { nameZh: `check ${name}`, nameEn: `check ${name}`, level: 4, colour: null }
  const made = await bench.make(addAlarmType, { body: { ...look, parentId: 0, type: `Check-${name}` } })
  if (!made) return
  const { id } = made
  const version = () => versionOf(bench, alarmTypeList, {}, ({ id: other }) => other === id)
  const undo = bench.made(`alarm type Check-${name}`, deleteAlarmType, async () => ({
    id,
    version: await version(),
  }))
  await bench.make(updateAlarmType, { body: { ...look, level: 3, id, version: await version() } })
  await undo.now()
}

/**
 * An address that the first entry of a platform's allow list lets through: a host, '*.' before one, an address or a
 * network, with a port or without. Undefined: nothing is allowed.
 */
function hookAt(allowed: unknown): string | undefined {
  const entry: unknown = Array.isArray(allowed) ? allowed[0] : undefined
  if (typeof entry !== 'string') return undefined
  const host = entry.replace(/^\*/, 'check').replace(/\/\d+/, '')
  if (/^[^:]+:\d+$|\]:\d+$/.test(host)) return `http://${host}/check`
  return `http://${host.includes(':') ? `[${host}]` : host}:65535/check`
}

/** A rule that is off: nothing is ever sent. */
export const alarmPush: Round = async (bench, name) => {
  const allowed = await bench.field(listPushRules, { pageSize: 1 }, 'allowed')
  const url = hookAt(allowed)
  if (url === undefined) return bench.skip(addPushRule, 'the platform allows alarms to no host')
  const rule = {
    name: `check ${name}`,
    url,
    types: [],
    levels: [],
    nodeIds: [],
    sns: [],
    events: ['start' as const],
    weekdays: [],
    fromMinute: 0,
    toMinute: 1440,
    enabled: false,
  }
  const made = await bench.make(addPushRule, { body: rule })
  if (!made) return
  const { id } = made
  const version = () => versionOf(bench, listPushRules, { pageSize: 100 }, ({ id: other }) => other === id)
  const undo = bench.made(`push rule check ${name}`, deletePushRule, async () => ({
    id,
    version: await version(),
  }))
  await bench.make(updatePushRule, {
    body: { ...rule, name: `check 2 ${name}`, id, version: await version() },
  })
  await bench.make(rotatePushSecret, { body: { id, version: await version() } })
  await undo.now()
}

export const quantities: Round = async (bench, name) => {
  const code = name
  const fields = {
    code,
    nameZh: `check ${name}`,
    nameEn: `check ${name}`,
    unit: 'm',
    factor: 1,
    offset: 0,
    decimals: 1,
    low: null,
    high: null,
  }
  if (!(await bench.make(addQuantity, { body: fields }))) return
  const undo = bench.made(`quantity ${code}`, deleteQuantity, () => ({ code }))
  const version = await versionOf(bench, listQuantities, { text: code }, (row) => row['code'] === code)
  await bench.make(updateQuantity, { body: { ...fields, decimals: 2, version } })
  await undo.now()
}

export const drawings: Round = async (bench, name) => {
  const { longitude = 0, latitude = 0 } = bench.known.place() ?? {}
  const drawing = {
    name: `check ${name}`,
    type: 'point' as const,
    points: [[longitude, latitude] as [number, number]],
    style: { colour: '#ff0000' },
    zoom: 16,
  }
  const made = await bench.make(addDrawing, { body: drawing })
  if (!made) return
  const undo = bench.made(`drawing check ${name}`, deleteDrawing, () => ({ id: made.id }))
  await bench.make(updateDrawing, { body: { id: made.id, name: `check 2 ${name}` } })
  await undo.now()
}

/** Of meetings: a generic one would change the recording of devices. */
export const templates: Round = async (bench, name) => {
  const fields = { kind: 1 as const, name: `check ${name}`, membersMax: 2, joinMuted: true }
  const made = await bench.make(addTemplate, { body: fields })
  if (!made) return
  const { id } = made
  const undo = bench.made(`template check ${name}`, deleteTemplate, () => ({ id }))
  const query = { text: `check ${name}` }
  const version = await versionOf(bench, listTemplates, query, ({ id: other }) => other === id)
  await bench.make(updateTemplate, { body: { ...fields, membersMax: 3, id, version } })
  await undo.now()
}

/** A file that no device is ordered to install. */
export const versions: Round = async (bench, name) => {
  const made = await bench.make(uploadVersion, {
    query: { filename: `${name}.bin`, name: `check ${name}`, version: '0.0.1' },
    bytes: Buffer.from(`check ${name}`),
  })
  if (!made) return
  await bench.made(`version check ${name}`, deleteVersion, () => ({ id: made.id })).now()
}
