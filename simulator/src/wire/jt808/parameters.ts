/** Terminal parameters: 0x8103 sets them, 0x8104 and 0x8106 query them, 0x0104 answers. */
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { gbkBytes, gbkText } from './gbk.ts'
import { PARAMETER_TYPES } from './parameter-types.ts'
import { Jt808Error } from './problem.ts'

export type Parameter = { id: number; bytes: Uint8Array }
export type Parameters = { parameters: readonly Parameter[] }
export type ParameterReply = Parameters & { serial: number }
export type ParameterQuery = { ids: readonly number[] }

function readList(reader: ByteReader): Parameter[] {
  const count = reader.u8()
  const list: Parameter[] = []
  for (let i = 0; i < count; i++) {
    const id = reader.u32()
    list.push({ id, bytes: reader.take(reader.u8()).slice() })
  }
  return list
}

function writeList(writer: ByteWriter, list: readonly Parameter[]): void {
  writer.u8(list.length)
  for (const { id, bytes } of list) writer.u32(id).u8(bytes.length).raw(bytes)
}

export const parameters = {
  decode: (reader: ByteReader): Parameters => ({ parameters: readList(reader) }),
  encode: (writer: ByteWriter, body: Parameters): void => writeList(writer, body.parameters),
}

export const parameterReply = {
  decode: (reader: ByteReader): ParameterReply => ({ serial: reader.u16(), parameters: readList(reader) }),
  encode: (writer: ByteWriter, body: ParameterReply): void =>
    writeList(writer.u16(body.serial), body.parameters),
}

export const parameterQuery = {
  decode(reader: ByteReader): ParameterQuery {
    const count = reader.u8()
    const ids: number[] = []
    for (let i = 0; i < count; i++) ids.push(reader.u32())
    return { ids }
  },
  encode(writer: ByteWriter, { ids }: ParameterQuery): void {
    writer.u8(ids.length)
    for (const id of ids) writer.u32(id)
  },
}

/** A parameter's value by its type in the standard: a number, a text, or hex where the standard has no type. */
export function parameterValue({ id, bytes }: Parameter): number | string {
  const type = PARAMETER_TYPES[id]?.type
  if (type === 'text') return gbkText(bytes).replace(/\0+$/, '')
  if (type === 'bytes' || type === undefined || bytes.length !== WIDTHS[type]) {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  return bytes.reduce((value, byte) => value * 256 + byte, 0)
}

const WIDTHS = { byte: 1, word: 2, dword: 4 } as const

/** A parameter of a value. Throws a Jt808Error (`value`) when the value is none for this id. */
export function parameterOf(id: number, value: number | string): Parameter {
  const type = PARAMETER_TYPES[id]?.type ?? 'bytes'
  const wrong = () => new Jt808Error('value', 0, `${value} is no value of parameter 0x${id.toString(16)}`)
  if (type === 'text') return { id, bytes: gbkBytes(String(value)) }
  if (type === 'bytes') {
    const text = String(value)
    if (!/^([0-9a-fA-F]{2})*$/.test(text)) throw wrong()
    const bytes = Uint8Array.from({ length: text.length / 2 }, (_, i) =>
      Number.parseInt(text.slice(i * 2, i * 2 + 2), 16),
    )
    return { id, bytes }
  }
  const width = WIDTHS[type]
  const number = Number(value)
  if (!Number.isInteger(number) || number < 0 || number >= 256 ** width) throw wrong()
  const bytes = new Uint8Array(width)
  let rest = number
  for (let i = width - 1; i >= 0; i--) {
    bytes[i] = rest % 256
    rest = Math.floor(rest / 256)
  }
  return { id, bytes }
}
