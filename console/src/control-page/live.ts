import type { LiveMessage } from '@backlot/contract/control/live-calls'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { ask } from './api.ts'

type Query = Readonly<Record<string, string>>

const AGAIN_MS = 1000
/** Delay between the last key in a filter and its query. */
const TYPING_MS = 300

/**
 * Listens to the platform, reconnecting, while the page is in sight: a hidden one costs nothing. `onOpen` gets whether
 * the platform is connected.
 */
export function useListening(
  query: Query,
  onMessage: (message: LiveMessage) => void,
  onOpen: (isOpen: boolean) => void = () => {},
): void {
  const isInSight = useInSight()
  const wanted = useRested(new URLSearchParams(query).toString())
  const take = useEffectEvent(onMessage)
  const tell = useEffectEvent(onOpen)
  useEffect(() => {
    if (!isInSight) return
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async () => {
      try {
        await listen(
          wanted,
          abort.signal,
          (message) => take(message),
          () => tell(true),
        )
      } catch {
        // Reported below; the platform may come back.
      }
      if (abort.signal.aborted) return
      tell(false)
      timer = setTimeout(() => void run(), AGAIN_MS)
    }
    void run()
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [wanted, isInSight])
}

/** One listening, until it ends. The token goes in a header: an EventSource could only put it into the address. */
async function listen(
  query: string,
  signal: AbortSignal,
  take: (message: LiveMessage) => void,
  onOpen: () => void,
): Promise<void> {
  const { ok, status, body } = await ask(`/control/live?${query}`, { signal })
  if (!ok || !body) throw new Error(`status ${status}`)
  onOpen()
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    rest += decoder.decode(value, { stream: true })
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) if (block.startsWith('data: ')) take(JSON.parse(block.slice(6)))
  }
}

function useInSight(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed)
      return () => document.removeEventListener('visibilitychange', changed)
    },
    () => !document.hidden,
  )
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** Redraws repeatedly, for times that pass by themselves. */
export function useTick(everyMs: number): void {
  const [, setTicks] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
}
