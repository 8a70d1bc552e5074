/** RTMP in, seen from the platform's thread: who publishes what, tag by tag. */
import { moduleExtension, startWorker } from '../worker-url.ts'
import { createFlvParser } from './flv-parser.ts'
import type { FlvTag } from './flv-tag.ts'
import type { MediaLog } from './media-ports.ts'
import type { RtmpReport, RtmpWorkerData } from './rtmp-messages.ts'
import { publishedStreams, type StreamName } from './stream-path.ts'

export type RtmpIngest = AsyncDisposable & { port: number }

export class RtmpPortError extends Error {
  override name = 'RtmpPortError'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export type Publication = { tag(tag: FlvTag): void; end(): void }

/** FLV header bytes: the parser that reads single tags wants them first. */
const HEAD = Uint8Array.from([0x46, 0x4c, 0x56, 1, 5, 0, 0, 0, 9, 0, 0, 0, 0])

/**
 * Listens on `port` (0: a free one). `onPublish` is called for each stream of each accepted publisher and answers where its tags go.
 * Rejects with RtmpPortError when the port cannot be had.
 */
export async function createRtmpIngest(
  data: RtmpWorkerData,
  deps: { log: MediaLog; onPublish(name: StreamName): Publication; onDeath(error: Error): void },
): Promise<RtmpIngest> {
  const url = new URL(`./rtmp-ingest-worker${moduleExtension(import.meta.url)}`, import.meta.url)
  const worker = startWorker(url, { workerData: data, stdout: true })
  const publications = new Map<string, { to: Publication[]; parser: ReturnType<typeof createFlvParser> }>()
  let ending = false
  const endAll = (): void => {
    for (const { to } of publications.values()) for (const one of to) one.end()
    publications.clear()
  }
  const port = await new Promise<number>((resolve, reject) => {
    worker.on('message', (message: RtmpReport) => {
      switch (message.kind) {
        case 'listening':
          resolve(message.port)
          break
        case 'failed':
          // Its thread ends with it: that is said once.
          ending = true
          reject(new RtmpPortError(message.code, message.message))
          break
        case 'published': {
          const parser = createFlvParser()
          parser.push(HEAD)
          const to = publishedStreams(message.name).map((name) => deps.onPublish(name))
          publications.set(message.id, { to, parser })
          deps.log.info({ name: message.name, from: message.from }, 'a device publishes')
          break
        }
        case 'refused':
          deps.log.warn(
            { name: message.name, from: message.from, why: message.why },
            'a publisher was refused',
          )
          break
        case 'tag': {
          const publication = publications.get(message.id)
          if (!publication) break
          for (const tag of publication.parser.push(message.bytes)) {
            for (const one of publication.to) one.tag(tag)
          }
          break
        }
        case 'ended':
          for (const one of publications.get(message.id)?.to ?? []) one.end()
          publications.delete(message.id)
      }
    })
    worker.on('error', (error) => {
      reject(error)
      endAll()
      deps.onDeath(error)
    })
    worker.on('exit', (code) => {
      const error = new RtmpPortError('exit', `the RTMP thread ended with code ${code}`)
      reject(error)
      endAll()
      if (!ending) deps.onDeath(error)
    })
  })
  return {
    port,
    async [Symbol.asyncDispose]() {
      ending = true
      await worker.terminate()
    },
  }
}
