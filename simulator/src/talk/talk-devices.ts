import { createVoice } from '../devices/voice.ts'
import { uniform } from '../world/hash.ts'
import type { RemoteVoice } from './remote-voice.ts'
import { TalkDevice, type Volumes } from './talk-device.ts'

/**
 * The talk sides of devices, made when first needed. `entityOf`: identity of a device in the world's hashes; `remoteOf`:
 * the way to a device of others.
 */
export class TalkDevices {
  readonly #seed: number
  readonly #entityOf: (sn: string) => number
  readonly #volumesOf: ((sn: string) => Volumes) | undefined
  readonly #remoteOf: (sn: string) => RemoteVoice | undefined
  readonly #bySn = new Map<string, TalkDevice>()

  constructor(
    seed: number,
    entityOf: (sn: string) => number,
    volumesOf?: (sn: string) => Volumes,
    remoteOf: (sn: string) => RemoteVoice | undefined = () => undefined,
  ) {
    this.#seed = seed
    this.#entityOf = entityOf
    this.#volumesOf = volumesOf
    this.#remoteOf = remoteOf
  }

  get(sn: string): TalkDevice {
    const known = this.#bySn.get(sn)
    if (known) return known
    const entity = this.#entityOf(sn)
    const ringMs = 400 + Math.floor(uniform(this.#seed, entity, RING_STREAM, 0) * 900)
    const volumesOf = this.#volumesOf
    const made = new TalkDevice(
      sn,
      createVoice(this.#seed, entity),
      ringMs,
      volumesOf && (() => volumesOf(sn)),
      () => this.#remoteOf(sn),
    )
    this.#bySn.set(sn, made)
    return made
  }

  /** Those made so far. */
  known(): IterableIterator<TalkDevice> {
    return this.#bySn.values()
  }

  forget(sn: string): void {
    this.#bySn.delete(sn)
  }
}

const RING_STREAM = 47
