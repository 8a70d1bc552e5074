import { z } from 'zod'
import { get, post } from '../call.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { oneLine } from '../texts.ts'
import { QUANTITY_LIMITS, QUANTITY_SORTS } from './constants.ts'

/**
 * The dictionary of sensing quantities: how a contaminant code is named, in which unit and with how many decimals it is
 * shown, how its values are converted, and its limits. Contaminant code, units, conversion and decimals are stated.
 */
const assumed = { origin: 'assumed', whenMissing: 'disable' } as const
const access = {
  kind: 'routes',
  routes: ['/systemManange/senseDictionary'],
  anyOf: ['hjt212', 'gasSeneor'],
} as const
/** Accounts that enter sensors choose their quantities. */
const seenBy = { ...access, routes: [...access.routes, '/systemManange/senseController'] } as const
/** Contaminant codes as HJ 212 writes them. */
const code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9.]{0,15}$/, 'use letters, digits and dots only')

const fields = {
  nameZh: oneLine(1, 32),
  nameEn: oneLine(1, 32),
  unit: oneLine(0, 16),
  /** Shown value = factor × reported value + offset. */
  factor: z.number().positive().max(1e9),
  offset: z.number().min(-1e9).max(1e9),
  decimals: z.number().int().min(0).max(QUANTITY_LIMITS.decimals),
  /** In the shown unit; null: none. */
  low: z.number().nullable(),
  high: z.number().nullable(),
}
const inOrder = ({ low, high }: { low: number | null; high: number | null }) =>
  low === null || high === null || low < high
const order = { path: ['high'], message: 'the upper limit must be above the lower one' }

export const SenseQuantity = z.object({
  code: z.string(),
  ...fields,
  nameZh: z.string(),
  nameEn: z.string(),
  unit: z.string(),
  icon: z.string(),
  /** The unit that stations report in. */
  reportedUnit: z.string(),
  /** Came with the platform: it can be put back, not deleted. */
  system: z.boolean(),
  changed: z.boolean(),
  version: z.number().int(),
})
export type SenseQuantity = z.infer<typeof SenseQuantity>

export const NewQuantity = z.object({ code, ...fields })
export type NewQuantity = z.infer<typeof NewQuantity>

export const listQuantities = get('/sensor/dictionary/list', {
  name: 'sensors.quantities',
  summary: 'Sensing quantities: built-in ones, with their changes, and added ones.',
  ...assumed,
  access: seenBy,
  query: z.object({
    ...pageQuery(20, 500),
    text: z.string().max(64).optional().describe('part of the code or of a name'),
    changed: z.coerce.number().int().min(0).max(1).optional(),
    sort: z.enum(QUANTITY_SORTS).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  data: pageOf(SenseQuantity),
})
export const addQuantity = post('/sensor/dictionary/add', {
  name: 'sensors.addQuantity',
  summary: 'Adds a quantity with a new code.',
  ...assumed,
  access,
  changes: 'platform',
  body: NewQuantity.refine(inOrder, order),
  data: nothing,
})
export const updateQuantity = post('/sensor/dictionary/update', {
  name: 'sensors.updateQuantity',
  summary:
    'Changes how a quantity is displayed and checked, for all readings from then on. Refused (409) if someone else has changed it since the given version.',
  ...assumed,
  access,
  changes: 'platform',
  body: NewQuantity.extend({ version: z.number().int() }).refine(inOrder, order),
  data: nothing,
})
export const deleteQuantity = post('/sensor/dictionary/delete', {
  name: 'sensors.deleteQuantity',
  summary: 'Deletes an added quantity, or resets a built-in one.',
  ...assumed,
  access,
  changes: 'platform',
  body: z.object({ code }),
  data: nothing,
})

export const DICTIONARY_CALLS = [listQuantities, addQuantity, updateQuantity, deleteQuantity]
