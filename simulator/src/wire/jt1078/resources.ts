/** 0x9205, 0x1205 (JT/T 1078-2016, 5.6): which recordings there are. Times as in bcd-time.ts. */
import type { ByteReader } from '../jt808/byte-reader.ts'
import type { ByteWriter } from '../jt808/byte-writer.ts'
import { Jt808Error } from '../jt808/problem.ts'
import { readTimeDigits, writeTimeDigits } from './bcd-time.ts'

/** Which recordings are meant, of the query, the answer and the upload. */
export type RecordingChoice = {
  channel: number
  /** Zeros: no bound. */
  start: string
  end: string
  /** Bits 32 to 63: those of the video alarms (table 13). They come first on the wire. */
  videoAlarm: number
  /** Bits 0 to 31: those of a position (JT/T 808, 0x0200). Both 0: whatever the alarm. */
  alarm: number
  /** 0 both, 1 sound, 2 picture, 3 picture or both (not in answers). */
  mediaType: number
  /** 0 any, 1 main, 2 sub. */
  streamType: number
  /** 0 any, 1 main, 2 backup. */
  storage: number
}

export const recordingChoice = {
  decode: (reader: ByteReader): RecordingChoice => ({
    channel: reader.u8(),
    start: readTimeDigits(reader),
    end: readTimeDigits(reader),
    videoAlarm: reader.u32(),
    alarm: reader.u32(),
    mediaType: reader.u8(),
    streamType: reader.u8(),
    storage: reader.u8(),
  }),
  encode(writer: ByteWriter, body: RecordingChoice): void {
    writeTimeDigits(writeTimeDigits(writer.u8(body.channel), body.start), body.end)
    writer.u32(body.videoAlarm).u32(body.alarm).u8(body.mediaType).u8(body.streamType).u8(body.storage)
  },
}

/** 0x9205. */
export type ResourceQuery = RecordingChoice
export const resourceQuery = recordingChoice

export type Resource = RecordingChoice & { fileBytes: number }

/** 0x1205: the answer to the query, or the playback request, of `serial`. */
export type ResourceList = { serial: number; items: readonly Resource[] }

const ITEM_BYTES = 28

export const resourceList = {
  decode(reader: ByteReader): ResourceList {
    const serial = reader.u16()
    const at = reader.place
    const count = reader.u32()
    if (count * ITEM_BYTES > reader.left) {
      throw new Jt808Error('body', at, `${count} recordings do not fit ${reader.left} bytes`)
    }
    const items = Array.from({ length: count }, () => ({
      ...recordingChoice.decode(reader),
      fileBytes: reader.u32(),
    }))
    return { serial, items }
  },
  encode(writer: ByteWriter, { serial, items }: ResourceList): void {
    writer.u16(serial).u32(items.length)
    for (const item of items) {
      recordingChoice.encode(writer, item)
      writer.u32(item.fileBytes)
    }
  },
}
