/** A packet of a wire for people: its bytes in hex, its type, and every field of it. */
import type { FrameField, WireFrame } from '@backlot/contract/control/live-calls'
import type { TappedPacket } from '../../gateways/wire-tap.ts'
import { decodeFrame as decodeHj212 } from '../../wire/hj212/decode-frame.ts'
import { describePacket } from '../../wire/hj212/describe-packet.ts'
import type { Packet } from '../../wire/hj212/packet.ts'
import { FIELD_UNITS } from '../../wire/hj212/units.ts'
import { frameBytes } from '../../wire/hj212/wire-text.ts'
import { decodeFrame as decodeJt808 } from '../../wire/jt808/frame.ts'
import type { Jt808Header } from '../../wire/jt808/header.ts'
import type { LocationReport } from '../../wire/jt808/location.ts'
import { decodeBody, type Jt808Message } from '../../wire/jt808/message.ts'
import { extraField } from './jt808-extras.ts'
import { jt808Field, MESSAGE_TITLES } from './jt808-words.ts'

type Words = FrameField['name']
type Read = Pick<WireFrame, 'code' | 'title' | 'hex' | 'fields'> & { text?: string; problem?: string }

const UNREAD: Words = { zh: '无法解析', en: 'cannot be read' }
const FIELDS_MAX = 300
const VALUE_MAX = 400

export function readFrame(packet: TappedPacket, n: number): WireFrame {
  const { atMs, protocol, direction, sn } = packet
  const read = protocol === 'hj212' ? readHj212(packet.text) : readJt808(packet.text)
  const problem = packet.problem ?? read.problem
  return { n, atMs, protocol, direction, sn, ...read, ...(problem === undefined ? {} : { problem }) }
}

function readHj212(text: string): Read {
  const bytes = frameBytes(text)
  const hex = bytes.toString('hex')
  const frame = decodeHj212(bytes)
  if (!frame.ok) {
    const problem = `${frame.problem.code} at ${frame.problem.offset}: ${frame.problem.message}`
    return { code: '', title: UNREAD, hex, text, fields: [], problem }
  }
  const { packet } = frame
  const { command, fields } = describePacket(packet, FIELD_UNITS)
  const title = { zh: command.zh, en: command.en }
  return { code: packet.cn, title, hex, text, fields: [...hj212Head(packet), ...fields].slice(0, FIELDS_MAX) }
}

const HJ212_HEAD: readonly [key: string, zh: string, en: string, of: (packet: Packet) => unknown][] = [
  ['QN', '请求编号', 'Request number', ({ qn }) => qn],
  ['ST', '系统编码', 'System', ({ st }) => st],
  ['CN', '命令编码', 'Command', ({ cn }) => cn],
  ['PW', '密码', 'Password', ({ password }) => password],
  ['MN', '设备编号', 'Station', ({ mn }) => mn],
  ['Flag', '标志', 'Flag', ({ flag }) => flag],
  ['PNUM', '总包数', 'Packets', ({ split }) => split?.count],
  ['PNO', '包号', 'Packet', ({ split }) => split?.index],
]

function hj212Head(packet: Packet): FrameField[] {
  return HJ212_HEAD.flatMap(([key, zh, en, of]) => {
    const value = of(packet)
    return value === undefined ? [] : [{ key, name: { zh, en }, value: String(value) }]
  })
}

function readJt808(hex: string): Read {
  const bytes = Buffer.from(hex, 'hex')
  const frame = decodeJt808(bytes.subarray(1, -1), 1)
  if (!frame.ok) {
    const problem = `${frame.problem.code} at ${frame.problem.offset}: ${frame.problem.message}`
    return { code: '', title: UNREAD, hex, fields: [], problem }
  }
  const { header, body } = frame.value
  const code = `0x${header.id.toString(16).padStart(4, '0')}`
  const head = jt808Head(header, body.length)
  if (header.split && header.split.total > 1) {
    const { total, index } = header.split
    const title = { zh: `分包 ${index}/${total}`, en: `part ${index} of ${total}` }
    return { code, title, hex, fields: [...head, jt808Field('bytes', body)] }
  }
  const decoded = decodeBody(header, body)
  if (!decoded.ok) {
    return {
      code,
      title: UNREAD,
      hex,
      fields: head,
      problem: `${decoded.problem.code}: ${decoded.problem.message}`,
    }
  }
  const { kind, ...message } = decoded.value
  const title = MESSAGE_TITLES[kind] ?? { zh: kind, en: kind }
  const fields = [...head]
  addFields(fields, kind, '', message)
  return { code, title, hex, fields: fields.slice(0, FIELDS_MAX) }
}

function jt808Head(header: Jt808Header, bodyLength: number): FrameField[] {
  const { version, protocolVersion, phone, serial, encryption, split } = header
  const head = { version, protocolVersion, phone, serial, encryption, bodyLength, ...split }
  return Object.entries(head).map(([key, value]) => jt808Field(key, value))
}

/** Every leaf of a decoded message as a field; those in lists and objects by their path: `items.0.speedKmh`. */
function addFields(fields: FrameField[], kind: Jt808Message['kind'], at: string, value: unknown): void {
  if (fields.length >= FIELDS_MAX) return
  if (value === undefined || value === null) return
  if (typeof value !== 'object' || value instanceof Uint8Array) {
    const field = jt808Field(at, value, kind)
    fields.push({ ...field, value: field.value.slice(0, VALUE_MAX) })
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    const way = at === '' ? key : `${at}.${key}`
    if (key === 'extras') {
      const extras = (inner as LocationReport['extras']).map((extra) => extraField(way, extra))
      fields.push(...extras.map((field) => ({ ...field, value: field.value.slice(0, VALUE_MAX) })))
    } else addFields(fields, kind, way, inner)
  }
}
