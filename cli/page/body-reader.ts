/** Reads pieces of a file in their order while it arrives: a stream's file may be larger than the memory. */
export function openBytes(address: string) {
  const abort = new AbortController()
  const reader = begin()
  /** Bytes that have arrived, from this offset on. */
  let held = new Uint8Array(0)
  let from = 0

  async function begin() {
    const reply = await fetch(address, { signal: abort.signal })
    if (!reply.ok || !reply.body) throw new Error(`${address}: HTTP ${reply.status}`)
    return reply.body.getReader()
  }
  reader.catch(() => {})

  return {
    /** Rejects when the file ends before the piece, or does not arrive. Pieces before the last one are gone. */
    async read({ offset, bytes }: { offset: number; bytes: number }): Promise<Uint8Array<ArrayBuffer>> {
      while (from + held.length < offset + bytes) {
        const { value, done } = await (await reader).read()
        if (done) throw new Error(`${address} ends at ${from + held.length} bytes.`)
        // What lies before the piece is not needed any more.
        const rest = held.subarray(Math.min(held.length, Math.max(0, offset - from)))
        from += held.length - rest.length
        const joined = new Uint8Array(rest.length + value.length)
        joined.set(rest)
        joined.set(value, rest.length)
        held = joined
      }
      return held.slice(offset - from, offset - from + bytes)
    },
    close: () => abort.abort(),
  }
}

/** Lines of a text file while it arrives. */
export async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (;;) {
    const { value, done } = await reader.read()
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (done) break
  }
  if (rest !== '') yield rest
}
