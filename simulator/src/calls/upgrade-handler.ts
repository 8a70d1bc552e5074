import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Takes a WebSocket upgrade over, or returns false when the path is not its own. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
