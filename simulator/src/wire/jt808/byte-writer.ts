import { gbkBytes } from './gbk.ts'
import { Jt808Error } from './problem.ts'

/** Writes big-endian fields one after the other. Throws a Jt808Error (`value`) when a value does not fit its field. */
export class ByteWriter {
  #bytes = new Uint8Array(64)
  length = 0

  #room(count: number): number {
    const start = this.length
    this.length += count
    if (this.length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.length, this.#bytes.length * 2))
      grown.set(this.#bytes)
      this.#bytes = grown
    }
    return start
  }

  #number(value: number, width: 1 | 2 | 4): this {
    if (!Number.isInteger(value) || value < 0 || value >= 256 ** width) {
      throw new Jt808Error('value', this.length, `${value} does not fit ${width} bytes`)
    }
    let rest = value
    const start = this.#room(width)
    for (let i = width - 1; i >= 0; i--) {
      this.#bytes[start + i] = rest % 256
      rest = Math.floor(rest / 256)
    }
    return this
  }

  u8(value: number): this {
    return this.#number(value, 1)
  }

  u16(value: number): this {
    return this.#number(value, 2)
  }

  u32(value: number): this {
    return this.#number(value, 4)
  }

  raw(bytes: Uint8Array): this {
    const start = this.#room(bytes.length)
    this.#bytes.set(bytes, start)
    return this
  }

  text(text: string): this {
    return this.raw(gbkBytes(text))
  }

  /** Text that fills `length` bytes up with zeros. */
  padded(text: string, length: number): this {
    const bytes = gbkBytes(text)
    if (bytes.length > length) {
      throw new Jt808Error('value', this.length, `'${text}' is longer than ${length} bytes`)
    }
    const start = this.#room(length)
    this.#bytes.set(bytes, start)
    return this
  }

  /** Text behind its length in one byte. */
  counted(text: string): this {
    const bytes = gbkBytes(text)
    return this.u8(bytes.length).raw(bytes)
  }

  done(): Uint8Array {
    return this.#bytes.slice(0, this.length)
  }
}
