import { z } from 'zod'
import {
  BAUD_RATES,
  CONTROLLER_LIMITS,
  CONTROLLER_NUMBER,
  CONTROLLER_TEXT,
  PROBE_RESULTS,
  SENSOR_KINDS,
} from './constants.ts'
import { ADDRESS_RANGE, REGISTERS_A_QUANTITY, readScript } from './modbus.ts'

const text = (min: number, pattern: RegExp) =>
  z.string().trim().min(min).max(CONTROLLER_LIMITS.textMax).regex(pattern)
/** Two characters are a whole name in Chinese. */
const named = text(CONTROLLER_LIMITS.textMin, CONTROLLER_TEXT)
const address = z.number().int().min(ADDRESS_RANGE.min).max(ADDRESS_RANGE.max)
const baudRate = z
  .number()
  .int()
  .refine((rate) => BAUD_RATES.some((known) => known === rate))
const script = z
  .string()
  .trim()
  .max(64)
  .refine((text) => typeof readScript(text) === 'object', 'must be a read request of Modbus RTU with its CRC')
const codes = z
  .array(z.string().min(1).max(16))
  .min(1)
  .max(CONTROLLER_LIMITS.quantities)
  .refine((list) => new Set(list).size === list.length, 'each quantity is allowed once')

/** A sensor for RS-485 lines as its administrators enter it (number, model, factory, script, baud rate, address are stated). */
const fields = {
  /** Its number in the catalogue; no two are equal. */
  number: text(CONTROLLER_LIMITS.numberMin, CONTROLLER_NUMBER),
  name: named,
  model: named,
  factory: named,
  ctrlType: z
    .number()
    .int()
    .min(0)
    .max(SENSOR_KINDS.length - 1)
    .describe('0 air, 1 gas, 2 weather, 3 water, 4 other'),
  /** Read request of Modbus RTU in hex, with its CRC. */
  script,
  baudRate,
  /** Its address on the line when it leaves the factory. */
  address,
  /** Contaminant codes in the order of its registers, two registers each. */
  codes,
}

export const NewController = z.object(fields)
export type NewController = z.infer<typeof NewController>

/** Contradiction between the fields of a sensor; undefined when they agree. */
export function controllerMisfit(
  controller: Pick<NewController, 'script' | 'address' | 'codes'>,
): 'address' | 'registers' | undefined {
  const asked = readScript(controller.script)
  if (typeof asked !== 'object') return undefined
  if (asked.address !== controller.address) return 'address'
  return asked.count === controller.codes.length * REGISTERS_A_QUANTITY ? undefined : 'registers'
}

export const SenseController = z.object({
  id: z.number().int(),
  ...fields,
  script: z.string(),
  /** Came with the platform: it stays as it is. */
  system: z.boolean(),
  /** Places on lines of stations that it has now. */
  used: z.number().int(),
  version: z.number().int(),
})
export type SenseController = z.infer<typeof SenseController>

/** An entry of a station's line: the polled sensor, and how. */
export const BusPoll = z.object({
  id: z.number().int().positive(),
  ctrlId: z.number().int(),
  address,
  baudRate,
  script: z.string().max(64),
  codes: z.array(z.string()),
})
export type BusPoll = z.infer<typeof BusPoll>

/** The list by which a station polls its line; null: as it left the factory. */
export const BusParam = z.object({
  polls: z.array(BusPoll).max(CONTROLLER_LIMITS.perLine).nullable(),
})
export type BusParam = z.infer<typeof BusParam>

/** A controller on a station's line. */
export const ControllerChannel = z.object({
  id: z.number().int(),
  sn: z.string(),
  /** Channel of the line. */
  chnId: z.number().int(),
  ctrlId: z.number().int(),
  number: z.string(),
  name: z.string(),
  model: z.string(),
  address: z.number().int(),
  baudRate: z.number().int(),
  /** With the address that it has here. */
  script: z.string(),
  quantities: z.array(z.object({ code: z.string(), name: z.string(), F: z.string() })),
  /** Codes that the station gets of it. */
  heard: z.array(z.string()),
})
export type ControllerChannel = z.infer<typeof ControllerChannel>
export const ProbeAnswer = z.object({
  result: z.enum(PROBE_RESULTS),
  /** Hex of the sent bytes, and of the received ones (empty: none). */
  request: z.string(),
  answer: z.string(),
  /** Of an exception: 2 is a register that it does not have. */
  exceptionCode: z.number().int().optional(),
  registers: z.array(z.number().int()),
  values: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      V: z.number(),
      F: z.string(),
      decimals: z.number().int(),
    }),
  ),
})
export type ProbeAnswer = z.infer<typeof ProbeAnswer>
