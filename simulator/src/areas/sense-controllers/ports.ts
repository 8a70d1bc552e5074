import type { BusPoll, NewController } from '@backlot/contract/sense-controllers/entities'
import type { ScopeIntervals } from '../../calls/scope.ts'
import type { DeviceCondition } from '../../devices/device-condition.ts'
import type { Named } from '../../kernel/language.ts'

/** A sensor that comes with the platform. */
export type FactoryController = Omit<NewController, 'name' | 'factory'> & {
  id: number
  name: Named
  factory: Named
}

/** Quantities as the dictionary has them. */
export type QuantityNamesPort = {
  find(code: string): { nameZh: string; nameEn: string; unit: string } | undefined
  /** Unit and decimals that stations report a quantity in; undefined for those that none of them measures. */
  reportedUnit(code: string): string | undefined
  reportedDecimals(code: string): number | undefined
}

/** RS-485 lines of stations: the polls of a line are a setting of the station and apply from when they are set. */
export type BusPort = {
  mayUse(sn: string, scope: ScopeIntervals): boolean
  /** A station of ours with a line; undefined for others. `chnId` is the channel of the line. */
  station(
    sn: string,
    atMs: number,
  ): { name: Named; online: boolean; condition: DeviceCondition; chnId: number } | undefined
  polls(sn: string, atMs: number): readonly BusPoll[]
  asItCame(sn: string, atMs: number): boolean
  /** How often the line was set. */
  version(sn: string): number
  /** Grows with every change of any line since the start. */
  changes(): number
  set(sn: string, polls: readonly BusPoll[], atMs: number): Promise<void>
  /** Codes that a station gets of a poll. */
  heard(sn: string, poll: BusPoll): readonly string[]
  /** Places on lines by sensor. */
  usedCounts(atMs: number): ReadonlyMap<number, number>
  /** Stations that were set to poll a sensor. */
  askedFor(ctrlId: number, atMs: number): readonly { sn: string; name: Named }[]
  /** A script as it goes out to an address. */
  scriptAt(script: string, address: number): string
  /** Bytes that come back over a line; undefined when nothing does. */
  answer(sn: string, script: string, baudRate: number, atMs: number): readonly number[] | undefined
  /** Content of an answer: registers, and the values that the codes make of them. */
  read(
    answer: readonly number[],
    codes: readonly string[],
    decimalsOf: (code: string) => number,
  ): { exceptionCode?: number; registers: number[]; values: { code: string; value: number }[] }
}
