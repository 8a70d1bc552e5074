/** The parts of node-media-server 4.4.3 that the ingest worker uses; the package ships no types. */
declare module 'node-media-server' {
  import type { Server, Socket } from 'node:net'
  import type { RtmpParser } from 'node-media-server/src/protocol/rtmp.js'

  export type NmsBroadcast = {
    publisher: NmsSession | null
    publishGraceMs: number
    _finishPublish(): void
    _destroyIfEmpty(): void
  }
  export type NmsSession = {
    id: string
    ip: string
    protocol: string
    streamApp: string
    streamName: string
    streamQuery: Record<string, string | string[] | undefined>
    broadcast: NmsBroadcast
    socket: Socket
    rtmp: RtmpParser
  }
  export default class NodeMediaServer {
    constructor(config: object)
    rtmpServer: { tcpServer?: Server; run(): void; stop(): void }
    on(event: 'prePublish' | 'prePlay', listener: (session: NmsSession) => void): void
  }
}

declare module 'node-media-server/src/core/logger.js' {
  const logger: { log(message: string, level?: string): void }
  export default logger
}

declare module 'node-media-server/src/core/rate_sampler.js' {
  const sampler: { rateSampler: { stop(): void } }
  export default sampler
}

declare module 'node-media-server/src/protocol/rtmp.js' {
  /** Reads one connection. */
  export type RtmpParser = {
    parserPacket: { header: { length: number; type: number }; clock: number; payload: Uint8Array }
    inPackets: Map<number, unknown>
    /** Makes room for a message whose head has come. */
    packetAlloc(): void
    /** Takes a message of sound, video or data that has come whole. */
    dataHandler(): void
  }
  const Rtmp: { prototype: RtmpParser }
  export default Rtmp
}
