/** Describes a packet in both languages, for people who read raw packets. */
import { formatDateTime } from '@backlot/contract/time'
import { COMMANDS, DATA_FLAGS, SYSTEMS } from './command-table.ts'
import { stateEntry } from './device-states.ts'
import { factorByCode } from './factor-table.ts'
import type { CommandParameters, Packet } from './packet.ts'
import { EXE_RTN_TEXT, QN_RTN_TEXT } from './return-codes.ts'
import { type UnitRules, wireUnitOf } from './units.ts'
import { parseWireTime, WIRE_ZONE_MINUTES } from './wire-time.ts'

type Text = { zh: string; en: string }
export type DescribedField = { key: string; name: Text; value: string; note?: Text }
export type DescribedPacket = {
  cn: string
  command: Text
  st: string
  system: Text
  fields: DescribedField[]
}

const same = (text: string): Text => ({ zh: text, en: text })

const PARAMETERS: Readonly<Record<string, Text>> = {
  DataTime: { zh: '数据时间', en: 'Time of the data' },
  SystemTime: { zh: '系统时间', en: 'System time' },
  BeginTime: { zh: '开始时间', en: 'Begin' },
  EndTime: { zh: '结束时间', en: 'End' },
  RestartTime: { zh: '开机时间', en: 'Start time' },
  RtdInterval: { zh: '实时数据间隔', en: 'Realtime interval' },
  MinInterval: { zh: '分钟数据间隔', en: 'Minute interval' },
  OverTime: { zh: '超时时间', en: 'Time-out' },
  ReCount: { zh: '重发次数', en: 'Resends' },
  QnRtn: { zh: '请求应答', en: 'Request answer' },
  ExeRtn: { zh: '执行结果', en: 'Execution result' },
  QN: { zh: '请求编号', en: 'Request number' },
  PolId: { zh: '污染因子', en: 'Factor' },
  NewPW: { zh: '新密码', en: 'New password' },
}
const PARAMETER_UNITS: Readonly<Record<string, Text>> = {
  RtdInterval: { zh: '秒', en: 's' },
  MinInterval: { zh: '分钟', en: 'min' },
  OverTime: { zh: '秒', en: 's' },
}
const SUFFIXES: Readonly<Record<string, Text>> = {
  Rtd: { zh: '实时值', en: 'now' },
  Avg: { zh: '平均值', en: 'mean' },
  Min: { zh: '最小值', en: 'least' },
  Max: { zh: '最大值', en: 'greatest' },
  Cou: { zh: '累计值', en: 'sum' },
  Flag: { zh: '标记', en: 'mark' },
  ZsRtd: { zh: '折算实时值', en: 'converted, now' },
  ZsAvg: { zh: '折算平均值', en: 'converted mean' },
}
/** Suffixes whose values have no unit of the factor. */
const UNITLESS = new Set(['Flag', 'Info', 'SN', 'RS', 'RT'])

export function describePacket(packet: Packet, units: UnitRules): DescribedPacket {
  return {
    cn: packet.cn,
    command: COMMANDS.get(packet.cn) ?? same(packet.cn),
    st: packet.st,
    system: SYSTEMS[packet.st] ?? same(packet.st),
    fields: describeParameters(packet, units),
  }
}

export function describeParameters(parameters: CommandParameters, units: UnitRules): DescribedField[] {
  const fields: DescribedField[] = []
  for (const [key, value] of parameters.params) {
    const note = noteOf(key, value)
    fields.push({ key, name: PARAMETERS[key] ?? same(key), value, ...(note ? { note } : {}) })
  }
  for (const [code, values] of parameters.factors) {
    for (const [suffix, value] of Object.entries(values)) {
      fields.push(factorField(code, suffix, value, units))
    }
  }
  return fields
}

function factorField(code: string, suffix: string, value: string, units: UnitRules): DescribedField {
  const key = `${code}-${suffix}`
  const state = stateEntry(key)
  if (state) return { key, name: { zh: state.zh, en: state.en }, value }
  const factor = factorByCode(code)
  const says = SUFFIXES[suffix] ?? same(suffix)
  const name = factor
    ? { zh: `${factor.zh} ${says.zh}`, en: `${factor.en}, ${says.en}` }
    : { zh: `${code} ${says.zh}`, en: `${code}, ${says.en}` }
  const flag = suffix === 'Flag' ? DATA_FLAGS[value] : undefined
  if (flag) return { key, name, value, note: flag }
  if (!factor || UNITLESS.has(suffix)) return { key, name, value }
  return { key, name, value, note: same(wireUnitOf(factor, units)) }
}

function noteOf(key: string, value: string): Text | undefined {
  if (key === 'QnRtn') return QN_RTN_TEXT[Number(value)]
  if (key === 'ExeRtn') return EXE_RTN_TEXT[Number(value)]
  const atMs = key.endsWith('Time') ? parseWireTime(value) : undefined
  if (atMs !== undefined) return same(formatDateTime(atMs, WIRE_ZONE_MINUTES))
  return PARAMETER_UNITS[key]
}
