import type { Cluster } from '../../cluster/open-cluster.ts'
import { writeCoreMessage } from './link-messages.ts'

/** Frames that all consoles of an audience on edges get: a Redis Stream with an entry for each tick that has one. */
export type SharedStream = { id: number; key: string; consoles: number }
type SharedFrame = { stream: SharedStream; frame: Buffer; behind: Buffer | undefined }
type Tick = { tick: number; frames: readonly SharedFrame[]; bytes: number }

/** An edge, as its shared frames see it. */
export type FrameReader = {
  /** How many of its consoles sit in a stream. */
  seatsIn(stream: SharedStream): number
  /** Whether Redis does not bring it the frames. */
  isWithoutRedis: boolean
  send(message: Buffer): void
}

/** Entries that a stream keeps: 13 s of ticks in which every one has a frame. */
const KEPT_ENTRIES = 128
/** Ticks and bytes that are kept here, for edges to which Redis did not bring them. */
const KEPT_TICKS = 40
const KEPT_BYTES = 16 * 1024 * 1024
/** Redis that has not confirmed an entry for so long does not count as there. */
const CONFIRMED_WITHIN_MS = 300
const STREAM_LIFE_MS = 60_000
const REFRESH_MS = 10_000

/** Name of a stream in Redis; `boot`: of the core's run. */
export const streamKey = (cluster: Pick<Cluster, 'key'>, boot: string, id: number): string =>
  cluster.key('frames', boot, id)

/** Publishes the frames that consoles on edges share: in Redis once for all edges, over their links while that is away. */
export class SharedFrames {
  readonly #cluster: Cluster
  readonly #boot: string
  readonly #readers: ReadonlySet<FrameReader>
  readonly #streams = new Map<string, SharedStream>()
  /** How many consoles would share an audience's frames. */
  readonly #wanted = new Map<string, number>()
  #lastId = 0
  #tick = 0
  #current: SharedFrame[] = []
  #kept: Tick[] = []
  #keptBytes = 0
  /** When each entry that Redis has not confirmed was sent. */
  readonly #pending = new Map<number, number>()
  #refreshedMs = 0
  #entries = 0
  #overLinks = 0

  constructor(cluster: Cluster, boot: string, readers: ReadonlySet<FrameReader>) {
    this.#cluster = cluster
    this.#boot = boot
    this.#readers = readers
  }

  /** The tick that is being made, or is the next. */
  get tick(): number {
    return this.#tick + 1
  }

  /** Streams there are, entries added to Redis, and frames that went over links in their place. */
  counts(): { streams: number; entries: number; overLinks: number } {
    return { streams: this.#streams.size, entries: this.#entries, overLinks: this.#overLinks }
  }

  /** A console would share an audience's frames with others, or no longer. */
  want(key: string, by: 1 | -1): void {
    const left = (this.#wanted.get(key) ?? 0) + by
    if (left > 0) {
      this.#wanted.set(key, left)
      return
    }
    this.#wanted.delete(key)
    const stream = this.#streams.get(key)
    if (!stream) return
    this.#streams.delete(key)
    if (this.#cluster.isConnected()) this.#ignore(this.#cluster.redis.del(this.#nameOf(stream)))
  }

  /** The stream of an audience; undefined while one console alone would read it: it is sent its frames itself. */
  streamOf(key: string): SharedStream | undefined {
    const known = this.#streams.get(key)
    if (known || (this.#wanted.get(key) ?? 0) < 2) return known
    const made = { id: ++this.#lastId, key, consoles: 0 }
    this.#streams.set(key, made)
    return made
  }

  publish(stream: SharedStream, frame: Buffer, behind: Buffer | undefined): void {
    this.#current.push({ stream, frame, behind })
  }

  /** Everything of a tick was published: edges may go on with what follows it. */
  endTick(): void {
    const tick = ++this.#tick
    const frames = this.#current
    this.#current = []
    const isThere = this.#isRedisThere()
    if (frames.length > 0) {
      this.#keep(tick, frames)
      if (isThere) this.#add(tick, frames)
      for (const reader of this.#readers) {
        const own = frames.filter(({ stream }) => reader.seatsIn(stream) > 0)
        if (own.length === 0) continue
        if (!isThere || reader.isWithoutRedis) this.#sendShared(reader, tick, own)
        reader.send(writeCoreMessage({ type: 'tick', tick, streams: own.map(({ stream }) => stream.id) }))
      }
    }
    this.#refresh(isThere)
  }

  /** Redis did not bring an edge the frames of a tick: they come over its link, as all later ones do. */
  sendFrom(reader: FrameReader, from: number): void {
    reader.isWithoutRedis = true
    const oldest = this.#kept[0]?.tick ?? this.tick
    if (from < oldest) reader.send(writeCoreMessage({ type: 'lost', tick: oldest - 1 }))
    for (const { tick, frames } of this.#kept) if (tick >= from) this.#sendShared(reader, tick, frames)
  }

  #sendShared(reader: FrameReader, tick: number, frames: readonly SharedFrame[]): void {
    for (const { stream, frame, behind } of frames) {
      this.#overLinks++
      reader.send(writeCoreMessage({ type: 'shared', stream: stream.id, tick, frame, behind }))
    }
  }

  #keep(tick: number, frames: readonly SharedFrame[]): void {
    const bytes = frames.reduce((sum, { frame, behind }) => sum + frame.length + (behind?.length ?? 0), 0)
    this.#kept.push({ tick, frames, bytes })
    this.#keptBytes += bytes
    while (this.#kept.length > KEPT_TICKS || (this.#keptBytes > KEPT_BYTES && this.#kept.length > 1))
      this.#keptBytes -= this.#kept.shift()!.bytes
  }

  #isRedisThere(): boolean {
    const [oldestMs = Number.POSITIVE_INFINITY] = this.#pending.values()
    return this.#cluster.isConnected() && performance.now() - oldestMs < CONFIRMED_WITHIN_MS
  }

  #add(tick: number, frames: readonly SharedFrame[]): void {
    const adding = this.#cluster.redis.pipeline()
    for (const { stream, frame, behind } of frames) {
      const fields = behind ? ['f', frame, 'b', behind] : ['f', frame]
      adding.xadd(this.#nameOf(stream), 'MAXLEN', '~', KEPT_ENTRIES, `${tick}-0`, ...fields)
    }
    this.#entries += frames.length
    this.#pending.set(tick, performance.now())
    // One that was not added is missed by the edges, which ask for it.
    this.#ignore(adding.exec().finally(() => this.#pending.delete(tick)))
  }

  /** Streams of a core that was killed go by themselves. */
  #refresh(isThere: boolean): void {
    const nowMs = performance.now()
    if (!isThere || nowMs - this.#refreshedMs < REFRESH_MS) return
    this.#refreshedMs = nowMs
    const refreshing = this.#cluster.redis.pipeline()
    for (const stream of this.#streams.values()) refreshing.pexpire(this.#nameOf(stream), STREAM_LIFE_MS)
    if (this.#streams.size > 0) this.#ignore(refreshing.exec())
  }

  #nameOf({ id }: SharedStream): string {
    return streamKey(this.#cluster, this.#boot, id)
  }

  #ignore(answer: Promise<unknown>): void {
    answer.catch((error: unknown) => this.#cluster.log.debug({ err: error }, 'shared frames were not stored'))
  }
}
