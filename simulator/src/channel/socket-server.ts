import { WebSocketServer } from 'ws'

/** The longest frame of a console: a subscription to 5,000 devices. */
const FRAME_MAX_BYTES = 512 * 1024

/** Takes the sockets of consoles, on the platform and on an edge. */
export const createSocketServer = (): WebSocketServer =>
  new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_MAX_BYTES,
    perMessageDeflate: false,
    // One frame of a socket in a turn of the event loop: a flood of tiny ones leaves room for everybody else.
    allowSynchronousEvents: false,
  })
