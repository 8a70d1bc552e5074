import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get, post } from '../call.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { PUSH_STATES } from './constants.ts'
import { PushDelivery, PushRule, PushRuleFields } from './entities.ts'

const access = ACCESS.manageAlarmPush
const id = z.number().int()
const version = z.number().int().min(0)
const Secret = z.string().describe('key for signing requests; shown only once')
const changed = 'changed by somebody else: load it again'

export const listPushRules = get('/alarm/push/list', {
  name: 'alarmPush.list',
  summary: 'Push rules of the caller; for user type 0, all rules. allowed lists the permitted hosts.',
  origin: 'assumed',
  whenMissing: 'hide',
  access,
  query: z.object({ ...pageQuery(20, 100), name: z.string().max(64).optional() }),
  data: pageOf(PushRule).extend({ max: z.number().int(), allowed: z.array(z.string()) }),
})

export const addPushRule = post('/alarm/push/add', {
  name: 'alarmPush.add',
  summary: 'Adds a rule, at most eight. Only this reply contains its secret.',
  origin: 'assumed',
  whenMissing: 'hide',
  access,
  changes: 'own',
  body: PushRuleFields,
  data: z.object({ id, secret: Secret }),
  codes: {
    400: 'the address is refused; msg contains the reason',
    409: 'there are already eight rules, or one with this name',
  },
})

export const updatePushRule = post('/alarm/push/update', {
  name: 'alarmPush.update',
  summary: 'Changes a rule. Waiting requests go to the new address.',
  origin: 'assumed',
  whenMissing: 'hide',
  access,
  changes: 'own',
  body: PushRuleFields.extend({ id, version }),
  data: nothing,
  codes: { 400: 'the address is refused; msg contains the reason', 409: changed },
})

export const deletePushRule = post('/alarm/push/delete', {
  name: 'alarmPush.delete',
  summary: 'Deletes a rule and its waiting requests. Its log remains.',
  origin: 'assumed',
  whenMissing: 'hide',
  access,
  changes: 'own',
  body: z.object({ id, version }),
  data: nothing,
  codes: { 409: changed },
})

export const rotatePushSecret = post('/alarm/push/rotateSecret', {
  name: 'alarmPush.rotateSecret',
  summary: 'Gives a rule a new secret, from the next request on.',
  origin: 'assumed',
  whenMissing: 'hide',
  access,
  changes: 'own',
  body: z.object({ id, version }),
  data: z.object({ secret: Secret }),
  codes: { 409: changed },
})

export const testPushRule = post('/alarm/push/test', {
  name: 'alarmPush.test',
  summary:
    'Sends a signed request without events, once, and answers the result. Also works while the rule is off.',
  origin: 'assumed',
  whenMissing: 'hide',
  access,
  changes: 'own',
  body: z.object({ id }),
  data: PushDelivery,
  codes: { 429: 'a test of this rule is running' },
})

export const listPushLog = get('/alarm/push/log', {
  name: 'alarmPush.log',
  summary: 'Requests of the rules that the caller sees, newest first. Times are machine time.',
  origin: 'assumed',
  whenMissing: 'hide',
  access,
  query: z.object({
    ...pageQuery(20, 500),
    ruleId: z.coerce.number().int().optional(),
    state: z.enum(PUSH_STATES).optional(),
  }),
  data: pageOf(PushDelivery),
})

export const retryPush = post('/alarm/push/retry', {
  name: 'alarmPush.retry',
  summary: 'Resends a failed or waiting request now.',
  origin: 'assumed',
  whenMissing: 'hide',
  access,
  changes: 'own',
  body: z.object({ id: id.describe('id of the request') }),
  data: nothing,
  codes: { 409: 'already delivered, or its content was deleted' },
})

export const ALARM_PUSH_CALLS = [
  listPushRules,
  addPushRule,
  updatePushRule,
  deletePushRule,
  rotatePushSecret,
  testPushRule,
  listPushLog,
  retryPush,
]
