import type { EncoderOptions } from '../media/encoder.ts'
import type { FlvTag } from '../media/flv-tag.ts'

/** What befalls a picture before it is encoded. */
export type PictureBlow = { freeze?: boolean; black?: boolean }
/** What befalls a stream at a key frame: it is cut, or its times jump. */
export type GroupBlow = { cut?: boolean; jumpMs?: number }
/** What befalls somebody who opens a stream: it is not there, or shows nothing before a later key frame. */
export type DoorBlow = { notFound?: boolean; lateMs?: number }

/** Each is asked with the serial number of the camera whose stream it is. */
export type MediaHarm = {
  /** For every picture of a drawn stream. */
  picture?(sn: string): PictureBlow | undefined
  /** For every tag: whether it waits. */
  stall?(sn: string): boolean
  /** For every key frame. */
  group?(sn: string): GroupBlow | undefined
  /** For everybody who opens a stream. */
  door?(sn: string): DoorBlow | undefined
  /** Every two seconds: how the stream is encoded instead. */
  codec?(sn: string, own: EncoderOptions): EncoderOptions | undefined
  /** For every tag that goes out: what goes out instead. */
  tag?(sn: string, tag: FlvTag): FlvTag
}

/** What streams ask of the faults that hold them. */
export type MediaHarms = Pick<
  MediaFaults,
  'isQuiet' | 'pictureBlow' | 'isStalled' | 'groupBlow' | 'doorBlow' | 'codecOf' | 'tagOf'
>

/** The faults that hold the streams of cameras, live and replayed. */
export class MediaFaults {
  readonly #harms = new Set<MediaHarm>()

  get isQuiet(): boolean {
    return this.#harms.size === 0
  }

  /** Answers how to let go. */
  attach(harm: MediaHarm): () => void {
    this.#harms.add(harm)
    return () => this.#harms.delete(harm)
  }

  pictureBlow(sn: string): PictureBlow | undefined {
    return this.#merged((harm) => harm.picture?.(sn))
  }

  isStalled(sn: string): boolean {
    let stalled = false
    for (const harm of this.#harms) if (harm.stall?.(sn)) stalled = true
    return stalled
  }

  groupBlow(sn: string): GroupBlow | undefined {
    return this.#merged((harm) => harm.group?.(sn))
  }

  doorBlow(sn: string): DoorBlow | undefined {
    return this.#merged((harm) => harm.door?.(sn))
  }

  codecOf(sn: string, own: EncoderOptions): EncoderOptions | undefined {
    for (const harm of this.#harms) {
      const other = harm.codec?.(sn, own)
      if (other) return other
    }
    return undefined
  }

  tagOf(sn: string, tag: FlvTag): FlvTag {
    let formed = tag
    for (const harm of this.#harms) formed = harm.tag?.(sn, formed) ?? formed
    return formed
  }

  /** Every fault is asked; what a later one says counts. */
  #merged<Blow extends object>(ask: (harm: MediaHarm) => Blow | undefined): Blow | undefined {
    let found: Blow | undefined
    for (const harm of this.#harms) {
      const blow = ask(harm)
      if (blow) found = { ...found, ...blow }
    }
    return found
  }
}
