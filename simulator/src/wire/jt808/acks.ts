/** General replies, requests for lost packets, heartbeat, logout, server time: the plumbing of JT/T 808. */
import { bcdBytes, bcdText } from './bcd.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import type { Jt808Version } from './header.ts'

/** Results of 0x0001 and 0x8001; `alarmConfirmed` is the platform's alone. */
export const ACK_RESULTS = { ok: 0, failed: 1, bad: 2, unsupported: 3, alarmConfirmed: 4 } as const

/** 0x0001 and 0x8001: the answer to the message `id` of `serial`. */
export type Ack = { serial: number; id: number; result: number }

export const ack = {
  decode: (reader: ByteReader): Ack => ({ serial: reader.u16(), id: reader.u16(), result: reader.u8() }),
  encode(writer: ByteWriter, { serial, id, result }: Ack): void {
    writer.u16(serial).u16(id).u8(result)
  },
}

/** 0x0005 and 0x8003: packets of a split message are wanted again. The count is a byte in 2013, a word in 2019. */
export type Resend = { firstSerial: number; packets: readonly number[] }

export const resend = {
  decode(reader: ByteReader, version: Jt808Version): Resend {
    const firstSerial = reader.u16()
    const count = version === 2019 ? reader.u16() : reader.u8()
    const packets: number[] = []
    for (let i = 0; i < count; i++) packets.push(reader.u16())
    return { firstSerial, packets }
  },
  encode(writer: ByteWriter, { firstSerial, packets }: Resend, version: Jt808Version): void {
    writer.u16(firstSerial)
    if (version === 2019) writer.u16(packets.length)
    else writer.u8(packets.length)
    for (const packet of packets) writer.u16(packet)
  },
}

/** A message without a body. */
export type Empty = Record<never, never>

export const empty = {
  decode: (): Empty => ({}),
  encode(): void {},
}

/** 0x8004 (2019): BCD yyMMddHHmmss, UTC. */
export type ServerTime = { digits: string }

export const serverTime = {
  decode: (reader: ByteReader): ServerTime => ({ digits: bcdText(reader.take(6)) }),
  encode(writer: ByteWriter, { digits }: ServerTime): void {
    writer.raw(bcdBytes(digits, 6))
  },
}
