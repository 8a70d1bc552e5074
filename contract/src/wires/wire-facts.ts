/** Facts of a wire for contract, console and tools. A wire is a protocol in which devices connect to a gateway. */
export type WireFacts = {
  /** The standard as people write it, in both languages. */
  title: string
  /** TCP port of its gateway unless another one is chosen. */
  port: number
  /** Its number among PROTOCOL_TYPES. */
  protocolType: number
  /** Form of its devices' serial numbers. */
  serialForm: RegExp
  /** Years of the standard that `backlot devices` speaks, and the one that it speaks unless told otherwise. */
  editions: readonly string[]
  usualEdition: string
  /** Its gateway among the servers of a platform, and that one's page below /serverManange/mgt. */
  server: { type: number; kind: string; page: string }
}
