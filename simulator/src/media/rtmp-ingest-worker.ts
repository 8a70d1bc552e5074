/**
 * Thread that takes RTMP in. node-media-server keeps process-wide state and logs to standard output, so it lives
 * here, one per simulator, with its HTTP side, its store and its recorder never started. The only file that
 * imports it.
 */
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import NodeMediaServer, { type NmsSession } from 'node-media-server'
import logger from 'node-media-server/src/core/logger.js'
import sampler from 'node-media-server/src/core/rate_sampler.js'
import Rtmp from 'node-media-server/src/protocol/rtmp.js'
import { isPublishKey } from './publish-key.ts'
import { admitPublisher, boundMessages, guardConnection, RtmpRefusal } from './rtmp-guard.ts'
import type { RtmpReport, RtmpWorkerData } from './rtmp-messages.ts'
import { readPublishedName } from './stream-path.ts'

if (!parentPort) throw new Error('rtmp-ingest-worker runs as a worker thread only')
const port = parentPort
const data = workerData as RtmpWorkerData
const report = (message: RtmpReport): void => port.postMessage(message)

const CONNECTIONS_MAX = 512

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

const accepted = new Set<string>()

server.on('prePublish', (session) => {
  session.broadcast.publishGraceMs = 0
  session.socket.on('close', () => session.broadcast._finishPublish())
  const name = session.streamApp === 'live' ? readPublishedName(session.streamName) : undefined
  const key = session.streamQuery['key']
  const right = name !== undefined && typeof key === 'string' && isPublishKey(data.secret, name.sn, key)
  if (right && session.broadcast.publisher === null) {
    accepted.add(session.id)
    admitPublisher(session.socket, session.rtmp)
    return
  }
  if (!right) {
    const why = name ? 'key' : 'name'
    report({ kind: 'refused', name: session.streamName ?? '', from: session.ip, why })
  }
  session.socket.destroy()
  // Else the rest of what has come would be read, and might ask again under a thousand names.
  throw new RtmpRefusal('publishing was refused')
})

server.on('postPublish', (session) => {
  if (!accepted.has(session.id)) return
  report({ kind: 'published', id: session.id, name: session.streamName, from: session.ip })
  session.broadcast.subscribers.set(session.id, {
    id: session.id,
    ip: '',
    protocol: 'flv',
    sendBuffer: (tag) => report({ kind: 'tag', id: session.id, bytes: new Uint8Array(tag) }),
    close: () => undefined,
  })
})

server.on('donePublish', (session) => {
  session.broadcast.subscribers.delete(session.id)
  session.broadcast._destroyIfEmpty()
  if (accepted.delete(session.id)) report({ kind: 'ended', id: session.id })
})

// Nobody plays from here: viewers have their own door.
server.on('prePlay', (session: NmsSession) => {
  if (session.protocol !== 'rtmp') return
  session.socket.destroy()
  throw new RtmpRefusal('nobody plays from here')
})

const listener = server.rtmpServer.tcpServer
if (!listener) throw new Error('the RTMP server was not made')
listener.maxConnections = CONNECTIONS_MAX
listener.on('connection', guardConnection)
listener.prependListener('error', (error: NodeJS.ErrnoException) => {
  report({ kind: 'failed', code: error.code ?? 'unknown', message: error.message })
})
listener.on('listening', () => report({ kind: 'listening', port: (listener.address() as AddressInfo).port }))
server.rtmpServer.run()
