import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { channel } from '../platform/channel.ts'
import { Listeners, Watched } from '../platform/listeners.ts'
import { refreshWhenBack } from './refresh-when-back.ts'

it('what failed or grew old while the connection was lost is asked for again when it is back, once', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5000 } } })
  const lost = new Watched<number | undefined>(undefined)
  const old = vi.fn(async () => 'rows')
  const failed = vi.fn(async () => 'report').mockRejectedValueOnce(new Error('unreachable'))
  const closed = vi.fn(async () => 'hidden')
  const stops = [
    new QueryObserver(client, { queryKey: ['old'], queryFn: old }),
    new QueryObserver(client, { queryKey: ['failed'], queryFn: failed }),
  ].map((observer) => observer.subscribe(() => undefined))
  await client.prefetchQuery({ queryKey: ['closed'], queryFn: closed })
  await vi.waitFor(() => expect(client.getQueryState(['failed'])?.status).toBe('error'))

  const resyncs = new Listeners<{ type: 'resync'; reason: 'boot' | 'epoch' }>()
  const stop = refreshWhenBack(client, {
    onLost: (listener) => lost.watch(listener),
    on: ((type: 'resync', listener: () => void) => resyncs.on(type, listener)) as typeof channel.on,
  })
  lost.set(1000)
  expect(old).toHaveBeenCalledTimes(1)
  lost.set(undefined)
  await vi.waitFor(() => expect(client.getQueryData(['failed'])).toBe('report'))
  expect(old).toHaveBeenCalledTimes(2)
  // Nobody looks at it: it is reloaded when somebody does.
  expect(closed).toHaveBeenCalledTimes(1)
  expect(client.getQueryState(['closed'])?.isInvalidated).toBe(true)

  // A platform whose clock jumped, or that was set back.
  resyncs.tell({ type: 'resync', reason: 'epoch' })
  await vi.waitFor(() => expect(old).toHaveBeenCalledTimes(3))

  stop()
  resyncs.tell({ type: 'resync', reason: 'epoch' })
  lost.set(2000)
  lost.set(undefined)
  expect(old).toHaveBeenCalledTimes(3)
  for (const end of stops) end()
  client.clear()
})
