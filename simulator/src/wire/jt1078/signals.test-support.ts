/** Signals: messages of JT/T 1078 that travel in frames of JT/T 808. */
import { decodeBody, kindOfId } from '../jt808/message.ts'

export const SIGNAL_IDS = [
  0x1003, 0x1005, 0x1205, 0x1206, 0x9003, 0x9101, 0x9102, 0x9105, 0x9201, 0x9202, 0x9205, 0x9206, 0x9207,
  0x9301, 0x9302, 0x9303, 0x9304, 0x9305, 0x9306,
]

/** Reads the body of a signal. Throws when the id is of none. */
export function decodeSignal(id: number, body: Uint8Array) {
  if (!SIGNAL_IDS.includes(id) || !kindOfId(id))
    throw new RangeError(`Message ${id.toString(16)} is no signal`)
  return decodeBody({ id, version: 2013, encryption: 0 }, body)
}
