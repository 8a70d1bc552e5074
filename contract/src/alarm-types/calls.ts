import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { ShieldList } from '../alarms/calls.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { AlarmLevel, AlarmTypeLook, AlarmTypeValue, UserShield } from './entities.ts'

const id = z.number().int()
/** The version of the row that a change was made from. */
const version = z.number().int().min(0)
const changed = 'changed by somebody else: load it again'

export const addAlarmType = post('/alarm/type/add', {
  name: 'alarmTypes.add',
  summary: 'Adds a type (parentId 0) or a sub-type.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'platform',
  access: ACCESS.manageAlarmTypes,
  idempotencyKey: true,
  body: AlarmTypeLook.extend({ parentId: id.min(0), type: AlarmTypeValue }),
  data: z.object({ id }),
  codes: { 409: 'the type exists already, or there are too many types' },
})

export const updateAlarmType = post('/alarm/type/update', {
  name: 'alarmTypes.update',
  summary:
    'Changes names, level and colour of a type, also of a built-in one. Its value cannot change, because alarms contain it.',
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
  codes: { 409: 'a built-in type, a type in use, or a type changed by somebody else' },
})

export const restoreAlarmType = post('/alarm/type/restore', {
  name: 'alarmTypes.restore',
  summary: 'Resets names, level and colour of a built-in type.',
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
  summary: 'Shield lists of the caller and of the accounts that the caller manages.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.manageAlarmTypes,
  query: z.object({ ...pageQuery(20, 500), name: z.string().max(64).optional() }),
  data: pageOf(UserShield),
})

export const setUserShield = post('/alarm/shield/set', {
  name: 'alarmTypes.setUserShield',
  summary:
    'Replaces the shield list of an account that the caller manages; its consoles follow at once. before is the list that the change is based on.',
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
