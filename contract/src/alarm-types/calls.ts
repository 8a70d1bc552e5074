import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { ShieldList } from '../alarms/calls.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { AlarmLevel, AlarmTypeLook, AlarmTypeValue, UserShield } from './entities.ts'

const id = z.number().int()
/** The version of the row that a change was made from. */
const version = z.number().int().min(0)
const changed = 'somebody else changed it since: look again'

export const addAlarmType = post('/alarm/type/add', {
  name: 'alarmTypes.add',
  summary: 'Adds a type (parentId 0) or a sub-type of one.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'platform',
  access: ACCESS.manageAlarmTypes,
  idempotencyKey: true,
  body: AlarmTypeLook.extend({ parentId: id.min(0), type: AlarmTypeValue }),
  data: z.object({ id }),
  codes: { 409: 'there is such a type already, or there are too many' },
})

export const updateAlarmType = post('/alarm/type/update', {
  name: 'alarmTypes.update',
  summary: 'Changes names, level and colour of a type, a system one too. Its value stays: alarms carry it.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'platform',
  access: ACCESS.manageAlarmTypes,
  body: AlarmTypeLook.extend({ id, version }),
  data: nothing,
  codes: { 409: changed },
})

export const deleteAlarmType = post('/alarm/type/delete', {
  name: 'alarmTypes.delete',
  summary:
    'Deletes a type with its sub-types. Refused for built-in types, and while alarms or push rules use it. It is removed from shield lists.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'platform',
  access: ACCESS.manageAlarmTypes,
  body: z.object({ id, version }),
  data: nothing,
  codes: { 409: 'a system type, in use, or changed since' },
})

export const restoreAlarmType = post('/alarm/type/restore', {
  name: 'alarmTypes.restore',
  summary: 'Gives a system type the names, level and colour back that it came with.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'platform',
  access: ACCESS.manageAlarmTypes,
  body: z.object({ id, version }),
  data: nothing,
  codes: { 409: changed },
})

export const listAlarmLevels = get('/alarm/level/list', {
  name: 'alarmTypes.levels',
  summary: 'Colour and tone of each level.',
  origin: 'assumed',
  whenMissing: 'fallback',
  access: ACCESS.signedIn,
  query: emptyQuery,
  data: z.object({ list: z.array(AlarmLevel) }),
})

export const updateAlarmLevel = post('/alarm/level/update', {
  name: 'alarmTypes.updateLevel',
  summary: 'Changes colour and tone of a level.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'platform',
  access: ACCESS.manageAlarmTypes,
  body: AlarmLevel,
  data: nothing,
  codes: { 409: changed },
})

export const listUserShields = get('/alarm/shield/users', {
  name: 'alarmTypes.userShields',
  summary: 'Shield lists of the accounts that the caller administers, the own one among them.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.manageAlarmTypes,
  query: z.object({ ...pageQuery(20, 500), name: z.string().max(64).optional() }),
  data: pageOf(UserShield),
})

export const setUserShield = post('/alarm/shield/set', {
  name: 'alarmTypes.setUserShield',
  summary:
    'Replaces the shield list of an account that the caller administers; its consoles follow at once. before is the list that it was made from.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'own',
  access: ACCESS.manageAlarmTypes,
  body: z.object({ userId: id, shieldList: ShieldList, before: ShieldList.optional() }),
  data: nothing,
  codes: { 409: changed },
})

export const ALARM_TYPE_CALLS = [
  addAlarmType,
  updateAlarmType,
  deleteAlarmType,
  restoreAlarmType,
  listAlarmLevels,
  updateAlarmLevel,
  listUserShields,
  setUserShield,
]
