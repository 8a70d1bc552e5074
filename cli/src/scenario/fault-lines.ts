import { durationText } from '@backlot/contract/control/duration'
import type { FaultOrder, FaultRecord, FaultStrike } from '@backlot/contract/control/fault-calls'
import { formatDateTime } from '@backlot/contract/time'
import { quoted } from './quoted.ts'

/** Summary of a fault in one line: its parameters, when it was attached, when it struck. */
export function faultLine(record: FaultRecord, withMachine: boolean, zoneMinutes: number): string {
  const moment = ({ platformMs, hostMs }: Pick<FaultStrike, 'platformMs' | 'hostMs'>) => {
    const machine = withMachine ? ` (machine: ${new Date(hostMs).toISOString()})` : ''
    return formatDateTime(Math.floor(platformMs), zoneMinutes) + machine
  }
  const { id, sincePlatformMs, sinceMs, struck, strikes, lastStrike } = record
  const since = `injected ${moment({ platformMs: sincePlatformMs, hostMs: sinceMs })}`
  const [first] = strikes
  const times = `${struck} ${struck === 1 ? 'impact' : 'impacts'}`
  const when = first && lastStrike ? `, first at ${moment(first)}, last at ${moment(lastStrike)}` : ''
  return `fault ${id} ${[...whatLine(record), since, times].join(', ')}${when}`
}

/** Most names in a line; the rest is counted. */
const NAMED = 3

function whatLine({ target, probability, schedule, parameters, seed }: FaultRecord): string[] {
  const aim = Object.entries(target).map(([name, value]) => {
    if (!Array.isArray(value)) return `${name} ${String(value)}`
    const more = value.length > NAMED ? ` and ${value.length - NAMED} more` : ''
    return `${name} ${value.slice(0, NAMED).join(' ')}${more}`
  })
  const times = Object.entries(schedule).map(([name, ms]) => `${name.replace(/Ms$/, '')} ${durationText(ms)}`)
  const values = Object.entries(parameters).map(([name, value]) => `${name}=${String(value)}`)
  return [
    ...values,
    ...aim,
    ...(probability < 1 ? [`probability ${probability}`] : []),
    ...times,
    `seed ${seed}`,
  ]
}

/** The command that attaches a fault again, as it was ordered. */
export function faultAddCommand(order: FaultOrder, control?: string): string {
  const { fault, target, probability, schedule, parameters, seed } = order
  const list = (flag: string, values: readonly (string | number)[] | undefined) =>
    values ? [`--${flag} ${quoted(values.join(','))}`] : []
  const span = (flag: string, ms: number | undefined) => (ms === undefined ? [] : [`--${flag} ${ms}ms`])
  return [
    `npx backlot fault add ${fault}`,
    ...Object.entries(parameters).map(([name, value]) => quoted(`${name}=${String(value)}`)),
    ...list('paths', target.paths),
    ...list('accounts', target.accounts),
    ...list('devices', target.devices),
    ...list('kinds', target.kinds),
    ...list('groups', target.groups),
    ...(target.share === undefined ? [] : [`--share ${target.share}`]),
    ...list('protocols', target.protocols),
    ...(probability < 1 ? [`--probability ${probability}`] : []),
    ...span('after', schedule.afterMs),
    ...span('for', schedule.forMs),
    ...span('every', schedule.everyMs),
    ...span('strike', schedule.strikeMs),
    ...(seed === undefined ? [] : [`--fault-seed ${seed}`]),
    ...(control === undefined ? [] : [`--control ${quoted(control)}`]),
  ].join(' ')
}
