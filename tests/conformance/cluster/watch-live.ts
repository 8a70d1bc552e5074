import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { createFlvParser } from '@backlot/simulator/media/flv-parser'
import { kindOf } from '@backlot/simulator/wire/flv/flv-tag'
import { WebSocket } from 'ws'

/** Somebody who watches a stream. */
export type LiveViewer = {
  /** Kinds of the tags so far. */
  kinds: string[]
  /** Why it ended: the close code of a WebSocket, else `end` or `cut`; undefined while it runs. */
  ended: number | 'end' | 'cut' | undefined
  /** Resolves when a condition holds, which is looked at whenever something comes. Rejects when the stream ends before. */
  until(holds: (viewer: LiveViewer) => boolean): Promise<void>
  /** Resolves with why it ended. */
  end(): Promise<LiveViewer['ended']>
  close(): void
}

/** Watches over HTTP, or over a WebSocket by the scheme of the address. Rejects with the status when it is refused. */
export async function watchLive(url: URL): Promise<LiveViewer> {
  let wake: () => void = () => {}
  const parser = createFlvParser()
  const viewer: LiveViewer = {
    kinds: [],
    ended: undefined,
    async until(holds) {
      while (!holds(viewer)) {
        if (viewer.ended !== undefined) throw new Error(`the stream ended before (${viewer.ended})`)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    async end() {
      await viewer.until(({ ended }) => ended !== undefined)
      return viewer.ended
    },
    close: () => {},
  }
  const take = (chunk: Buffer) => {
    viewer.kinds.push(...parser.push(chunk).map(kindOf))
    wake()
  }
  const end = (why: LiveViewer['ended']) => {
    viewer.ended ??= why
    wake()
  }
  if (url.protocol === 'ws:') {
    const socket = new WebSocket(url)
    socket.on('message', take).on('close', end)
    viewer.close = () => socket.close()
    await once(socket, 'open')
    return viewer
  }
  const asked = get(url)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) {
    asked.destroy()
    throw new Error(`status ${answer.statusCode}`)
  }
  viewer.close = () => asked.destroy()
  answer
    .on('data', take)
    .on('end', () => end('end'))
    .on('error', () => end('cut'))
  return viewer
}

/** The same path over a WebSocket. */
export function socketUrl(path: string, server: string): URL {
  const url = new URL(path, server)
  url.protocol = 'ws:'
  return url
}
