/**
 * Messages of the link between the core and an edge, each a binary WebSocket message: one byte for its type, then fixed
 * fields (big-endian), then text in UTF-8, JSON or whole frames for consoles. Consoles are numbered by the edge, streams
 * of shared frames and ticks by the core.
 */
import { z } from 'zod'

/** Who opened a socket at an edge. */
const Opened = z.object({ address: z.string().max(64), language: z.string().max(256).optional() })
const Asked = z.object({ path: z.string().max(256), token: z.string().max(256) })
const Ended = z.object({
  owner: z.string().max(256),
  path: z.string().max(256).optional(),
  reason: z.enum(['revoked', 'stopped']),
})
const Hello = z.object({ boot: z.string().min(1).max(64) })

/** From an edge. */
export type EdgeMessage =
  /** A socket of a console was opened; frames of it follow. */
  | { type: 'opened'; console: number; who: z.infer<typeof Opened> }
  | { type: 'frame'; console: number; text: string }
  | { type: 'gone'; console: number }
  /** So many bytes of frames for single consoles were written to their sockets. */
  | { type: 'taken'; consoles: readonly { console: number; bytes: number }[] }
  /** Shared frames from this tick on are to come over the link: Redis does not bring them. */
  | { type: 'need'; tick: number }
  /** Redis brings them again. */
  | { type: 'reads' }
  /** Whether frames wait at the edge that did not fit into a turn. */
  | { type: 'backed'; isBacked: boolean }
  /** Whether a token opens a live stream. */
  | { type: 'mayWatch'; ask: number; stream: z.infer<typeof Asked> }

/** To an edge. Those up to `close` take effect in the order in which they were sent, ticks included. */
export type CoreMessage =
  /** A tick: these streams have a frame in it, which goes to the consoles that sit there. */
  | { type: 'tick'; tick: number; streams: readonly number[] }
  | { type: 'send'; console: number; frame: Buffer }
  /** From the tick after this one on a console gets the shared frames of a stream; 0: of none. */
  | { type: 'seat'; console: number; stream: number; tick: number }
  | { type: 'close'; console: number; code: number; reason: string }
  | { type: 'cut'; console: number }
  | { type: 'signedIn'; console: number }
  /** A shared frame of a tick; `behind`: what consoles get that have not read earlier ones. */
  | { type: 'shared'; stream: number; tick: number; frame: Buffer; behind: Buffer | undefined }
  /** Shared frames of this tick, and of those before it, are to be had no more. */
  | { type: 'lost'; tick: number }
  | { type: 'watch'; ask: number; status: number; owner: string }
  /** Viewers of a session are to be closed, of one stream or of all. */
  | { type: 'viewersEnd'; viewers: z.infer<typeof Ended> }
  | { type: 'hello'; boot: string }

const EDGE_TYPES = ['opened', 'frame', 'gone', 'taken', 'need', 'reads', 'backed', 'mayWatch'] as const
const CORE_TYPES = [
  'tick',
  'send',
  'seat',
  'close',
  'cut',
  'signedIn',
  'shared',
  'lost',
  'watch',
  'viewersEnd',
  'hello',
] as const

export function writeEdgeMessage(message: EdgeMessage): Buffer {
  const type = EDGE_TYPES.indexOf(message.type)
  switch (message.type) {
    case 'opened':
      return written(type, [message.console], JSON.stringify(message.who))
    case 'frame':
      return written(type, [message.console], message.text)
    case 'gone':
      return written(type, [message.console])
    case 'taken':
      return written(
        type,
        message.consoles.flatMap(({ console, bytes }) => [console, bytes]),
      )
    case 'need':
      return written(type, [message.tick])
    case 'reads':
      return written(type, [])
    case 'backed':
      return written(type, [message.isBacked ? 1 : 0])
    case 'mayWatch':
      return written(type, [message.ask], JSON.stringify(message.stream))
  }
}

export function writeCoreMessage(message: CoreMessage): Buffer {
  const type = CORE_TYPES.indexOf(message.type)
  switch (message.type) {
    case 'tick':
      return written(type, [message.tick, ...message.streams])
    case 'send':
      return written(type, [message.console], message.frame)
    case 'seat':
      return written(type, [message.console, message.stream, message.tick])
    case 'close':
      return written(type, [message.console, message.code], message.reason)
    case 'cut':
    case 'signedIn':
      return written(type, [message.console])
    case 'shared': {
      const { stream, tick, frame, behind = Buffer.alloc(0) } = message
      return written(type, [stream, tick, frame.length], Buffer.concat([frame, behind]))
    }
    case 'lost':
      return written(type, [message.tick])
    case 'watch':
      return written(type, [message.ask, message.status], message.owner)
    case 'viewersEnd':
      return written(type, [], JSON.stringify(message.viewers))
    case 'hello':
      return written(type, [], JSON.stringify({ boot: message.boot }))
  }
}

/** A message that is none throws a LinkFault: the other side is of another program, or broken. */
export function readEdgeMessage(bytes: Buffer): EdgeMessage {
  const type = EDGE_TYPES[bytes[0] ?? 255]
  switch (type) {
    case 'opened':
      return { type, console: field(bytes, 0), who: json(Opened, rest(bytes, 1)) }
    case 'frame':
      return { type, console: field(bytes, 0), text: rest(bytes, 1).toString() }
    case 'gone':
      return { type, console: field(bytes, 0) }
    case 'taken': {
      const all = fields(bytes)
      if (all.length % 2 !== 0) throw new LinkFault('taken: a console without its bytes')
      const consoles = Array.from({ length: all.length / 2 }, (_, i) => ({
        console: all[2 * i]!,
        bytes: all[2 * i + 1]!,
      }))
      return { type, consoles }
    }
    case 'need':
      return { type, tick: field(bytes, 0) }
    case 'reads':
      return { type }
    case 'backed':
      return { type, isBacked: field(bytes, 0) !== 0 }
    case 'mayWatch':
      return { type, ask: field(bytes, 0), stream: json(Asked, rest(bytes, 1)) }
    default:
      throw new LinkFault(`type ${bytes[0] ?? 'none'}`)
  }
}

/** The same of messages to an edge. */
export function readCoreMessage(bytes: Buffer): CoreMessage {
  const type = CORE_TYPES[bytes[0] ?? 255]
  switch (type) {
    case 'tick': {
      const [tick, ...streams] = fields(bytes)
      if (tick === undefined) throw new LinkFault('tick without its number')
      return { type, tick, streams }
    }
    case 'send':
      return { type, console: field(bytes, 0), frame: rest(bytes, 1) }
    case 'seat':
      return { type, console: field(bytes, 0), stream: field(bytes, 1), tick: field(bytes, 2) }
    case 'close':
      return { type, console: field(bytes, 0), code: field(bytes, 1), reason: rest(bytes, 2).toString() }
    case 'cut':
    case 'signedIn':
      return { type, console: field(bytes, 0) }
    case 'shared': {
      const frames = rest(bytes, 3)
      const length = field(bytes, 2)
      if (length > frames.length) throw new LinkFault('shared: a frame is cut short')
      const behind = frames.length > length ? frames.subarray(length) : undefined
      return {
        type,
        stream: field(bytes, 0),
        tick: field(bytes, 1),
        frame: frames.subarray(0, length),
        behind,
      }
    }
    case 'lost':
      return { type, tick: field(bytes, 0) }
    case 'watch':
      return { type, ask: field(bytes, 0), status: field(bytes, 1), owner: rest(bytes, 2).toString() }
    case 'viewersEnd':
      return { type, viewers: json(Ended, rest(bytes, 0)) }
    case 'hello':
      return { type, ...json(Hello, rest(bytes, 0)) }
    default:
      throw new LinkFault(`type ${bytes[0] ?? 'none'}`)
  }
}

export class LinkFault extends Error {
  override name = 'LinkFault'
}

const FIELD_BYTES = 4

function written(type: number, numbers: readonly number[], text: string | Buffer = ''): Buffer {
  const head = 1 + FIELD_BYTES * numbers.length
  const bytes = Buffer.allocUnsafe(head + Buffer.byteLength(text))
  bytes[0] = type
  for (const [i, number] of numbers.entries()) bytes.writeUInt32BE(number, 1 + FIELD_BYTES * i)
  if (typeof text === 'string') bytes.write(text, head)
  else bytes.set(text, head)
  return bytes
}

function field(bytes: Buffer, index: number): number {
  const at = 1 + FIELD_BYTES * index
  if (at + FIELD_BYTES > bytes.length) throw new LinkFault('a message is cut short')
  return bytes.readUInt32BE(at)
}

function fields(bytes: Buffer): number[] {
  if ((bytes.length - 1) % FIELD_BYTES !== 0) throw new LinkFault('a message is cut short')
  return Array.from({ length: (bytes.length - 1) / FIELD_BYTES }, (_, i) => field(bytes, i))
}

function rest(bytes: Buffer, index: number): Buffer {
  const at = 1 + FIELD_BYTES * index
  if (at > bytes.length) throw new LinkFault('a message is cut short')
  return bytes.subarray(at)
}

function json<Schema extends z.ZodType>(schema: Schema, bytes: Buffer): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString())
  } catch {
    throw new LinkFault('no JSON')
  }
  const read = schema.safeParse(value)
  if (!read.success) throw new LinkFault(read.error.issues[0]?.message ?? 'not valid')
  return read.data
}
