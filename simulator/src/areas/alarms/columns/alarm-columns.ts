/**
 * Values of an alarm that the columns hold, as the database returns them. Times are epoch milliseconds. Texts of one
 * dictionary are separated by SEPARATOR: a device's serial number and names, a kind's type and sub-type. `bits`: FLAGS,
 * and the processing type eight bits higher. A tuple is read in half the time of an object.
 */
export type ColumnRow = [
  id: number,
  startMs: number,
  processingMs: number | null,
  device: string,
  kind: string,
  groupId: number,
  bits: number,
  processor: string,
]

/** Occurs in no name. */
const SEPARATOR = '\u001f'
/** In the place of a processing type: there is none. */
export const UNPROCESSED = 255

export const FLAGS = { ended: 1, device: 2, read: 4, audited: 8, gone: 16 } as const

const FIRST_CAPACITY = 4096
/** Rows that went stay as gaps until they are that share of all. */
const GAPS_MOST = 0.25

export type KnownDevice = { sn: number; zh: string; en: string }
export type KnownKind = { type: string; subType: string }

/**
 * Values that alarms are searched and counted by, as columns in the order of their ids: a million alarms take some 32
 * MB and are scanned in milliseconds.
 */
export class AlarmColumns {
  count = 0
  id = new Float64Array(FIRST_CAPACITY)
  startMs = new Float64Array(FIRST_CAPACITY)
  /** NaN: not processed. */
  processingMs = new Float64Array(FIRST_CAPACITY)
  device = new Uint32Array(FIRST_CAPACITY)
  kind = new Uint16Array(FIRST_CAPACITY)
  group = new Int32Array(FIRST_CAPACITY)
  flags = new Uint8Array(FIRST_CAPACITY)
  processingType = new Uint8Array(FIRST_CAPACITY)
  processor = new Uint32Array(FIRST_CAPACITY)

  readonly #deviceTexts = new Dictionary()
  readonly #kindTexts = new Dictionary()
  readonly processors = new Dictionary()
  readonly serials = new Dictionary()
  /** By their numbers. A device that was renamed is there under each name. */
  readonly devices: KnownDevice[] = []
  readonly kinds: KnownKind[] = []
  /** By the number of a serial: the device with its newest name. */
  readonly newestNames: number[] = []
  #gaps = 0

  /** Takes in rows: new ones, and ones that have changed. */
  put(rows: ColumnRow[]): void {
    rows.sort(([a], [b]) => a - b)
    for (const row of rows) this.#write(this.#slotFor(row[0]), row)
  }

  remove(id: number): void {
    const slot = this.slotOf(id)
    if (slot === undefined || this.flags[slot]! & FLAGS.gone) return
    this.flags[slot]! |= FLAGS.gone
    this.#gaps++
    if (this.#gaps > FIRST_CAPACITY && this.#gaps > this.count * GAPS_MOST) this.#close()
  }

  clear(): void {
    this.count = 0
    this.#gaps = 0
  }

  /** Slot of an alarm. */
  slotOf(id: number): number | undefined {
    let [low, high] = [0, this.count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.id[middle]! < id) low = middle + 1
      else high = middle
    }
    return low < this.count && this.id[low] === id ? low : undefined
  }

  #slotFor(id: number): number {
    const last = this.count > 0 ? this.id[this.count - 1]! : Number.NEGATIVE_INFINITY
    if (id > last) {
      if (this.count === this.id.length) this.#grow()
      return this.count++
    }
    const slot = this.slotOf(id)
    if (slot === undefined) throw new Error(`alarm ${id} came after a newer one`)
    return slot
  }

  #write(slot: number, row: ColumnRow): void {
    const [id, startMs, processingMs, device, kind, groupId, bits, processor] = row
    this.id[slot] = id
    this.startMs[slot] = startMs
    this.processingMs[slot] = processingMs ?? Number.NaN
    this.device[slot] = this.#deviceNumber(device)
    this.kind[slot] = this.#kindNumber(kind)
    this.group[slot] = groupId
    this.flags[slot] = bits & 255
    this.processingType[slot] = bits >> 8
    this.processor[slot] = this.processors.numberOf(processor)
  }

  #deviceNumber(text: string): number {
    const number = this.#deviceTexts.numberOf(text)
    if (number === this.devices.length) {
      const [sn = '', zh = '', en = ''] = text.split(SEPARATOR)
      const serial = this.serials.numberOf(sn)
      this.devices.push({ sn: serial, zh, en })
      this.newestNames[serial] = number
    }
    return number
  }

  #kindNumber(text: string): number {
    const number = this.#kindTexts.numberOf(text)
    if (number === this.kinds.length) {
      const [type = '', subType = ''] = text.split(SEPARATOR)
      this.kinds.push({ type, subType })
    }
    return number
  }

  /** By half: doubling would hold twice the needed memory for long. */
  #grow(): void {
    const capacity = Math.ceil(this.id.length * 1.5)
    this.id = grown(this.id, new Float64Array(capacity))
    this.startMs = grown(this.startMs, new Float64Array(capacity))
    this.processingMs = grown(this.processingMs, new Float64Array(capacity))
    this.device = grown(this.device, new Uint32Array(capacity))
    this.kind = grown(this.kind, new Uint16Array(capacity))
    this.group = grown(this.group, new Int32Array(capacity))
    this.flags = grown(this.flags, new Uint8Array(capacity))
    this.processingType = grown(this.processingType, new Uint8Array(capacity))
    this.processor = grown(this.processor, new Uint32Array(capacity))
  }

  #close(): void {
    let to = 0
    for (let from = 0; from < this.count; from++) {
      if (this.flags[from]! & FLAGS.gone) continue
      if (from !== to) {
        this.id[to] = this.id[from]!
        this.startMs[to] = this.startMs[from]!
        this.processingMs[to] = this.processingMs[from]!
        this.device[to] = this.device[from]!
        this.kind[to] = this.kind[from]!
        this.group[to] = this.group[from]!
        this.flags[to] = this.flags[from]!
        this.processingType[to] = this.processingType[from]!
        this.processor[to] = this.processor[from]!
      }
      to++
    }
    this.count = to
    this.#gaps = 0
  }
}

function grown<A extends Float64Array | Uint32Array | Uint16Array | Int32Array | Uint8Array>(
  from: A,
  to: A,
): A {
  to.set(from)
  return to
}

/** Texts by number: each is kept once, rows carry its number. */
class Dictionary {
  readonly #numbers = new Map<string, number>()
  readonly texts: string[] = []

  /** The number of a text, which is taken in when it is new. */
  numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.texts.length)
    return this.texts.push(text) - 1
  }
}
