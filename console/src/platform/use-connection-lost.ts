import { useSyncExternalStore } from 'react'
import { channel } from './channel.ts'
import { platformTimeAt } from './clock.ts'

/**
 * While the connection to the platform is lost: the platform's time of its last frame, epoch milliseconds. Undefined
 * while it is up, and before it was up for the first time.
 */
export function useConnectionLost(): number | undefined {
  const heardAt = useSyncExternalStore(channel.onLost, channel.lost)
  return heardAt === undefined ? undefined : platformTimeAt(heardAt)
}
