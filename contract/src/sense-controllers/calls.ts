import { z } from 'zod'
import { get, post } from '../call.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { LIMITS } from '../limits.ts'
import { BAUD_RATES, SENSOR_KINDS } from './constants.ts'
import { ControllerChannel, NewController, ProbeAnswer, SenseController } from './entities.ts'
import { ADDRESS_RANGE } from './modbus.ts'

/** Sensors for RS-485 lines, and their addresses on stations' lines. */
const assumed = { origin: 'assumed', whenMissing: 'disable' } as const
const access = {
  kind: 'routes',
  routes: ['/systemManange/senseController'],
  anyOf: ['hjt212', 'gasSeneor'],
} as const
/** Accounts that see stations see the sensors on their lines. */
const seenBy = { ...access, routes: [...access.routes, '/senseDevice'] } as const

const sn = z.string().min(1).max(64)
const id = z.number().int()
const version = z.number().int()
const address = z.number().int().min(ADDRESS_RANGE.min).max(ADDRESS_RANGE.max)
const baudRate = z
  .number()
  .int()
  .refine((rate) => BAUD_RATES.some((known) => known === rate))

const CONTROLLER_SORTS = ['number', 'name', 'model', 'factory', 'ctrlType', 'address', 'used'] as const

export const listControllers = get('/sensorCtrl/list', {
  name: 'senseControllers.list',
  summary: 'Sensors for RS-485 lines: built-in and added ones. Path, paging, name and ctrlType are stated.',
  origin: 'stated',
  access: seenBy,
  query: z.object({
    ...pageQuery(20, LIMITS.sensorControllerPageSize),
    name: z.string().max(64).optional().describe('part of number, name, model or factory'),
    ctrlType: z.coerce
      .number()
      .int()
      .min(0)
      .max(SENSOR_KINDS.length - 1)
      .optional(),
    sort: z.enum(CONTROLLER_SORTS).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  data: pageOf(SenseController),
})
export const addController = post('/sensorCtrl/add', {
  name: 'senseControllers.add',
  summary: 'Adds a sensor with a unique number.',
  ...assumed,
  access,
  changes: 'platform',
  body: NewController,
  data: z.object({ id }),
})
export const updateController = post('/sensorCtrl/update', {
  name: 'senseControllers.update',
  summary:
    'Changes an added sensor. Stations with this sensor on their line use the new settings from then on. Refused (409) if someone else has changed it since the given version.',
  ...assumed,
  access,
  changes: 'platform',
  body: NewController.extend({ id, version }),
  data: nothing,
})
export const deleteController = post('/sensorCtrl/delete', {
  name: 'senseControllers.delete',
  summary: 'Deletes an added sensor. Refused (409) while it is on a line.',
  ...assumed,
  access,
  changes: 'platform',
  body: z.object({ id, version }),
  data: nothing,
})

export const listControllerChannels = get('/device/channel/sensorCtrl/list', {
  name: 'senseControllers.channels',
  summary: 'Sensors on the RS-485 line of a station, by address.',
  origin: 'stated',
  access: seenBy,
  query: z.object({ sn }),
  data: z.object({
    list: z.array(ControllerChannel),
    /** Grows with every change of the line. */
    version,
    /** Whether the line is as the station left the factory. */
    asItCame: z.boolean(),
  }),
})
export const addControllerChannel = post('/device/channel/sensorCtrl/add', {
  name: 'senseControllers.addChannel',
  summary:
    'Adds a sensor to the line of a station, at an address. The path is stated, the fields are assumed. Refused (409) if the address is in use, or someone else has changed the line since the given version.',
  origin: 'stated',
  access,
  changes: 'scope',
  body: z.object({ sn, ctrlId: id, address, version }),
  data: z.object({ id }),
})
export const updateControllerChannel = post('/device/channel/sensorCtrl/update', {
  name: 'senseControllers.updateChannel',
  summary: 'Changes the address of a sensor on the line of a station.',
  ...assumed,
  access,
  changes: 'scope',
  body: z.object({ sn, id, address, version }),
  data: nothing,
})
export const deleteControllerChannel = post('/device/channel/sensorCtrl/delete', {
  name: 'senseControllers.deleteChannel',
  summary: 'Removes a sensor from a line. Its quantities are no longer reported; past readings are kept.',
  ...assumed,
  access,
  changes: 'scope',
  body: z.object({ sn, id, version }),
  data: nothing,
})
export const probeController = post('/device/channel/sensorCtrl/test', {
  name: 'senseControllers.probe',
  summary:
    'Sends a command script over the line of a station and answers its reply, raw and decoded. Changes nothing.',
  ...assumed,
  access: seenBy,
  writes: false,
  body: z.object({
    sn,
    script: z.string().max(64),
    baudRate,
    codes: z.array(z.string().max(16)).max(16).describe('quantities of the registers, two registers each'),
  }),
  data: ProbeAnswer,
})

export const SENSE_CONTROLLER_CALLS = [
  listControllers,
  addController,
  updateController,
  deleteController,
  listControllerChannels,
  addControllerChannel,
  updateControllerChannel,
  deleteControllerChannel,
  probeController,
]
