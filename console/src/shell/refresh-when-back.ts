import type { QueryClient } from '@tanstack/react-query'
import type { channel } from '../platform/channel.ts'

/**
 * Loads everything on the page again once a lost connection is back (queries that failed meanwhile, and data as old as
 * the banner said), and when the platform says that everything is stale. Pending calls are left alone. Answers a function
 * that stops it.
 */
export function refreshWhenBack(
  client: QueryClient,
  { on, onLost }: Pick<typeof channel, 'on' | 'onLost'>,
): () => void {
  const refresh = () => void client.invalidateQueries({}, { cancelRefetch: false })
  let wasLost = false
  const stops = [
    onLost((heardAt) => {
      const isLost = heardAt !== undefined
      if (wasLost && !isLost) refresh()
      wasLost = isLost
    }),
    on('resync', refresh),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
