/** A device connected to a gateway right now; each wire adds its own facts. Times by the host's clock. */
export type ConnectedDevice = {
  sn: string
  /** address:port of its end. */
  remote: string
  sinceMs: number
  heardMs: number
}
