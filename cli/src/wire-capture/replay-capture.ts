/** Plays the clients of a capture against a server: the same bytes, with the same gaps between them. */
import { createReadStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { TCP_FLAGS } from '@backlot/contract/pcapng/ip-packets'
import { UserError } from '../user-error.ts'
import { CaptureProblem } from './capture-problem.ts'
import { type ClientLink, openTcpLink, openUdpLink } from './client-links.ts'
import { type Datagram, decodePacket, type Segment } from './decode-packet.ts'
import { readCapture } from './read-capture.ts'
import { Reassembler } from './reassemble.ts'
import { chooseStreams, countPacket, type Stream, StreamTable } from './stream-table.ts'

export type ReplayOptions = {
  file: string
  to: { host: string; port: number }
  /** Captured seconds per second. */
  speed: number
  /** Port of the servers in the capture; undefined: the only one that there is. */
  port: number | undefined
  devices: readonly string[] | undefined
  /** Compares the lengths of replies. */
  expects: boolean
  signal: AbortSignal
}

export type ReplaySummary = {
  streams: number
  sent: number
  received: number
  /** Bytes of the clients that are not in the capture. */
  lost: number
  /** Packets of which a part is not in the capture, and packets of unknown links. */
  cut: number
  unknownLinks: number
  failures: { client: string; why: string }[]
  mismatches: { client: string; expected: number; received: number }[]
}

/** Clients that speak at once. */
const LINKS_MOST = 10_000
/** How long replies may take behind the last bytes of a client. */
const SETTLE_MS = 2000
const UDP_SETTLE_MS = 200
const EXPECT_MS = 5000
const SHOWN_MOST = 100

/**
 * Resolves when all clients have sent everything. Rejects with a UserError for a file that cannot be read: all of it is
 * looked at before anything is sent.
 */
export async function replayCapture(options: ReplayOptions): Promise<ReplaySummary> {
  const { file, port, devices, signal } = options
  const table = new StreamTable(port)
  let cut = 0
  let unknownLinks = 0
  for await (const { packet, offset, comment } of packetsOf(
    file,
    () => cut++,
    () => unknownLinks++,
  )) {
    const { stream, isFromClient } = table.of(packet, offset)
    countPacket(stream, isFromClient, packet.payload.length, comment)
    if (signal.aborted) break
  }
  const chosen = chooseStreams(table.streams, { port, devices })
  const player = new Player(options, new Map(chosen.map((stream) => [stream.id, stream])))
  await player.play()
  return { ...player.summary(), streams: chosen.length, cut, unknownLinks }
}

type FoundPacket = { packet: Segment | Datagram; atMs: number; offset: number; comment: string | undefined }

/** The packets of a file that carry TCP or UDP. */
async function* packetsOf(
  file: string,
  onCut: () => void = () => undefined,
  onUnknownLink: () => void = () => undefined,
): AsyncGenerator<FoundPacket> {
  try {
    for await (const { atMs, linkType, bytes, wireBytes, offset, comment } of readCapture(
      createReadStream(file),
    )) {
      const packet = decodePacket(linkType, bytes)
      if (typeof packet === 'object') yield { packet, atMs, offset, comment }
      else if (packet === 'cut' || (packet === 'ignored' && bytes.length < wireBytes)) onCut()
      else if (packet === 'link') onUnknownLink()
    }
  } catch (error) {
    if (error instanceof CaptureProblem) throw new UserError(`${file}, ${error.message}`)
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined || error instanceof UserError) throw error
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code
    throw new UserError(`${file} cannot be read: ${why}.`)
  }
}

type Line = { stream: Stream; link: ClientLink; bytes: Reassembler; isEnding: boolean }

class Player {
  readonly #options: ReplayOptions
  readonly #chosen: ReadonlyMap<number, Stream>
  readonly #lines = new Map<number, Line>()
  readonly #done = new Set<number>()
  /** Lines whose client has ended. */
  readonly #ending = new Set<Promise<void>>()
  readonly #summary: Omit<ReplaySummary, 'streams' | 'cut' | 'unknownLinks'> = {
    sent: 0,
    received: 0,
    lost: 0,
    failures: [],
    mismatches: [],
  }

  constructor(options: ReplayOptions, chosen: ReadonlyMap<number, Stream>) {
    this.#options = options
    this.#chosen = chosen
  }

  summary() {
    return this.#summary
  }

  async play(): Promise<void> {
    const { file, port, speed, signal } = this.#options
    const table = new StreamTable(port)
    let first: { capturedMs: number; hostMs: number } | undefined
    try {
      for await (const { packet, atMs, offset } of packetsOf(file)) {
        const { stream: found, isFromClient } = table.of(packet, offset)
        const stream = this.#chosen.get(found.id)
        if (!stream || !isFromClient) continue
        first ??= { capturedMs: atMs, hostMs: performance.now() }
        const dueMs = first.hostMs + (atMs - first.capturedMs) / speed
        const waitMs = dueMs - performance.now()
        if (waitMs > 1) await sleep(waitMs, undefined, { signal })
        signal.throwIfAborted()
        await this.#take(stream, packet)
      }
      for (const line of this.#lines.values()) this.#end(line)
      await Promise.all(this.#ending)
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      for (const line of this.#lines.values()) this.#finish(line)
    }
  }

  async #take(stream: Stream, packet: Segment | Datagram): Promise<void> {
    // Acknowledgements follow the end of a client.
    if (this.#done.has(stream.id)) return
    const line = this.#lines.get(stream.id) ?? this.#open(stream)
    if (packet.transport === 'udp') {
      await line.link.send(packet.payload)
      return
    }
    const { syn, fin, rst } = TCP_FLAGS
    if ((packet.flags & syn) !== 0) line.bytes.begin(packet.sequence)
    const first = (packet.flags & syn) === 0 ? packet.sequence : (packet.sequence + 1) >>> 0
    await this.#send(line, line.bytes.add(first, packet.payload))
    if ((packet.flags & rst) !== 0) line.link.reset()
    else if ((packet.flags & fin) !== 0) this.#end(line)
  }

  async #send({ link }: Line, { bytes, lost }: ReturnType<Reassembler['add']>): Promise<void> {
    this.#summary.lost += lost
    for (const piece of bytes) await link.send(piece)
  }

  #open(stream: Stream): Line {
    if (this.#lines.size >= LINKS_MOST)
      throw new UserError(`More than ${LINKS_MOST} clients speak at once: choose some with --device.`)
    const { to } = this.#options
    const link = stream.transport === 'tcp' ? openTcpLink(to) : openUdpLink(to)
    const line = { stream, link, bytes: new Reassembler(), isEnding: false }
    this.#lines.set(stream.id, line)
    return line
  }

  /** Ends a client once its replies are there, without waiting for it. */
  #end(line: Line): void {
    if (line.isEnding) return
    line.isEnding = true
    const ending = this.#settle(line).finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }

  async #settle(line: Line): Promise<void> {
    const { expects } = this.#options
    await this.#send(line, line.bytes.end())
    if (expects) await line.link.settle(line.stream.serverBytes, EXPECT_MS)
    line.link.end()
    await line.link.settle(
      Number.POSITIVE_INFINITY,
      line.stream.transport === 'tcp' ? SETTLE_MS : UDP_SETTLE_MS,
    )
    this.#finish(line)
  }

  /** Closes a client and counts it. */
  #finish(line: Line): void {
    if (!this.#lines.delete(line.stream.id)) return
    this.#done.add(line.stream.id)
    line.link.close()
    const { sent, received, failure } = line.link.result()
    const { failures, mismatches } = this.#summary
    this.#summary.sent += sent
    this.#summary.received += received
    const { client, serverBytes } = line.stream
    const name = `${client.address}:${client.port}`
    if (failure !== undefined && failures.length < SHOWN_MOST) failures.push({ client: name, why: failure })
    if (this.#options.expects && received !== serverBytes && mismatches.length < SHOWN_MOST)
      mismatches.push({ client: name, expected: serverBytes, received })
  }
}
