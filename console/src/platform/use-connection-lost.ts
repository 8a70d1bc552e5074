import { useSyncExternalStore } from 'react'
import { channel } from './channel.ts'
import { platformTimeAt } from './clock.ts'

/**
 * While the connection to the platform is lost: the platform's time when it was heard last, epoch milliseconds.
 * Undefined while it is there, and before it was there for the first time.
 */
export function useConnectionLost(): number | undefined {
  const heardAt = useSyncExternalStore(channel.onLost, channel.lost)
  return heardAt === undefined ? undefined : platformTimeAt(heardAt)
}
