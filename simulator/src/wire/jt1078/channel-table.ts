/** Parameter 0x0076 (JT/T 1078-2016, table 2 ff.): the channels of a terminal with sound, pictures or both. */
import { ByteReader } from '../jt808/byte-reader.ts'
import { ByteWriter } from '../jt808/byte-writer.ts'
import { type Decoded, decoded } from '../jt808/problem.ts'

export type TableChannel = {
  physical: number
  /** As requests name it. */
  logical: number
  /** 0 sound and picture, 1 sound, 2 picture. */
  type: number
  /** 1: its camera can be steered. */
  hasPtz: number
}

/** Reads the value of the parameter. Bytes behind the last channel are allowed. */
export function readChannelTable(bytes: Uint8Array): Decoded<TableChannel[]> {
  return decoded(() => {
    const reader = new ByteReader(bytes)
    const count = reader.u8() + reader.u8() + reader.u8()
    return Array.from({ length: count }, () => ({
      physical: reader.u8(),
      logical: reader.u8(),
      type: reader.u8(),
      hasPtz: reader.u8(),
    }))
  })
}

/** The value of the parameter: how many channels of each type, then those with both, with sound, with pictures. */
export function writeChannelTable(channels: readonly TableChannel[]): Uint8Array {
  const writer = new ByteWriter()
  const byType = [0, 1, 2].map((type) => channels.filter((channel) => channel.type === type))
  for (const list of byType) writer.u8(list.length)
  for (const { physical, logical, type, hasPtz } of byType.flat())
    writer.u8(physical).u8(logical).u8(type).u8(hasPtz)
  return writer.done()
}
