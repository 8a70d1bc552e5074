type FeedEvents = {
  onBytes(bytes: Uint8Array<ArrayBuffer>): void
  /** The stream ended or broke; called once, and not after the answer was. */
  onEnd(): void
}

/** Receives a stream over WebSocket or HTTP, by the scheme of its address, until the answer is called. */
export function openFeed(url: string, events: FeedEvents): () => void {
  return /^wss?:/.test(url) ? overSocket(url, events) : overHttp(url, events)
}

function overSocket(url: string, { onBytes, onEnd }: FeedEvents): () => void {
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  const close = () => {
    socket.onmessage = socket.onclose = null
    socket.close()
  }
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data instanceof ArrayBuffer) onBytes(new Uint8Array(data))
  }
  // A socket that breaks closes too.
  socket.onclose = () => {
    close()
    onEnd()
  }
  return close
}

function overHttp(url: string, { onBytes, onEnd }: FeedEvents): () => void {
  const abort = new AbortController()
  const read = async () => {
    const reply = await fetch(url, { signal: abort.signal })
    const reader = reply.ok ? reply.body?.getReader() : undefined
    for (let part = await reader?.read(); part && !part.done; part = await reader!.read()) onBytes(part.value)
  }
  read()
    .catch(() => undefined)
    .finally(() => {
      if (!abort.signal.aborted) onEnd()
    })
  return () => abort.abort()
}
