/** What a path is wanted for: both directions, listening, or speaking to many. */
export type PathUse = 'call' | 'monitor' | 'broadcast'

export type PathAnswer = 'ok' | 'busy' | 'refuse' | 'noAnswer' | 'network' | 'audioOffline'

export type SoundPath = {
  /** How the device answers; never rejects. */
  answer: Promise<PathAnswer>
  /** It is not wanted any more. */
  close(): void
}

/** Microphone and loudspeaker of a device of others, which its gateway reaches over the device's wire. */
export type RemoteVoice = {
  /** Its microphone is heard here: it can be listened to, and be in a meeting. */
  hasMicrophone: boolean
  /**
   * Asks a channel of the device for its sound. `ended` comes once when the device gives it up, not before this returns
   * and not after `close`.
   */
  open(use: PathUse, ended: () => void, chnId: number): SoundPath
  /** Sound for its loudspeaker: 320 samples of 8 kHz. */
  hear(samples: Int16Array): void
  /** The next 320 samples of its microphone; silence where none have come. */
  speak(): Int16Array
}

export type RemoteVoices = {
  /** Undefined: the device is one of ours, or its gateway carries no talk. */
  of(sn: string): RemoteVoice | undefined
  add(source: (sn: string) => RemoteVoice | undefined): void
}

/** Talk with devices of others: each gateway that carries some has a source here. */
export function createRemoteVoices(): RemoteVoices {
  const sources: ((sn: string) => RemoteVoice | undefined)[] = []
  return {
    of(sn) {
      for (const source of sources) {
        const found = source(sn)
        if (found) return found
      }
      return undefined
    },
    add: (source) => void sources.push(source),
  }
}
