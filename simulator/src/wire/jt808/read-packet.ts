import type { FrameField } from '@backlot/contract/control/live-calls'
import { FIELDS_MAX, type ReadPacket, UNREADABLE } from '../wire-spec.ts'
import { extraField } from './extra-words.ts'
import { decodeFrame } from './frame.ts'
import type { Jt808Header } from './header.ts'
import type { LocationReport } from './location.ts'
import { decodeBody, type Jt808Message } from './message.ts'
import { jt808Field, MESSAGE_TITLES } from './message-words.ts'

const VALUE_MAX = 400

/** A message of JT/T 808 for people, head and body. */
export function readPacket(hex: string): ReadPacket {
  const bytes = Buffer.from(hex, 'hex')
  const frame = decodeFrame(bytes.subarray(1, -1), 1)
  if (!frame.ok) {
    const problem = `${frame.problem.code} at ${frame.problem.offset}: ${frame.problem.message}`
    return { code: '', title: UNREADABLE, hex, fields: [], problem }
  }
  const { header, body } = frame.value
  const code = `0x${header.id.toString(16).padStart(4, '0')}`
  const head = headOf(header, body.length)
  if (header.split && header.split.total > 1) {
    const { total, index } = header.split
    const title = { zh: `分包 ${index}/${total}`, en: `part ${index} of ${total}` }
    return { code, title, hex, fields: [...head, jt808Field('bytes', body)] }
  }
  const decoded = decodeBody(header, body)
  if (!decoded.ok) {
    return {
      code,
      title: UNREADABLE,
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

function headOf(header: Jt808Header, bodyLength: number): FrameField[] {
  const { version, protocolVersion, phone, serial, encryption, split } = header
  const head = { version, protocolVersion, phone, serial, encryption, bodyLength, ...split }
  return Object.entries(head).map(([key, value]) => jt808Field(key, value))
}

/** Every leaf of a decoded message as a field; what lies in lists and objects by its way: `items.0.speedKmh`. */
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
