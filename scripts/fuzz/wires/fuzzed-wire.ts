/** Bytes of a wire for fuzzers and for hostile clients. */
export type FuzzedWire = {
  /** Damaged pieces of stream through its reader: nothing but what it reads and problems may come out. Answers counts. */
  readDamaged(pieces: number, seed: number): string
  /** Packets of devices: the start of steps against the platform. */
  samples(): Buffer[]
  /** Packet that the hostile client `nth` sends ahead, how often, and the first byte of noise in its place. */
  flood: { packet(nth: number): Buffer; times: number; noiseMark?: number }
}
