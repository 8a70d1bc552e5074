import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get } from '../call.ts'

const count = z.number().int().nonnegative()

/** Periods of the report: a day by hours, a month by days, a year by months. */
export const RECTIFICATION_UNITS = ['day', 'month', 'year'] as const
export type RectificationUnit = (typeof RECTIFICATION_UNITS)[number]

/** Problems found and their outcomes. orders = inTime + late + open + overdue + rejected. */
export const RectificationSums = z.object({
  orders: count,
  inTime: count,
  late: count,
  open: count,
  overdue: count,
  rejected: count,
  /** Mean seconds from creation to done, of those that are done; null when none is. */
  meanSeconds: z.number().nullable(),
})
export type RectificationSums = z.infer<typeof RectificationSums>

export const rectification = get('/wos/api/work/order/rectification', {
  name: 'workOrders.rectification',
  summary:
    'Problem rectification of a day, a month or a year: the orders created in it, by their current state, in total, by hour, day or month, by group, kind of alarm and person; and the alarms of the same time.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeOrders,
  query: z.object({
    unit: z.enum(RECTIFICATION_UNITS),
    time: z.coerce
      .number()
      .int()
      .min(0)
      .optional()
      .describe('any moment of the period, seconds; default: now'),
    nodeId: z.coerce.number().int().optional().describe('group id: only items below it'),
  }),
  data: z.object({
    unit: z.enum(RECTIFICATION_UNITS),
    /** First and last second of the period. */
    startTime: z.number().int(),
    endTime: z.number().int(),
    /** Alarms that began in the period, and those of them with an order. */
    alarms: count,
    alarmsWithOrder: count,
    sums: RectificationSums,
    /** The period before. */
    before: RectificationSums,
    buckets: z.array(
      RectificationSums.extend({ startTime: z.number().int(), endTime: z.number().int(), alarms: count }),
    ),
    groups: z.array(RectificationSums.extend({ nodeId: z.number().int(), name: z.string(), alarms: count })),
    /** By kind: orders by that of their first alarm, and the alarms of the kind; an empty type: orders made by hand. */
    types: z.array(RectificationSums.extend({ type: z.string(), subType: z.string(), alarms: count })),
    /** By who has the order; userId 0: nobody. */
    persons: z.array(RectificationSums.extend({ userId: z.number().int(), name: z.string() })),
  }),
})
export type Rectification = z.infer<(typeof rectification)['data']>
