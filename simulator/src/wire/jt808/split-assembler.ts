/**
 * Reassembles the packets of split messages, in any order. It keeps no time of its own: the caller passes the time and
 * asks for overdue ones.
 */
import type { Jt808Frame } from './frame.ts'
import type { Jt808Header } from './header.ts'

export type SplitLimits = {
  /** Packets of one message. */
  packets: number
  /** Most incomplete messages at a time. */
  messages: number
  /** Bytes kept in all. */
  bytes: number
}

export const SPLIT_LIMITS: SplitLimits = { packets: 512, messages: 4, bytes: 1_048_576 }

/** Bytes that all assemblers together may keep; each may keep OWN_BYTES besides. */
export type SplitPool = { left: number }
const OWN_BYTES = 16_384

export type SplitResult =
  /** `header` is that of the packet that came last, without its split. */
  | { kind: 'whole'; header: Jt808Header; body: Uint8Array }
  | { kind: 'waiting' }
  /** The packet was there already. */
  | { kind: 'repeated' }
  | { kind: 'refused'; why: string }

/** A message of which packets are missing. */
export type Incomplete = {
  id: number
  version: Jt808Header['version']
  /** Serial of packet 1. */
  firstSerial: number
  missing: readonly number[]
  sinceMs: number
}

type Assembly = {
  header: Jt808Header
  total: number
  firstSerial: number
  parts: Map<number, Uint8Array>
  bytes: number
  lastMs: number
}

export class SplitAssembler {
  readonly #limits: SplitLimits
  readonly #pool: SplitPool
  #assemblies: Assembly[] = []
  #bytes = 0

  constructor(limits: SplitLimits = SPLIT_LIMITS, pool: SplitPool = { left: Number.POSITIVE_INFINITY }) {
    this.#limits = limits
    this.#pool = pool
  }

  /** Takes a packet of a split message. */
  add(frame: Jt808Frame, nowMs: number): SplitResult {
    const { header, body } = frame
    const { split } = header
    if (!split) throw new Error('The frame is no packet of a split message')
    const { total, index } = split
    if (total > this.#limits.packets)
      return { kind: 'refused', why: `more than ${this.#limits.packets} packets` }
    const assembly = this.#find(header, total, index) ?? this.#open(header, total, index)
    if (!assembly)
      return { kind: 'refused', why: `more than ${this.#limits.messages} split messages at a time` }
    if (assembly.parts.has(index)) return { kind: 'repeated' }
    const bytes = this.#bytes + body.length
    if (bytes > this.#limits.bytes) {
      this.#close(assembly)
      return { kind: 'refused', why: `more than ${this.#limits.bytes} bytes of split messages` }
    }
    if (bytes > OWN_BYTES && this.#pool.left < body.length) {
      this.#close(assembly)
      return { kind: 'refused', why: 'too many bytes of split messages on all connections together' }
    }
    assembly.lastMs = nowMs
    assembly.parts.set(index, body)
    assembly.bytes += body.length
    this.#keep(body.length)
    if (assembly.parts.size < total) return { kind: 'waiting' }
    this.#close(assembly)
    return { kind: 'whole', header: { ...header, split: undefined }, body: joined(assembly) }
  }

  /** Gives all of them up. */
  clear(): void {
    for (const assembly of this.#assemblies) this.#close(assembly)
  }

  /** Messages of which nothing was heard since `beforeMs`. */
  idleSince(beforeMs: number): Incomplete[] {
    return this.#assemblies
      .filter(({ lastMs }) => lastMs < beforeMs)
      .map(({ header, firstSerial, total, parts, lastMs }) => ({
        id: header.id,
        version: header.version,
        firstSerial,
        missing: Array.from({ length: total }, (_, i) => i + 1).filter((index) => !parts.has(index)),
        sinceMs: lastMs,
      }))
  }

  /** Gives a message up. */
  forget(id: number, firstSerial: number): void {
    const found = this.#assemblies.find(
      (assembly) => assembly.header.id === id && assembly.firstSerial === firstSerial,
    )
    if (found) this.#close(found)
  }

  /**
   * Packets belong together when their serial numbers run on, as the standard has it; so do those of devices that
   * give every packet of a message the same number.
   */
  #find(header: Jt808Header, total: number, index: number): Assembly | undefined {
    const alike = this.#assemblies.filter(
      (assembly) =>
        assembly.header.id === header.id &&
        assembly.total === total &&
        assembly.header.phone === header.phone,
    )
    const firstSerial = (header.serial - (index - 1)) & 0xffff
    const exact = alike.find((assembly) => assembly.firstSerial === firstSerial)
    if (exact || index === 1) return exact
    return alike.findLast(
      (assembly) => assembly.header.serial === header.serial && !assembly.parts.has(index),
    )
  }

  #open(header: Jt808Header, total: number, index: number): Assembly | undefined {
    if (this.#assemblies.length >= this.#limits.messages) return undefined
    const firstSerial = (header.serial - (index - 1)) & 0xffff
    const assembly = { header, total, firstSerial, parts: new Map(), bytes: 0, lastMs: 0 }
    this.#assemblies.push(assembly)
    return assembly
  }

  #close(assembly: Assembly): void {
    this.#assemblies = this.#assemblies.filter((other) => other !== assembly)
    this.#keep(-assembly.bytes)
  }

  #keep(bytes: number): void {
    this.#bytes += bytes
    this.#pool.left -= bytes
  }
}

function joined({ parts, total, bytes }: Assembly): Uint8Array {
  const whole = new Uint8Array(bytes)
  let at = 0
  for (let index = 1; index <= total; index++) {
    const part = parts.get(index)!
    whole.set(part, at)
    at += part.length
  }
  return whole
}
