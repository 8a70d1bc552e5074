/** A device that is connected to a gateway right now; each wire adds what it knows besides. Times by the host's clock. */
export type ConnectedDevice = {
  sn: string
  /** address:port of its end. */
  remote: string
  sinceMs: number
  heardMs: number
}
