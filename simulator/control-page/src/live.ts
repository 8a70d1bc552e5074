import type { LiveMessage } from '@backlot/contract/control/live-calls'
import { authorization, tokenIsWrong } from './api.ts'

/** One listening to the platform. The token goes in a header: an EventSource could only put it into the address. */
export type Listening = { close(): void }

const AGAIN_MS = 1000

/** Listens until closed, again and again. `onOpen` tells whether the platform is heard. */
export function listen(
  query: Readonly<Record<string, string>>,
  onMessage: (message: LiveMessage) => void,
  onOpen: (isOpen: boolean) => void = () => {},
): Listening {
  const abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = async () => {
    try {
      const response = await fetch(`/control/live?${new URLSearchParams(query)}`, {
        headers: authorization(),
        signal: abort.signal,
      })
      if (response.status === 403) return tokenIsWrong()
      if (!response.ok || !response.body) throw new Error(`status ${response.status}`)
      onOpen(true)
      await read(response.body, onMessage)
    } catch {
      // Told below; the platform may come again.
    }
    if (abort.signal.aborted) return
    onOpen(false)
    timer = setTimeout(() => void run(), AGAIN_MS)
  }
  void run()
  return {
    close() {
      clearTimeout(timer)
      abort.abort()
    },
  }
}

async function read(
  body: ReadableStream<Uint8Array>,
  onMessage: (message: LiveMessage) => void,
): Promise<void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    rest += value
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      if (block.startsWith('data: ')) onMessage(JSON.parse(block.slice(6)) as LiveMessage)
    }
  }
}
