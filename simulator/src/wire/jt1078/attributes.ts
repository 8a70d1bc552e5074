/** 0x9003, 0x1003, 0x1005 (JT/T 1078-2016, 5): what a terminal can do, and passengers. */
import type { ByteReader } from '../jt808/byte-reader.ts'
import type { ByteWriter } from '../jt808/byte-writer.ts'
import { readTimeDigits, writeTimeDigits } from './bcd-time.ts'

/** 0x1003. Codings are payload types of table 12. */
export type AvAttributes = {
  audioCoding: number
  audioChannels: number
  /** 0 8 kHz, 1 22.05 kHz, 2 44.1 kHz, 3 48 kHz. */
  sampleRate: number
  /** 0 8 bits, 1 16 bits, 2 32 bits. */
  sampleBits: number
  /** Bytes. */
  audioFrameLength: number
  /** 0 no, 1 yes. */
  audioOutput: number
  videoCoding: number
  maxAudioChannels: number
  maxVideoChannels: number
}

export const avAttributes = {
  decode: (reader: ByteReader): AvAttributes => ({
    audioCoding: reader.u8(),
    audioChannels: reader.u8(),
    sampleRate: reader.u8(),
    sampleBits: reader.u8(),
    audioFrameLength: reader.u16(),
    audioOutput: reader.u8(),
    videoCoding: reader.u8(),
    maxAudioChannels: reader.u8(),
    maxVideoChannels: reader.u8(),
  }),
  encode(writer: ByteWriter, body: AvAttributes): void {
    writer.u8(body.audioCoding).u8(body.audioChannels).u8(body.sampleRate).u8(body.sampleBits)
    writer.u16(body.audioFrameLength).u8(body.audioOutput).u8(body.videoCoding)
    writer.u8(body.maxAudioChannels).u8(body.maxVideoChannels)
  },
}

/** 0x1005: how many got on and off between two times. */
export type PassengerCounts = { start: string; end: string; gotOn: number; gotOff: number }

export const passengerCounts = {
  decode: (reader: ByteReader): PassengerCounts => ({
    start: readTimeDigits(reader),
    end: readTimeDigits(reader),
    gotOn: reader.u16(),
    gotOff: reader.u16(),
  }),
  encode(writer: ByteWriter, { start, end, gotOn, gotOff }: PassengerCounts): void {
    writeTimeDigits(writeTimeDigits(writer, start), end).u16(gotOn).u16(gotOff)
  },
}
