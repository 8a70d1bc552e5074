/** 0x9206, 0x1206, 0x9207 (JT/T 1078-2016, 5.6): recordings sent to an FTP server. */
import type { ByteReader } from '../jt808/byte-reader.ts'
import type { ByteWriter } from '../jt808/byte-writer.ts'
import { type RecordingChoice, recordingChoice } from './resources.ts'

/** 0x9206. */
export type UploadCommand = RecordingChoice & {
  host: string
  port: number
  user: string
  password: string
  path: string
  /** Bits: 0 over WLAN, 1 over LAN, 2 over the mobile network. */
  conditions: number
}

export const uploadCommand = {
  decode(reader: ByteReader): UploadCommand {
    const host = reader.text(reader.u8())
    const port = reader.u16()
    const user = reader.text(reader.u8())
    const password = reader.text(reader.u8())
    const path = reader.text(reader.u8())
    return { host, port, user, password, path, ...recordingChoice.decode(reader), conditions: reader.u8() }
  },
  encode(writer: ByteWriter, body: UploadCommand): void {
    writer.counted(body.host).u16(body.port).counted(body.user).counted(body.password).counted(body.path)
    recordingChoice.encode(writer, body)
    writer.u8(body.conditions)
  },
}

/** 0x1206: how the upload that the command of `serial` asked for ended: 0 done, 1 failed. */
export type UploadNotice = { serial: number; result: number }

export const uploadNotice = {
  decode: (reader: ByteReader): UploadNotice => ({ serial: reader.u16(), result: reader.u8() }),
  encode(writer: ByteWriter, { serial, result }: UploadNotice): void {
    writer.u16(serial).u8(result)
  },
}

/** 0x9207, to the upload that the command of `serial` asked for: 0 pause, 1 resume, 2 cancel. */
export type UploadControl = { serial: number; command: number }

export const uploadControl = {
  decode: (reader: ByteReader): UploadControl => ({ serial: reader.u16(), command: reader.u8() }),
  encode(writer: ByteWriter, { serial, command }: UploadControl): void {
    writer.u16(serial).u8(command)
  },
}
