import type { FrameField } from '@backlot/contract/control/live-calls'
import { FIELDS_MAX, type ReadPacket, UNREADABLE } from '../wire-spec.ts'
import { decodeFrame } from './decode-frame.ts'
import { describePacket } from './describe-packet.ts'
import type { Packet } from './packet.ts'
import { FIELD_UNITS } from './units.ts'
import { frameBytes } from './wire-text.ts'

/** A packet of HJ 212 for people, head and parameters. */
export function readPacket(text: string): ReadPacket {
  const bytes = frameBytes(text)
  const hex = bytes.toString('hex')
  const frame = decodeFrame(bytes)
  if (!frame.ok) {
    const problem = `${frame.problem.code} at ${frame.problem.offset}: ${frame.problem.message}`
    return { code: '', title: UNREADABLE, hex, text, fields: [], problem }
  }
  const { packet } = frame
  const { command, fields } = describePacket(packet, FIELD_UNITS)
  const title = { zh: command.zh, en: command.en }
  return { code: packet.cn, title, hex, text, fields: [...headOf(packet), ...fields].slice(0, FIELDS_MAX) }
}

const HEAD: readonly [key: string, zh: string, en: string, of: (packet: Packet) => unknown][] = [
  ['QN', '请求编号', 'Request number', ({ qn }) => qn],
  ['ST', '系统编码', 'System', ({ st }) => st],
  ['CN', '命令编码', 'Command', ({ cn }) => cn],
  ['PW', '密码', 'Password', ({ password }) => password],
  ['MN', '设备编号', 'Station', ({ mn }) => mn],
  ['Flag', '标志', 'Flag', ({ flag }) => flag],
  ['PNUM', '总包数', 'Packets', ({ split }) => split?.count],
  ['PNO', '包号', 'Packet', ({ split }) => split?.index],
]

function headOf(packet: Packet): FrameField[] {
  return HEAD.flatMap(([key, zh, en, of]) => {
    const value = of(packet)
    return value === undefined ? [] : [{ key, name: { zh, en }, value: String(value) }]
  })
}
