import type { FlvTag } from '../wire/flv/flv-tag.ts'

/** Pixels of an encoded picture. */
type PictureSize = { width: number; height: number }

/** Impact on a picture before it is encoded. */
export type PictureImpact = { freeze?: boolean; black?: boolean }
/** Impact on a stream at a key frame: it is cut, or its timestamps jump. */
export type GroupImpact = { cut?: boolean; jumpMs?: number }
/** Impact on a viewer who opens a stream: it does not exist, or shows nothing before a later key frame. */
export type OpeningImpact = { notFound?: boolean; lateMs?: number }

/** Each is asked with the serial number of the camera whose stream it is. */
export type MediaEffect = {
  /** For every picture of a drawn stream. */
  picture?(sn: string): PictureImpact | undefined
  /** For every tag: whether it waits. */
  stall?(sn: string): boolean
  /** For every key frame. */
  group?(sn: string): GroupImpact | undefined
  /** For everybody who opens a stream. */
  opening?(sn: string): OpeningImpact | undefined
  /** Every two seconds: how the stream is encoded instead. */
  codec?<Codec extends PictureSize>(sn: string, own: Codec): Codec | undefined
  /** For every outgoing tag: its replacement. */
  tag?(sn: string, tag: FlvTag): FlvTag
  /** For the RTP packets that a sender sends over UDP: what it sends in their place. */
  packets?<Packet>(sn: string, sender: object, packets: readonly Packet[]): readonly Packet[]
}

/** Methods of the media faults that streams use. */
export type MediaEffects = Pick<
  MediaFaults,
  | 'isQuiet'
  | 'pictureImpact'
  | 'isStalled'
  | 'groupImpact'
  | 'openingImpact'
  | 'codecOf'
  | 'tagOf'
  | 'packetsOf'
>

/** The faults that hold the streams of cameras, live and replayed. */
export class MediaFaults {
  readonly #effects = new Set<MediaEffect>()

  get isQuiet(): boolean {
    return this.#effects.size === 0
  }

  /** Returns a function that detaches it. */
  attach(effect: MediaEffect): () => void {
    this.#effects.add(effect)
    return () => this.#effects.delete(effect)
  }

  pictureImpact(sn: string): PictureImpact | undefined {
    return this.#merged((effect) => effect.picture?.(sn))
  }

  isStalled(sn: string): boolean {
    let stalled = false
    for (const effect of this.#effects) if (effect.stall?.(sn)) stalled = true
    return stalled
  }

  groupImpact(sn: string): GroupImpact | undefined {
    return this.#merged((effect) => effect.group?.(sn))
  }

  openingImpact(sn: string): OpeningImpact | undefined {
    return this.#merged((effect) => effect.opening?.(sn))
  }

  codecOf<Codec extends PictureSize>(sn: string, own: Codec): Codec | undefined {
    for (const effect of this.#effects) {
      const other = effect.codec?.(sn, own)
      if (other) return other
    }
    return undefined
  }

  tagOf(sn: string, tag: FlvTag): FlvTag {
    let formed = tag
    for (const effect of this.#effects) formed = effect.tag?.(sn, formed) ?? formed
    return formed
  }

  packetsOf<Packet>(sn: string, sender: object, packets: readonly Packet[]): readonly Packet[] {
    let left = packets
    for (const effect of this.#effects) left = effect.packets?.(sn, sender, left) ?? left
    return left
  }

  /** Every fault is asked; later ones take precedence. */
  #merged<Impact extends object>(ask: (effect: MediaEffect) => Impact | undefined): Impact | undefined {
    let found: Impact | undefined
    for (const effect of this.#effects) {
      const impact = ask(effect)
      if (impact) found = { ...found, ...impact }
    }
    return found
  }
}
