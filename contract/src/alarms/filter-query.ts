import { z } from 'zod'

const bit = z.coerce.number().int().min(0).max(1)
/** Several values with commas between. */
const numbers = (pattern: RegExp) => z.string().max(200).regex(pattern)

/** Filters of lists, exports and statistics of alarms (assumed): all of them must match. */
export const alarmFilterQuery = {
  sn: z.string().max(64).optional(),
  monitorId: z.coerce.number().int().min(1).optional().describe('monitoring point of the measurement'),
  devName: z.string().max(64).optional().describe('part of a device name, in either language'),
  type: z.string().max(64).optional(),
  subType: z.string().max(64).optional(),
  kinds: z
    .string()
    .max(4000)
    .regex(/^[A-Za-z0-9_-]+(,[A-Za-z0-9_-]+)*$/)
    .optional()
    .describe("comma-separated 'type' or 'type-subType' ('type-': no sub-type)"),
  nodeId: z.coerce.number().int().optional().describe('group id: only devices below it'),
  nodeOnly: bit.optional().describe('1: only devices directly in the group'),
  state: z.coerce.number().int().min(1).max(2).optional(),
  levels: numbers(/^[1-4](,[1-4])*$/)
    .optional()
    .describe('comma-separated levels of alarm types'),
  processed: bit.optional(),
  processingTypes: numbers(/^\d{1,3}(,\d{1,3})*$/)
    .optional()
    .describe('comma-separated: one of them'),
  processor: z.string().max(64).optional().describe('name of the user who processed it'),
  responseClasses: numbers(/^[0-6](,[0-6])*$/)
    .optional()
    .describe(
      'comma-separated classes of response time: 0 under 60 s, then up to 300, 900, 3600, 14400 and 86400 s, 6 longer',
    ),
  hours: numbers(/^(\d|1\d|2[0-3])(,(\d|1\d|2[0-3]))*$/)
    .optional()
    .describe("comma-separated hours of the platform's day in which the alarms started, 0 to 23"),
  auditState: bit.optional(),
  isRead: bit.optional(),
  alarmSource: bit.optional(),
  text: z
    .string()
    .max(64)
    .optional()
    .describe('part of a name, serial number, id, sequence, monitoring point, processor or remark'),
}
