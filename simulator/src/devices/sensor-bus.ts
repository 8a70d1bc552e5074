/**
 * The RS-485 line of a station: which sensors it polls, their answers, and which of its quantities it gets that way. A
 * sensor only answers at its own address and rate; a quantity that is not polled, or polled elsewhere, is not reported.
 */

import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { BusPoll } from '@backlot/contract/sense-controllers/entities'
import {
  bytesOf,
  hasGoodCrc,
  READ_FUNCTIONS,
  REGISTERS_A_QUANTITY,
  readScript,
  scriptOf,
  withCrc,
} from '@backlot/contract/sense-controllers/modbus'
import { QUANTITY_DICTIONARY } from '../world/air/quantity-dictionary.ts'
import { QUANTITIES } from '../world/air/quantity-table.ts'
import type { Quantity } from '../world/types.ts'
import type { DeviceCommand } from './commands.ts'
import { configAt } from './device-config.ts'
import type { WiredSensor } from './device-kind.ts'
import { FACTORY_BAUD_RATE, registersOf, scriptFor } from './factory-sensors.ts'
import { quantitiesOf } from './station-models.ts'
import { wiredSensors } from './wired-sensors.ts'

/** A device with a line. */
export type BusStation = { kind: DeviceKind; model?: string | undefined }

const codeOf = (quantity: Quantity) => QUANTITY_DICTIONARY[quantity].code
/** Contaminant codes of quantities. */
export const codesOf = (quantities: readonly Quantity[]) => quantities.map(codeOf)

/** Exceptions of Modbus: a function, or a register, that the sensor does not have. */
const EXCEPTION = { function: 1, register: 2 } as const

/** Contaminant codes of a device's quantities. */
export const quantityCodesOf = (kind: DeviceKind, model: string | undefined) =>
  codesOf(quantitiesOf(kind, model))

/** Polls of a station on its line at a moment: as set, else every sensor wired to it. */
export function pollsAt(
  { kind, model }: BusStation,
  commands: readonly DeviceCommand[],
  atMs: number,
): readonly BusPoll[] {
  const { polls } = configAt(commands, 'busParam', atMs)
  if (polls) return polls
  return wiredSensors(kind, model).map(({ address, sensor }, i) => ({
    id: i + 1,
    ctrlId: sensor.id,
    address,
    baudRate: FACTORY_BAUD_RATE,
    script: scriptFor(address, sensor.quantities),
    codes: sensor.quantities.map(codeOf),
  }))
}

/** A poll's script as it goes out: with the address that the sensor has on this line. */
export function scriptAt(script: string, address: number): string {
  const asked = readScript(script)
  return typeof asked === 'object' ? scriptOf({ ...asked, address }) : script
}

/** Quantities of a station that a poll brings. */
export function heardBy(station: BusStation, poll: BusPoll): Quantity[] {
  const asked = readScript(poll.script)
  const wired = wiredSensors(station.kind, station.model).find(({ address }) => address === poll.address)
  if (typeof asked !== 'object' || !wired || poll.baudRate !== FACTORY_BAUD_RATE) return []
  const { quantities } = wired.sensor
  if (asked.start + asked.count > registersOf(quantities)) return []
  return quantities.filter((quantity, i) => {
    const register = i * REGISTERS_A_QUANTITY
    const isRead = register >= asked.start && register + REGISTERS_A_QUANTITY <= asked.start + asked.count
    return isRead && poll.codes[(register - asked.start) / REGISTERS_A_QUANTITY] === codeOf(quantity)
  })
}

const absences = new WeakMap<readonly BusPoll[], Map<string, ReadonlySet<Quantity>>>()

/** Quantities that a station has sensors of and does not get at a moment; undefined: it gets all. */
export function absentAt(
  station: BusStation,
  commands: readonly DeviceCommand[],
  atMs: number,
): ReadonlySet<Quantity> | undefined {
  if (commands.length === 0 || wiredSensors(station.kind, station.model).length === 0) return undefined
  const { polls } = configAt(commands, 'busParam', atMs)
  if (!polls) return undefined
  const byStation = absences.get(polls) ?? new Map<string, ReadonlySet<Quantity>>()
  absences.set(polls, byStation)
  const key = `${station.kind} ${station.model ?? ''}`
  const known = byStation.get(key)
  if (known) return known
  const heard = new Set(polls.flatMap((poll) => heardBy(station, poll)))
  const wired = wiredSensors(station.kind, station.model).flatMap(({ sensor }) => sensor.quantities)
  const absent = new Set(wired.filter((quantity) => !heard.has(quantity)))
  byStation.set(key, absent)
  return absent
}

/** Answer on a line to the bytes of a script; undefined when no sensor answers. */
export function answerTo(
  station: BusStation,
  request: string,
  baudRate: number,
  shownBy: (quantity: Quantity) => number,
): number[] | undefined {
  const bytes = bytesOf(request)
  // A sensor that hears noise, or a frame that is not for it, keeps still.
  if (bytes?.length !== 8 || !hasGoodCrc(bytes) || baudRate !== FACTORY_BAUD_RATE) return undefined
  const [address = 0, fn = 0] = bytes
  const wired = wiredSensors(station.kind, station.model).find((each) => each.address === address)
  if (!wired) return undefined
  const refused = (code: number) => withCrc([address, fn | 0x80, code])
  if (!READ_FUNCTIONS.some((known) => known === fn)) return refused(EXCEPTION.function)
  const asked = readScript(request)
  const quantities = wired.sensor.quantities
  if (typeof asked !== 'object' || asked.start + asked.count > registersOf(quantities)) {
    return refused(EXCEPTION.register)
  }
  const data = registersAt(wired, shownBy).slice(asked.start, asked.start + asked.count)
  return withCrc([address, fn, data.length * 2, ...data.flatMap((word) => [word >> 8, word & 0xff])])
}

/** All registers of a sensor: of each quantity the high word, then the low one, in steps of its last decimal. */
function registersAt({ sensor }: WiredSensor, shownBy: (quantity: Quantity) => number): number[] {
  return sensor.quantities.flatMap((quantity) => {
    const steps = Math.round(shownBy(quantity) * 10 ** QUANTITIES[quantity].decimals) | 0
    return [(steps >>> 16) & 0xffff, steps & 0xffff]
  })
}

/** Registers of an answer, and the values that codes make of them. Decimals of a code that no sensor has are 0. */
export function readAnswer(
  answer: readonly number[],
  codes: readonly string[],
  decimalsOf: (code: string) => number,
): { exceptionCode?: number; registers: number[]; values: { code: string; value: number }[] } {
  if ((answer[1] ?? 0) & 0x80) return { exceptionCode: answer[2] ?? 0, registers: [], values: [] }
  const registers: number[] = []
  for (let at = 3; at + 1 < answer.length - 2; at += 2) registers.push(answer[at]! * 256 + answer[at + 1]!)
  const values = codes.flatMap((code, i) => {
    const [high, low] = [registers[2 * i], registers[2 * i + 1]]
    if (high === undefined || low === undefined) return []
    const decimals = decimalsOf(code)
    return [{ code, value: Number((((high << 16) | low) / 10 ** decimals).toFixed(decimals)) }]
  })
  return { registers, values }
}
