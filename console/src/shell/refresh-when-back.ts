import type { QueryClient } from '@tanstack/react-query'
import type { channel } from '../platform/channel.ts'

/**
 * Asks for everything on the page again once a lost connection is back: what failed meanwhile, and what is as old as
 * the banner said. Calls that are under way are left alone. Answers how to stop.
 */
export function refreshWhenBack(client: QueryClient, { onLost }: Pick<typeof channel, 'onLost'>): () => void {
  let wasLost = false
  return onLost((heardAt) => {
    const isLost = heardAt !== undefined
    if (wasLost && !isLost) void client.invalidateQueries({}, { cancelRefetch: false })
    wasLost = isLost
  })
}
