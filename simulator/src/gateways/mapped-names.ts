/** Names that a user's mapping may use, checked against what the platform has. */
import { asKind, findKind, knownKinds } from '@backlot/contract/devices/known-kinds'
import { z } from 'zod'
import { ALARM_SUB_TYPES } from '../history/alarm-types/alarm-types.ts'
import { suggestion } from '../kernel/near-name.ts'

/** A kind of devices; the usual one shows readings of any quantity. */
export const mappedKind = z
  .string()
  .transform((name, context) => {
    if (findKind(name)) return asKind(name)
    context.addIssue(`must be one of ${knownKinds().join(', ')}`)
    return z.NEVER
  })
  .default('hj212Station')

/** `Type/SubType` of an alarm. */
export const mappedAlarmType = z.string().transform((name, context) => {
  const [type = '', subType = ''] = name.split('/')
  const names = ALARM_SUB_TYPES.map((known) => `${known.type}/${known.subType}`)
  if (names.includes(name)) return { type, subType }
  context.addIssue(`there is no alarm ${name}.${suggestion(name, names)}`)
  return z.NEVER
})
