/**
 * The newest raw packets of all stations, as bytes in one circle: it never grows, and thousands of packets a second
 * leave nothing behind for the garbage collector. Those of one station are found by walking backwards.
 */
import type { ReceivedPacket } from './ingest.ts'

/** Length, station, time, direction, length of the text, length of the problem; behind it the length again. */
const HEAD = 4 + 4 + 8 + 1 + 2 + 2
const TAIL = 4
const TEXT_MAX = 4096

export class PacketLog {
  readonly #bytes: Buffer
  readonly #numbers = new Map<string, number>()
  #lastNumber = 0
  /** Where the next packet goes. */
  #at = 0
  /** Where the last round ended; 0 in the first. */
  #end = 0

  constructor(bytes: number) {
    this.#bytes = Buffer.allocUnsafe(bytes)
  }

  /** A number for a station, to be given with its packets. */
  numberOf(sn: string): number {
    const known = this.#numbers.get(sn)
    if (known !== undefined) return known
    const number = ++this.#lastNumber
    this.#numbers.set(sn, number)
    return number
  }

  /** Its packets are nobody's from now on. */
  forget(sn: string): void {
    this.#numbers.delete(sn)
  }

  add(number: number, { atMs, direction, text, problem = '' }: ReceivedPacket): void {
    const bytes = this.#bytes
    const shown = text.length > TEXT_MAX ? text.slice(0, TEXT_MAX) : text
    // At most three bytes a character.
    const most = HEAD + (shown.length + problem.length) * 3 + TAIL
    if (most > bytes.length) return
    if (this.#at + most > bytes.length) {
      this.#end = this.#at
      this.#at = 0
    }
    const at = this.#at
    const textBytes = bytes.write(shown, at + HEAD)
    const problemBytes = problem === '' ? 0 : bytes.write(problem, at + HEAD + textBytes)
    const length = HEAD + textBytes + problemBytes + TAIL
    bytes.writeUInt32LE(length, at)
    bytes.writeUInt32LE(number, at + 4)
    bytes.writeDoubleLE(atMs, at + 8)
    bytes[at + 16] = direction === 'in' ? 0 : 1
    bytes.writeUInt16LE(textBytes, at + 17)
    bytes.writeUInt16LE(problemBytes, at + 19)
    bytes.writeUInt32LE(length, at + length - TAIL)
    this.#at = at + length
  }

  /** Newest first. */
  of(sn: string, limit: number): ReceivedPacket[] {
    const number = this.#numbers.get(sn)
    const found: ReceivedPacket[] = []
    if (number === undefined) return found
    const walk = (from: number, least: number) => {
      for (let end = from; end > least && found.length < limit; ) {
        const at = end - this.#bytes.readUInt32LE(end - TAIL)
        if (at < least) return
        if (this.#bytes.readUInt32LE(at + 4) === number) found.push(this.#read(at))
        end = at
      }
    }
    walk(this.#at, 0)
    // Packets of the previous round that this one has not overwritten.
    if (this.#end > this.#at) walk(this.#end, this.#at)
    return found
  }

  #read(at: number): ReceivedPacket {
    const bytes = this.#bytes
    const textEnd = at + HEAD + bytes.readUInt16LE(at + 17)
    const problemEnd = textEnd + bytes.readUInt16LE(at + 19)
    return {
      atMs: bytes.readDoubleLE(at + 8),
      direction: bytes[at + 16] === 0 ? 'in' : 'out',
      text: bytes.toString('utf8', at + HEAD, textEnd),
      ...(problemEnd > textEnd ? { problem: bytes.toString('utf8', textEnd, problemEnd) } : {}),
    }
  }
}
