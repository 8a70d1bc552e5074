/** Something that happened on a platform. */
export type PlatformEvent = {
  /** Counts from 1. */
  number: number
  /** Time of the machine, epoch milliseconds. */
  hostMs: number
  /** Platform time, epoch milliseconds. */
  atMs: number
  kind: 'call' | 'clock' | 'device' | 'alarm' | 'verdict' | 'platform'
  said: string
}
