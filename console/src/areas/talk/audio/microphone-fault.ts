/** Why there is no microphone. */
type MicrophoneFault = 'insecure' | 'notSupported' | 'refused' | 'none' | 'inUse' | 'failed'

export class MicrophoneError extends Error {
  readonly fault: MicrophoneFault
  constructor(fault: MicrophoneFault, cause?: unknown) {
    super(`microphone: ${fault}`, { cause })
    this.fault = fault
  }
}

/** Parts of a page that a microphone needs. */
type PageWithSound = {
  isSecureContext: boolean
  navigator: { mediaDevices?: Partial<Pick<MediaDevices, 'getUserMedia'>> }
  AudioWorkletNode?: unknown
}

/** Obstacle before the browser is even asked; undefined when there is none. */
export function microphoneObstacle(page: PageWithSound = window): MicrophoneFault | undefined {
  if (!page.isSecureContext) return 'insecure'
  // Pages without the right have none, whatever the types declare.
  if (!page.navigator.mediaDevices?.getUserMedia || page.AudioWorkletNode === undefined) return 'notSupported'
  return undefined
}

/** Names of getUserMedia's errors (Media Capture and Streams, §10.2). */
const FAULTS: Readonly<Record<string, MicrophoneFault>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'inUse',
  AbortError: 'inUse',
}

/** Meaning of a browser's refusal. */
export function microphoneFault(error: unknown): MicrophoneFault {
  return (error instanceof DOMException && FAULTS[error.name]) || 'failed'
}
