/** Names that a user's mapping may use, checked against what the platform has. */
import { DEVICE_KINDS } from '@backlot/contract/devices/kinds'
import { z } from 'zod'
import { ALARM_SUB_TYPES } from '../history/alarm-types/alarm-types.ts'
import { suggestion } from '../kernel/near-name.ts'

const ALARM_NAMES = ALARM_SUB_TYPES.map(({ type, subType }) => `${type}/${subType}`)

/** A kind of devices; the usual one shows readings of any quantity. */
export const mappedKind = z
  .enum(DEVICE_KINDS, `must be one of ${DEVICE_KINDS.join(', ')}`)
  .default('hj212Station')

/** `Type/SubType` of an alarm. */
export const mappedAlarmType = z.string().transform((name, context) => {
  const [type = '', subType = ''] = name.split('/')
  if (ALARM_NAMES.includes(name)) return { type, subType }
  context.addIssue(`there is no alarm ${name}.${suggestion(name, ALARM_NAMES)}`)
  return z.NEVER
})
