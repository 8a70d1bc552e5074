import { createReadStream } from 'node:fs'
import { UserError } from '../user-error.ts'

/** Read from the disk at once. */
const CHUNK_BYTES = 1 << 20

/** The lines of a file, one after the other, whatever its size. Throws a UserError when it cannot be read. */
export class LineReader implements AsyncDisposable {
  readonly #path: string
  readonly #chunks: AsyncIterator<string>
  readonly #end: () => void
  #lines: string[] = []
  #at = 0
  #rest = ''
  #isOver = false

  constructor(path: string) {
    this.#path = path
    const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES })
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<string>
    this.#end = () => void stream.destroy()
  }

  /** The next line; undefined at the end. Answers at once while there is one in memory. */
  next(): string | undefined | Promise<string | undefined> {
    return this.#at < this.#lines.length ? this.#lines[this.#at++] : this.#fill()
  }

  async #fill(): Promise<string | undefined> {
    while (this.#at >= this.#lines.length) {
      if (this.#isOver) return undefined
      const { value, done } = await this.#read()
      const parts = `${this.#rest}${done ? '' : value}`.split('\n')
      this.#rest = done ? '' : parts.pop()!
      this.#isOver = done === true
      this.#lines = parts.filter((part) => part !== '')
      this.#at = 0
    }
    return this.#lines[this.#at++]
  }

  async #read(): Promise<IteratorResult<string>> {
    try {
      return await this.#chunks.next()
    } catch (error) {
      throw new UserError(`${this.#path} cannot be read: ${(error as Error).message}.`)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end()
  }
}
