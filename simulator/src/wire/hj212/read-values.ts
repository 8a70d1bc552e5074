/** Measured values out of a packet's parameters. */
import type { Quantity } from '../../world/types.ts'
import { factorByCode } from './factor-table.ts'
import type { CommandParameters, FactorValues } from './packet.ts'
import { toPlatformUnit, type UnitRules } from './units.ts'
import { parseWireTime } from './wire-time.ts'

export type WireValue = {
  quantity: Quantity | undefined
  code: string
  value: number
  min?: number
  max?: number
  sum?: number
  flag?: string
}

/** Interval of the data that a command carries. */
export const INTERVAL_OF: Readonly<Record<string, 'realtime' | 'minute' | 'hour' | 'day'>> = {
  '2011': 'realtime',
  '2013': 'realtime',
  '2051': 'minute',
  '2052': 'minute',
  '2061': 'hour',
  '2062': 'hour',
  '2031': 'day',
}

/** Suffixes that hold the value itself, best first. */
const VALUE_SUFFIXES = ['Rtd', 'Avg', 'Data', 'ZsRtd', 'ZsAvg', 'Cou'] as const

/** The time that data are of; undefined when there is none that a calendar has. */
export function dataTimeOf({ params }: CommandParameters): number | undefined {
  const text = params.get('DataTime')
  return text === undefined ? undefined : parseWireTime(text)
}

/** Values in the platform's units, in the order of the packet. Anything but numbers is skipped. */
export function readValues({ factors }: CommandParameters, rules: UnitRules): WireValue[] {
  const values: WireValue[] = []
  for (const [code, fields] of factors) {
    const value = firstNumber(fields)
    if (value === undefined) continue
    const row: WireValue = {
      quantity: factorByCode(code)?.quantity,
      code,
      value: toPlatformUnit(code, value, rules),
    }
    const min = numberOf(fields['Min'])
    const max = numberOf(fields['Max'])
    const sum = numberOf(fields['Cou'])
    if (min !== undefined) row.min = toPlatformUnit(code, min, rules)
    if (max !== undefined) row.max = toPlatformUnit(code, max, rules)
    if (sum !== undefined) row.sum = sum
    const flag = fields['Flag']
    if (flag !== undefined) row.flag = flag
    values.push(row)
  }
  return values
}

function firstNumber(fields: FactorValues): number | undefined {
  for (const suffix of VALUE_SUFFIXES) {
    const value = numberOf(fields[suffix])
    if (value !== undefined) return value
  }
  return undefined
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/

/** A decimal number; undefined for anything else. */
export function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  // Digits and one point, as nearly all are, need no expression.
  let points = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 46) points++
    else if (c < 48 || c > 57) points = 2
    if (points > 1) break
  }
  if (points > 1 || text.length <= points) {
    if (!DECIMAL.test(text)) return undefined
  }
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}
