import type { WireName } from '@backlot/contract/wires/wires'

/** What went over a device's connection at a moment of platform time; `direction` as the platform sees it. */
export type PastPacket =
  | { kind: 'bytes'; atMs: number; direction: 'in' | 'out'; bytes: Uint8Array }
  /** The device has left: the next bytes are those of another connection. */
  | { kind: 'end'; atMs: number }

/** What devices said in the past. */
export type PastDialogues = {
  /** The wire that a device speaks; undefined: none of which the past is known. */
  wireOf(sn: string): WireName | undefined
  /** Its dialogue with the platform in [fromMs, toMs), in order of time. */
  dialogueOf(sn: string, fromMs: number, toMs: number): Iterable<PastPacket>
}
