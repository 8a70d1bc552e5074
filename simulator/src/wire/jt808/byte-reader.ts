import { gbkText, paddedText } from './gbk.ts'
import { Jt808Error } from './problem.ts'

/** Reads big-endian fields one after the other. Throws a Jt808Error (`body`) at the offset where bytes are missing. */
export class ByteReader {
  readonly bytes: Uint8Array
  offset = 0
  /** Base of reported offsets. */
  readonly origin: number

  constructor(bytes: Uint8Array, origin = 0) {
    this.bytes = bytes
    this.origin = origin
  }

  get left(): number {
    return this.bytes.length - this.offset
  }

  /** Offset as problems report it. */
  get place(): number {
    return this.origin + this.offset
  }

  take(length: number): Uint8Array {
    if (length > this.left) {
      throw new Jt808Error('body', this.place, `${length} bytes wanted, ${this.left} left`)
    }
    this.offset += length
    return this.bytes.subarray(this.offset - length, this.offset)
  }

  rest(): Uint8Array {
    return this.take(this.left)
  }

  u8(): number {
    return this.take(1)[0]!
  }

  u16(): number {
    const [high, low] = this.take(2)
    return (high! << 8) | low!
  }

  u32(): number {
    const high = this.u16At(4)
    return high * 65_536 + this.u16()
  }

  /** Text that fills `length` bytes up with zeros. */
  padded(length: number): string {
    return paddedText(this.take(length))
  }

  /** Text of `length` bytes; a closing zero is no part of it. */
  text(length = this.left): string {
    return gbkText(this.take(length)).replace(/\0+$/, '')
  }

  /** The first word of a field of `length` bytes, all of which must be there. */
  private u16At(length: number): number {
    if (length > this.left) {
      throw new Jt808Error('body', this.place, `${length} bytes wanted, ${this.left} left`)
    }
    return this.u16()
  }
}
