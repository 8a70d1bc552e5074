import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../user-error.ts'
import {
  BODIES_FOLDER,
  type CaptureEvent,
  EVENTS_FILE,
  MANIFEST_FILE,
  type Manifest,
} from './capture-form.ts'

/** Reserved for the last line, which reports omissions. */
const RESERVE_BYTES = 16_384
const SWEEP_BYTES = 1 << 20

/**
 * Writes a capture. Data are with the system before the call returns, bytes before the line that refers to them, so
 * that a killed program leaves a whole capture, except for a last line that may be torn.
 */
export class CaptureWriter {
  readonly #folder: string
  readonly #maxBytes: number
  readonly #events: number
  readonly #files = new Map<string, number>()
  readonly #left = new Map<string, { count: number; bytes: number }>()
  #bytes = 0
  #lastT = 0
  #full = false
  #over = false

  /** Throws a UserError when the folder holds something or cannot be written. */
  constructor(folder: string, manifest: Manifest) {
    this.#folder = folder
    this.#maxBytes = manifest.maxBytes
    try {
      if (existsSync(folder) && readdirSync(folder).length > 0)
        throw new UserError(`${folder} is not empty: name a new folder.`)
      mkdirSync(join(folder, BODIES_FOLDER), { recursive: true, mode: 0o700 })
      this.#events = openSync(join(folder, EVENTS_FILE), 'a', 0o600)
      // Whole or not there: a folder without it is not a capture.
      const path = join(folder, MANIFEST_FILE)
      writeFileSync(`${path}.new`, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 })
      renameSync(`${path}.new`, path)
    } catch (error) {
      if (error instanceof UserError) throw error
      throw new UserError(`${folder} cannot be written: ${(error as Error).message}`)
    }
  }

  get bytes(): number {
    return this.#bytes
  }

  get isFull(): boolean {
    return this.#full
  }

  /** Omitted bodies, by reason. */
  left(): Record<string, { count: number; bytes: number }> {
    return Object.fromEntries(this.#left)
  }

  /** Writes a line. Answers whether there was room. Times that go back are held at the last one. */
  event(event: CaptureEvent): boolean {
    this.#lastT = Math.max(this.#lastT, event.t)
    const line = `${JSON.stringify({ ...event, t: this.#lastT })}\n`
    if (!this.#take(Buffer.byteLength(line))) return false
    writeSync(this.#events, line)
    return true
  }

  /** Appends bytes to a file of the folder, with the line that refers to them. */
  piece(event: Extract<CaptureEvent, { kind: 'piece' }>, bytes: Buffer): boolean {
    if (!this.#take(bytes.length, true)) return false
    let file = this.#files.get(event.file)
    if (file === undefined) {
      file = openSync(join(this.#folder, event.file), 'a', 0o600)
      this.#files.set(event.file, file)
    }
    writeSync(file, bytes)
    this.#bytes += bytes.length
    return this.event(event)
  }

  /** Nothing more comes into a file. */
  closeFile(name: string): void {
    const file = this.#files.get(name)
    if (file !== undefined) closeSync(file)
    this.#files.delete(name)
  }

  /** Something is not kept: reported in the last line. */
  leave(why: string, bytes: number): void {
    const known = this.#left.get(why) ?? { count: 0, bytes: 0 }
    this.#left.set(why, { count: known.count + 1, bytes: known.bytes + bytes })
  }

  /** Ends the capture. `mask` is applied to every byte of it once more: it may know more by now. */
  end(t: number, why: 'asked' | 'time', longest: number, mask: (bytes: Buffer) => Buffer): void {
    if (this.#over) return
    for (const name of [...this.#files.keys()]) this.closeFile(name)
    this.#sweep(EVENTS_FILE, longest, mask)
    for (const name of readdirSync(join(this.#folder, BODIES_FOLDER)))
      this.#sweep(`${BODIES_FOLDER}/${name}`, longest, mask)
    this.#over = true
    const last = {
      t: Math.max(t, this.#lastT),
      kind: 'over',
      why: this.#full ? 'size' : why,
      left: this.left(),
    }
    writeSync(this.#events, `${JSON.stringify(last)}\n`)
    closeSync(this.#events)
  }

  #take(bytes: number, onlyAsk = false): boolean {
    if (this.#over) return false
    if (this.#full || this.#bytes + bytes > this.#maxBytes - RESERVE_BYTES) {
      this.#full = true
      this.leave('size', bytes)
      return false
    }
    if (!onlyAsk) this.#bytes += bytes
    return true
  }

  /** Applies `mask` to a file in place, piece by piece; pieces overlap by the longest value. */
  #sweep(name: string, longest: number, mask: (bytes: Buffer) => Buffer): void {
    const file = openSync(join(this.#folder, name), 'r+')
    try {
      const { size } = fstatSync(file)
      const buffer = Buffer.alloc(SWEEP_BYTES + longest)
      for (let at = 0; at < size; at += SWEEP_BYTES) {
        const bytes = buffer.subarray(0, readSync(file, buffer, 0, buffer.length, at))
        const masked = mask(bytes)
        if (masked !== bytes) writeSync(file, masked, 0, masked.length, at)
      }
    } finally {
      closeSync(file)
    }
  }
}
