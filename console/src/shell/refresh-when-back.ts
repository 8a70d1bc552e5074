import type { QueryClient } from '@tanstack/react-query'
import type { channel } from '../platform/channel.ts'

/**
 * Loads everything on the page again once a lost connection is back: queries that failed meanwhile, and data as old as
 * the banner said. Pending calls are left alone. Answers a function that stops it.
 */
export function refreshWhenBack(client: QueryClient, { onLost }: Pick<typeof channel, 'onLost'>): () => void {
  let wasLost = false
  return onLost((heardAt) => {
    const isLost = heardAt !== undefined
    if (wasLost && !isLost) void client.invalidateQueries({}, { cancelRefetch: false })
    wasLost = isLost
  })
}
