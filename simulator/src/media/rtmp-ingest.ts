/** RTMP input, seen from the platform's thread: publishers and their streams, tag by tag. */
import type { ReusedPart } from '../kernel/reused-parts.ts'
import { moduleExtension, startWorker } from '../kernel/worker-url.ts'
import { codecOf, FLV_AUDIO, FLV_SCRIPT, FLV_VIDEO, type FlvTag } from '../wire/flv/flv-tag.ts'
import type { MediaLog } from './media-ports.ts'
import {
  RTMP_CUTS,
  RTMP_REFUSALS,
  type RtmpCut,
  type RtmpRefusalReason,
  type RtmpReport,
  type RtmpWorkerData,
  type ToRtmp,
} from './rtmp-messages.ts'
import { publishedStreams, type StreamName } from './stream-path.ts'
import type { TagCount } from './tag-window.ts'

export type RtmpIngest = ReusedPart & {
  port: number
  stats(): RtmpStats
  /**
   * From now on `onPublish` is called for each stream of each accepted publisher and answers where its tags go. Returns
   * the way to end that, which cuts all publishers off. Who publishes while nobody receives is cut off, too.
   */
  receive(onPublish: (name: StreamName) => Publication): () => void
}

/** Codecs of published pictures as they are counted. */
const COUNTED_CODECS = ['H.264', 'H.265', 'AV1', 'VP9', 'other'] as const
export type CountedCodec = (typeof COUNTED_CODECS)[number]

export type RtmpStats = {
  connections: number
  publishers: number
  /** Of messages since the start. */
  receivedBytes: Record<'video' | 'audio' | 'data', number>
  refusals: Record<RtmpRefusalReason, number>
  cuts: Record<RtmpCut, number>
  /** Streams that publishers feed, by the codec of their pictures, once one has come. */
  streams: Record<CountedCodec, number>
}

export class RtmpPortError extends Error {
  override name = 'RtmpPortError'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export type Publication = { tag(tag: FlvTag): void; end(): void }

/** `@setDataFrame` in AMF 0, before metadata of a publisher; files and viewers only use what follows it. */
const SET_DATA_FRAME = Buffer.concat([Buffer.of(2, 0, 13), Buffer.from('@setDataFrame')])

/** A message as the tag for viewers; undefined for anything but sound, video or metadata. */
function tagOf(tag: FlvTag): FlvTag | undefined {
  const { type, body } = tag
  if (type === FLV_AUDIO || type === FLV_VIDEO) return body.length > 0 ? tag : undefined
  if (type !== FLV_SCRIPT) return undefined
  const isSet = SET_DATA_FRAME.equals(body.subarray(0, SET_DATA_FRAME.length))
  return isSet ? { ...tag, body: body.subarray(SET_DATA_FRAME.length) } : tag
}

const zeroes = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>

const KINDS: Readonly<Record<number, 'audio' | 'video'>> = { [FLV_AUDIO]: 'audio', [FLV_VIDEO]: 'video' }

type Published = { to: Publication[]; codec: CountedCodec | undefined }

/**
 * Listens on `port` (0: a free one). Rejects with RtmpPortError when the port cannot be had.
 */
export async function createRtmpIngest(
  data: RtmpWorkerData,
  deps: { log: MediaLog; onDeath(error: Error): void },
): Promise<RtmpIngest> {
  const url = new URL(`./rtmp-ingest-worker${moduleExtension(import.meta.url)}`, import.meta.url)
  const worker = startWorker(url, { workerData: data, stdout: true })
  const publications = new Map<string, Published>()
  const counts = {
    connections: 0,
    receivedBytes: zeroes(['video', 'audio', 'data']),
    refusals: zeroes(RTMP_REFUSALS),
    cuts: zeroes(RTMP_CUTS),
  }
  let ending = false
  let isDead = false
  let receiver: ((name: StreamName) => Publication) | undefined
  const post = (message: ToRtmp) => worker.postMessage(message)
  /** Tells the thread once a turn of the event loop how much was taken since: that much more may come. */
  let news: TagCount | undefined
  const taken = (bytes: number): void => {
    if (!news) {
      news = { messages: 0, bytes: 0 }
      setImmediate(() => {
        if (!ending && news) post(news)
        news = undefined
      })
    }
    news.messages++
    news.bytes += bytes
  }
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
          // Its thread ends with it: reported once.
          ending = true
          reject(new RtmpPortError(message.code, message.message))
          break
        case 'published': {
          if (!receiver) {
            post('cutAll')
            break
          }
          const to = publishedStreams(message.name).map(receiver)
          publications.set(message.id, { to, codec: undefined })
          deps.log.info({ name: message.name, from: message.from }, 'a device publishes')
          break
        }
        case 'connections':
          counts.connections = message.open
          break
        case 'cut':
          counts.cuts[message.why]++
          break
        case 'refused':
          counts.refusals[message.why]++
          deps.log.warn(
            { name: message.name, from: message.from, why: message.why },
            'a publisher was refused',
          )
          break
        case 'tag': {
          taken(message.tag.body.length)
          const publication = publications.get(message.id)
          const tag = tagOf(message.tag)
          counts.receivedBytes[KINDS[message.tag.type] ?? 'data'] += message.tag.body.length
          if (!publication || !tag) break
          if (tag.type === FLV_VIDEO) publication.codec = countedCodec(tag)
          for (const one of publication.to) one.tag(tag)
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
      isDead = true
      const error = new RtmpPortError('exit', `the RTMP thread ended with code ${code}`)
      reject(error)
      endAll()
      if (!ending) deps.onDeath(error)
    })
  })
  return {
    port,
    isDead: () => isDead,
    receive(onPublish) {
      receiver = onPublish
      return () => {
        receiver = undefined
        endAll()
        if (!isDead) post('cutAll')
      }
    },
    stats() {
      const streams = zeroes(COUNTED_CODECS)
      for (const { to, codec } of publications.values()) if (codec) streams[codec] += to.length
      return { ...counts, publishers: publications.size, streams }
    },
    async [Symbol.asyncDispose]() {
      ending = true
      await worker.terminate()
    },
  }
}

function countedCodec(tag: FlvTag): CountedCodec {
  const codec = codecOf(tag)
  return COUNTED_CODECS.find((name) => name === codec) ?? 'other'
}
