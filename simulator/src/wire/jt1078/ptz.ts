/** 0x9301 to 0x9306 (JT/T 1078-2016, 5.7): the camera of a channel is turned and its lens moved. */
import type { ByteReader } from '../jt808/byte-reader.ts'
import type { ByteWriter } from '../jt808/byte-writer.ts'

/** 0x9301. direction: 0 stop, 1 up, 2 down, 3 left, 4 right; turnSpeed: 0 to 255. */
export type PtzRotation = { channel: number; direction: number; turnSpeed: number }

export const ptzRotation = {
  decode: (reader: ByteReader): PtzRotation => ({
    channel: reader.u8(),
    direction: reader.u8(),
    turnSpeed: reader.u8(),
  }),
  encode(writer: ByteWriter, { channel, direction, turnSpeed }: PtzRotation): void {
    writer.u8(channel).u8(direction).u8(turnSpeed)
  },
}

/**
 * 0x9302 focus, 0x9303 iris, 0x9306 zoom. direction: 0 more (far, open, in), 1 less. There is no message that ends it:
 * each is one step.
 */
export type PtzAdjustment = { channel: number; direction: number }

export const ptzAdjustment = {
  decode: (reader: ByteReader): PtzAdjustment => ({ channel: reader.u8(), direction: reader.u8() }),
  encode(writer: ByteWriter, { channel, direction }: PtzAdjustment): void {
    writer.u8(channel).u8(direction)
  },
}

/** 0x9304 wiper, 0x9305 infrared light. state: 0 stop, 1 start. */
export type PtzSwitch = { channel: number; state: number }

export const ptzSwitch = {
  decode: (reader: ByteReader): PtzSwitch => ({ channel: reader.u8(), state: reader.u8() }),
  encode(writer: ByteWriter, { channel, state }: PtzSwitch): void {
    writer.u8(channel).u8(state)
  },
}
