import { type Body, CaptureEvent, type Headers, type Manifest, type Side } from './capture-form.ts'

/** Bytes of a file of the capture, and when they came. */
export type Piece = { t: number; from: Side; file: string; offset: number; bytes: number }

export type Exchange = {
  id: number
  t: number
  method: string
  path: string
  headers: Headers
  sent?: Body
  reply?: { t: number; status: number; headers: Headers }
  body?: Body
  pieces: Piece[]
  /** When the reply was over; a stream that was open when the recording ended has none. */
  endT?: number
  isCut: boolean
  unreachable?: string
}

export type SocketItem = { t: number; from: Side; text: string } | Piece
export type RecordedSocket = {
  id: number
  t: number
  path: string
  items: SocketItem[]
  close?: { t: number; by: Side; code: number }
  /** The platform answered without opening it. */
  refused?: number
}

export type RecordedClock = Extract<CaptureEvent, { kind: 'clock' }>

export type Capture = {
  manifest: Manifest
  exchanges: Exchange[]
  sockets: RecordedSocket[]
  clocks: RecordedClock[]
  /** Milliseconds from the beginning to the last event. */
  lengthMs: number
  /** Irregularities, in words. */
  remarks: string[]
}

/**
 * Puts a capture together from the lines of its events. `sizeOf`: bytes of a file of its bodies. Throws a
 * CaptureError that names a line that cannot be read, unless that is the last one.
 */
export async function assembleCapture(
  manifest: Manifest,
  lines: AsyncIterable<string>,
  sizeOf: (file: string) => number,
): Promise<Capture> {
  const repository = new CaptureRepository(sizeOf)
  const remarks: string[] = []
  let number = 0
  let broken: number | undefined
  for await (const line of lines) {
    number += 1
    if (broken !== undefined) throw new CaptureError(`line ${broken} cannot be read.`)
    const event = eventOf(line)
    if (event === undefined) broken = number
    else repository.add(event)
  }
  if (broken !== undefined) remarks.push(`The last line (${broken}) is incomplete and was dropped.`)
  if (!repository.isOver)
    remarks.push(
      'The recording did not end normally: earlier occurrences of masked values were not searched.',
    )
  return { manifest, ...repository.result(), remarks }
}

/** The events of a capture are damaged. */
export class CaptureError extends Error {
  override readonly name = 'CaptureError'
}

function eventOf(line: string): CaptureEvent | undefined {
  try {
    return CaptureEvent.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

/** Puts the lines together again. */
class CaptureRepository {
  readonly #sizeOf: (file: string) => number
  readonly #exchanges = new Map<number, Exchange>()
  readonly #sockets = new Map<number, RecordedSocket>()
  readonly #clocks: RecordedClock[] = []
  readonly #files = new Map<string, { used: number; size: number }>()
  #lengthMs = 0
  isOver = false

  constructor(sizeOf: (file: string) => number) {
    this.#sizeOf = sizeOf
  }

  add(event: CaptureEvent): void {
    this.#lengthMs = Math.max(this.#lengthMs, event.t)
    if (event.kind === 'clock') this.#clocks.push(event)
    else if (event.kind === 'over') this.isOver = true
    else if (event.kind === 'request') {
      const { id, t, method, path, headers } = event
      this.#exchanges.set(id, { id, t, method, path, headers, pieces: [], isCut: false })
    } else if (event.kind === 'open') {
      const { id, t, path } = event
      this.#sockets.set(id, { id, t, path, items: [] })
    } else {
      const exchange = this.#exchanges.get(event.id)
      const socket = this.#sockets.get(event.id)
      if (exchange) this.#ofExchange(exchange, event)
      else if (socket) this.#ofSocket(socket, event)
    }
  }

  result(): Pick<Capture, 'exchanges' | 'sockets' | 'clocks' | 'lengthMs'> {
    return {
      exchanges: [...this.#exchanges.values()],
      sockets: [...this.#sockets.values()],
      clocks: this.#clocks,
      lengthMs: this.#lengthMs,
    }
  }

  #ofExchange(exchange: Exchange, event: CaptureEvent): void {
    if (event.kind === 'sent') exchange.sent = event.body
    else if (event.kind === 'unreachable') exchange.unreachable = event.reason
    else if (event.kind === 'piece') this.#keep(event.from === 'platform' ? exchange.pieces : [], event)
    else if (event.kind === 'reply') {
      const { t, status, headers } = event
      exchange.reply = { t, status, headers }
    } else if (event.kind === 'end') {
      exchange.body = event.body
      exchange.endT = event.t
      exchange.isCut = event.cut ?? false
    }
  }

  #ofSocket(socket: RecordedSocket, event: CaptureEvent): void {
    if (event.kind === 'frame') socket.items.push({ t: event.t, from: event.from, text: event.text })
    else if (event.kind === 'piece') this.#keep(socket.items, event)
    else if (event.kind === 'close') socket.close = { t: event.t, by: event.by, code: event.code }
    else if (event.kind === 'reply') socket.refused = event.status
  }

  /** A line may refer to bytes that a full disk did not take. */
  #keep(into: SocketItem[], { t, from, file, bytes }: Extract<CaptureEvent, { kind: 'piece' }>): void {
    let known = this.#files.get(file)
    if (!known) {
      known = { used: 0, size: this.#sizeOf(file) }
      this.#files.set(file, known)
    }
    if (known.used + bytes <= known.size) into.push({ t, from, file, offset: known.used, bytes })
    known.used += bytes
  }
}
