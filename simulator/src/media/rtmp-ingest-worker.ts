/**
 * Thread that takes RTMP in. node-media-server keeps process-wide state and logs to standard output, so it lives
 * here, one per simulator, with its HTTP side, its store and its recorder never started. It shakes hands and reads
 * messages; who publishes which stream is kept here. The only file that imports it.
 */
import type { AddressInfo, Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import NodeMediaServer, { type NmsBroadcast, type NmsSession } from 'node-media-server'
import logger from 'node-media-server/src/core/logger.js'
import sampler from 'node-media-server/src/core/rate_sampler.js'
import Rtmp from 'node-media-server/src/protocol/rtmp.js'
import { collectGarbage, onIdle } from '../kernel/idle-memory.ts'
import { isPublishKey } from './publish-key.ts'
import { admitPublisher, boundMessages, guardConnection, RtmpRefusal, silentForMs } from './rtmp-guard.ts'
import type { RtmpRefusalReason, RtmpReport, RtmpWorkerData, ToRtmp } from './rtmp-messages.ts'
import { publishedStreams, readPublishedName, streamPath } from './stream-path.ts'
import { TAG_WINDOW, TagWindow } from './tag-window.ts'

if (!parentPort) throw new Error('rtmp-ingest-worker runs as a worker thread only')
const port = parentPort
const data = workerData as RtmpWorkerData
const report = (message: RtmpReport, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer)

onIdle(() => void collectGarbage())

const CONNECTIONS_MAX = 512
/** A publisher that has sent nothing for this long gives way to one that connects: its line may have died silently. */
const GIVES_WAY_MS = 5000
/** More of a name than that helps nobody who reads the log. */
const NAME_CHARS = 80

logger.log = () => undefined
boundMessages(Rtmp.prototype)
// A port of the number 0 would leave RTMP off; as text it asks the system for a free one.
const server = new NodeMediaServer({
  bind: data.host,
  rtmp: { port: String(data.port) },
  webadmin: { enable: false },
  record: { auto: false },
})
sampler.rateSampler.stop()

const window = new TagWindow(TAG_WINDOW)
port.on('message', (message: ToRtmp) => {
  if (message !== 'cutAll') window.taken(message)
  else for (const session of publications.keys()) session.socket.destroy()
})

/** Publication of a session: one publish a connection. */
const publications = new Map<NmsSession, { broadcast: NmsBroadcast; paths: string[] }>()
/** Publisher of a stream, by its path: two names may mean one stream. */
const holders = new Map<string, NmsSession>()

const refuse = (session: NmsSession, why: RtmpRefusalReason): never => {
  report({ kind: 'refused', name: session.streamName.slice(0, NAME_CHARS), from: session.ip, why })
  session.broadcast._destroyIfEmpty()
  session.socket.destroy()
  // Else the remaining bytes would be read, and might ask again under a thousand names.
  throw new RtmpRefusal(`refused: ${why}`)
}

const leave = (session: NmsSession): void => {
  const held = publications.get(session)
  if (!held) return
  publications.delete(session)
  for (const path of held.paths) if (holders.get(path) === session) holders.delete(path)
  if (held.broadcast.publisher === session) held.broadcast._finishPublish()
  report({ kind: 'ended', id: session.id })
}

server.on('prePublish', (session) => {
  const { broadcast, socket, id } = session
  const name = session.streamApp === 'live' ? readPublishedName(session.streamName) : undefined
  if (!name) return refuse(session, 'name')
  const key = session.streamQuery['key']
  if (typeof key !== 'string' || !isPublishKey(data.secret, name.sn, key)) return refuse(session, 'key')
  const paths = publishedStreams(session.streamName).map(streamPath)
  const before = new Set(paths.flatMap((path) => holders.get(path) ?? []))
  for (const holder of before) {
    if (holder === session || silentForMs(holder.socket) < GIVES_WAY_MS) return refuse(session, 'taken')
  }
  broadcast.publishGraceMs = 0
  socket.on('close', () => leave(session))
  // Before the replaced publishers are reported as ended: their viewers stay.
  report({ kind: 'published', id, name: session.streamName, from: session.ip })
  for (const holder of before) {
    leave(holder)
    holder.socket.destroy()
    report({ kind: 'cut', why: 'replaced' })
  }
  publications.set(session, { broadcast, paths })
  for (const path of paths) holders.set(path, session)
  admitPublisher(socket, session.rtmp, (type, timestampMs, part) => {
    const body = new Uint8Array(part)
    window.sent(body.length)
    report({ kind: 'tag', id, tag: { type, timestampMs, body } }, [body.buffer])
  })
})

// Nobody plays from here: viewers have their own listener.
server.on('prePlay', (session) => {
  if (session.protocol === 'rtmp') refuse(session, 'play')
})

const listener = server.rtmpServer.tcpServer
if (!listener) throw new Error('the RTMP server was not made')
listener.maxConnections = CONNECTIONS_MAX
let open = 0
listener.on('connection', (socket: Socket) => {
  guardConnection(socket, window, (why) => report({ kind: 'cut', why }))
  report({ kind: 'connections', open: ++open })
  socket.once('close', () => report({ kind: 'connections', open: --open }))
})
listener.on('drop', () => report({ kind: 'cut', why: 'full' }))
listener.prependListener('error', (error: NodeJS.ErrnoException) => {
  report({ kind: 'failed', code: error.code ?? 'unknown', message: error.message })
})
listener.on('listening', () => report({ kind: 'listening', port: (listener.address() as AddressInfo).port }))
server.rtmpServer.run()
