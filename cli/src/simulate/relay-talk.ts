import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { TALK_PATH } from '@backlot/contract/talk/frames'
import { acceptSocket, closeSocket, frameOf, Upstream } from './relay-socket.ts'
import type { SimulatedPart } from './simulated-part.ts'

/** Passes a page's talk on to the simulated part, in the name of its administrator, with devices replaced both ways. */
export async function relayTalk(
  part: SimulatedPart,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const { cookie, sessionId } = await part.admin()
  const { loginName } = part.simulator.signIn
  const page = await acceptSocket(request, socket, head)
  const address = new URL(TALK_PATH, part.simulator.url.replace(/^http/, 'ws'))
  const simulator = new Upstream(
    address,
    { headers: { cookie } },
    {
      message: (data) => page.send(replaced(data, (frame) => part.counterparts.toPlatform(frame))),
      closed: (code, reason) => closeSocket(page, code, reason),
    },
  )
  page.on('message', (data, isBinary) => {
    const said = frameOf(data, isBinary)
    try {
      simulator.send(
        replaced(said, (frame) => inName(part.counterparts.toSimulated(frame), { loginName, sessionId })),
      )
    } catch {
      // A device without a counterpart: the call is not made, and the page's wait for an answer ends.
    }
  })
  page.on('close', (code) => simulator.close(code))
  page.on('error', () => page.terminate())
}

/** A text frame with its JSON replaced; sound as it is. */
function replaced(data: string | Buffer, change: (frame: unknown) => unknown): string | Buffer {
  if (typeof data !== 'string') return data
  let frame: unknown
  try {
    frame = JSON.parse(data)
  } catch {
    return data
  }
  return JSON.stringify(change(frame))
}

function inName(frame: unknown, account: { loginName: string; sessionId: string }): unknown {
  const isLogin = typeof frame === 'object' && frame !== null && 'sessionId' in frame
  return isLogin ? { ...frame, ...account } : frame
}
