/** 0x9201, 0x9202 (JT/T 1078-2016, 5.6): recordings played back. Times as in bcd-time.ts. */
import type { ByteReader } from '../jt808/byte-reader.ts'
import type { ByteWriter } from '../jt808/byte-writer.ts'
import { readTimeDigits, writeTimeDigits } from './bcd-time.ts'

/** 0x9201. The terminal answers with the list of what it plays (0x1205). */
export type PlaybackRequest = {
  host: string
  /** 0 where this transport is not used. */
  tcpPort: number
  udpPort: number
  channel: number
  /** 0 both, 1 sound, 2 picture, 3 picture or both. */
  mediaType: number
  /** 0 any, 1 main, 2 sub. */
  streamType: number
  /** 0 any, 1 main, 2 backup. */
  storage: number
  /** 0 normal, 1 fast forward, 2 key pictures backward, 3 key pictures, 4 one picture at `start`. */
  mode: number
  /** In modes 1 and 2: 1 to 5 for 1, 2, 4, 8, 16 times; 0 in others. */
  speed: number
  start: string
  /** Zeros: to the end. */
  end: string
}

export const playbackRequest = {
  decode: (reader: ByteReader): PlaybackRequest => ({
    host: reader.text(reader.u8()),
    tcpPort: reader.u16(),
    udpPort: reader.u16(),
    channel: reader.u8(),
    mediaType: reader.u8(),
    streamType: reader.u8(),
    storage: reader.u8(),
    mode: reader.u8(),
    speed: reader.u8(),
    start: readTimeDigits(reader),
    end: readTimeDigits(reader),
  }),
  encode(writer: ByteWriter, body: PlaybackRequest): void {
    writer.counted(body.host).u16(body.tcpPort).u16(body.udpPort).u8(body.channel).u8(body.mediaType)
    writer.u8(body.streamType).u8(body.storage).u8(body.mode).u8(body.speed)
    writeTimeDigits(writeTimeDigits(writer, body.start), body.end)
  },
}

/** 0x9202. */
export type PlaybackControl = {
  channel: number
  /** 0 play, 1 pause, 2 end, 3 fast forward, 4 key pictures backward, 5 go to `position`, 6 key pictures. */
  command: number
  /** With commands 3 and 4: 1 to 5 for 1, 2, 4, 8, 16 times; 0 with others. */
  speed: number
  /** Zeros with commands other than 5. */
  position: string
}

export const playbackControl = {
  decode: (reader: ByteReader): PlaybackControl => ({
    channel: reader.u8(),
    command: reader.u8(),
    speed: reader.u8(),
    position: readTimeDigits(reader),
  }),
  encode(writer: ByteWriter, { channel, command, speed, position }: PlaybackControl): void {
    writeTimeDigits(writer.u8(channel).u8(command).u8(speed), position)
  },
}
