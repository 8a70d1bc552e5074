import { LIMITS } from '@backlot/contract/limits'

/** The page's one audio graph; made with the first sound above full volume, which follows a press of a button. */
let context: AudioContext | undefined

/**
 * Loudness of a video element in percent, up to 200 (stated). Up to 100 the element does it; above, its sound goes
 * through a gain, and stays there, since an element cannot leave an audio graph again.
 */
export class Volume {
  readonly #video: HTMLVideoElement
  #gain: GainNode | undefined

  constructor(video: HTMLVideoElement) {
    this.#video = video
  }

  set(percent: number): void {
    const share = Math.min(LIMITS.volumeMaxPercent, Math.max(0, percent)) / 100
    if (share > 1 && !this.#gain) this.#gain = this.#connect()
    this.#video.volume = this.#gain ? 1 : Math.min(1, share)
    if (this.#gain) this.#gain.gain.value = share
  }

  #connect(): GainNode | undefined {
    if (typeof AudioContext === 'undefined') return undefined
    context ??= new AudioContext()
    void context.resume()
    const gain = context.createGain()
    context.createMediaElementSource(this.#video).connect(gain).connect(context.destination)
    return gain
  }
}
