import type { WireFrame } from '@backlot/contract/control/live-calls'
import type { OnlineField } from '../devices/device-kind.ts'

/** A packet for people: what it is, its bytes and every field of it. */
export type ReadPacket = Pick<WireFrame, 'code' | 'title' | 'hex' | 'text' | 'fields' | 'problem'>

/** Fields of a packet that are shown at most. */
export const FIELDS_MAX = 300
export const UNREADABLE: ReadPacket['title'] = { zh: '无法解析', en: 'cannot be read' }

/** The pure part of a wire in the simulator; facts that consoles share are in the contract. */
export type WireSpec = {
  /** Online fields that its devices move when they come and go. */
  onlineFields: readonly OnlineField[]
  /** Serial number of the device `number` of a world; `noise` gives 32 bits of that device for each stream. */
  serialOf(number: number, noise: (stream: number) => number): string
  /** Reads a packet as a gateway hands it on. */
  readPacket(text: string): ReadPacket
  /** The same packet with another check: framing, length and escapes stay whole. */
  spoilCheck(packet: Uint8Array): Uint8Array
}
