import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { channel } from '../../platform/channel.ts'

/** The part of the channel that messages come from. */
export type NewsSource = Pick<typeof channel, 'on'>

/**
 * Reloads the shown data of a device when an alarm of it begins, changes or ends: it is based on a newer reading than
 * the shown one. One request at a time; after an absence everything is reloaded. Answers a function that stops it.
 */
export function askAgainOnAlarm(
  source: NewsSource,
  client: QueryClient,
  { sn, queryKey }: { sn: string; queryKey: QueryKey },
): () => void {
  const again = () => void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
  const stops = [
    source.on('alarm', ({ list }) => {
      if (list.some((alarm) => alarm.sn === sn)) again()
    }),
    source.on('resync', again),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
