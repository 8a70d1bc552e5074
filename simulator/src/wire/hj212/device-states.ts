/** States of a station's devices: run states (CN 2021), hours run (2041), and when it was started (2081). */
import type { CommandParameters } from './packet.ts'
import { dataTimeOf, numberOf } from './read-values.ts'
import { parseWireTime } from './wire-time.ts'

export type StateKind = 'status' | 'runTime' | 'restart'
export type DeviceState = {
  kind: StateKind
  /** Time of the state; undefined when the packet has none. */
  atMs: number | undefined
  /** `SB1-RS`: 0 off, 1 running, 2 calibrating, 3 maintained, 4 alarm, 5 purging; `SB1-RT`: hours; RestartTime: epoch ms. */
  rows: readonly { code: string; value: number }[]
}

export const RESTART_CODE = 'RestartTime'
const SUFFIX_OF: Readonly<Record<string, { kind: StateKind; suffix: 'RS' | 'RT' }>> = {
  '2021': { kind: 'status', suffix: 'RS' },
  '2041': { kind: 'runTime', suffix: 'RT' },
}
const RESTART_CN = '2081'

/** The states of a packet; undefined when it has none. */
export function readDeviceStates(packet: CommandParameters & { cn: string }): DeviceState | undefined {
  const atMs = dataTimeOf(packet)
  if (packet.cn === RESTART_CN) {
    const value = parseWireTime(packet.params.get(RESTART_CODE) ?? '')
    return value === undefined ? undefined : { kind: 'restart', atMs, rows: [{ code: RESTART_CODE, value }] }
  }
  const told = SUFFIX_OF[packet.cn]
  if (!told) return undefined
  const rows: { code: string; value: number }[] = []
  for (const [device, fields] of packet.factors) {
    const value = numberOf(fields[told.suffix])
    if (value !== undefined) rows.push({ code: `${device}-${told.suffix}`, value })
  }
  return rows.length === 0 ? undefined : { kind: told.kind, atMs, rows }
}

const CODE = /^SB(\d{1,4})-(RS|RT)$/

/** Name of a state of a device, with its unit; undefined for codes that are none. */
export function stateEntry(code: string): { zh: string; en: string; unit: string } | undefined {
  const [, number, suffix] = CODE.exec(code) ?? []
  if (suffix === 'RS') return { zh: `设备${number}运行状态`, en: `Device ${number} state`, unit: '' }
  if (suffix === 'RT') return { zh: `设备${number}运行时间`, en: `Device ${number} run time`, unit: 'h' }
  return code === RESTART_CODE ? { zh: '开机时间', en: 'Started', unit: '' } : undefined
}
