/** 0x8105, 0x8300, 0x9101, 0x9102, 0x9105: orders to a terminal. */
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import type { Jt808Version } from './header.ts'

/** 0x8105: 1 upgrade, 2 connect elsewhere, 3 power off, 4 reset, 5 factory reset, 6 close data, 7 close radio. */
export type Control = { command: number; text: string }

export const control = {
  decode: (reader: ByteReader): Control => ({ command: reader.u8(), text: reader.text() }),
  encode(writer: ByteWriter, { command, text }: Control): void {
    writer.u8(command).text(text)
  },
}

/** 0x8300, at most 1024 bytes of text. The flag as `textFlag` makes it. The type (1 notice, 2 service) is of 2019. */
export type TextOrder = { flag: number; type?: number; text: string }

export const textOrder = {
  decode(reader: ByteReader, version: Jt808Version): TextOrder {
    const flag = reader.u8()
    if (version === 2013) return { flag, text: reader.text() }
    return { flag, type: reader.u8(), text: reader.text() }
  },
  encode(writer: ByteWriter, { flag, type, text }: TextOrder, version: Jt808Version): void {
    writer.u8(flag)
    if (version === 2019) writer.u8(type ?? 1)
    writer.text(text)
  },
}

/** 0x9101. dataType: 0 sound and picture, 1 picture, 2 talk, 3 listen, 4 broadcast, 5 pass-through. */
export type LiveRequest = {
  host: string
  tcpPort: number
  udpPort: number
  channel: number
  dataType: number
  /** 0 main, 1 sub. */
  streamType: number
}

export const liveRequest = {
  decode: (reader: ByteReader): LiveRequest => ({
    host: reader.text(reader.u8()),
    tcpPort: reader.u16(),
    udpPort: reader.u16(),
    channel: reader.u8(),
    dataType: reader.u8(),
    streamType: reader.u8(),
  }),
  encode(writer: ByteWriter, body: LiveRequest): void {
    writer.counted(body.host).u16(body.tcpPort).u16(body.udpPort)
    writer.u8(body.channel).u8(body.dataType).u8(body.streamType)
  },
}

/** 0x9102. command: 0 close, 1 other stream, 2 pause, 3 resume, 4 end talk; closeType: 0 both, 1 sound, 2 picture. */
export type LiveControl = { channel: number; command: number; closeType: number; streamType: number }

export const liveControl = {
  decode: (reader: ByteReader): LiveControl => ({
    channel: reader.u8(),
    command: reader.u8(),
    closeType: reader.u8(),
    streamType: reader.u8(),
  }),
  encode(writer: ByteWriter, body: LiveControl): void {
    writer.u8(body.channel).u8(body.command).u8(body.closeType).u8(body.streamType)
  },
}

/** 0x9105: how much of a live transfer was lost, percent. */
export type LiveStatus = { channel: number; lossPercent: number }

export const liveStatus = {
  decode: (reader: ByteReader): LiveStatus => ({ channel: reader.u8(), lossPercent: reader.u8() }),
  encode(writer: ByteWriter, { channel, lossPercent }: LiveStatus): void {
    writer.u8(channel).u8(lossPercent)
  },
}
