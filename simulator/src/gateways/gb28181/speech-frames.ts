import { TALK_FRAME_SAMPLES } from '@backlot/contract/talk/audio-frame'

/** Frames that are there before speech begins: they come unevenly. */
const BEGIN_FRAMES = 2
/** Frames that wait for their time: what is more is late. */
const WAITING_MOST = 5

/** Speech of an operator at an even pace: silence while nobody speaks, since devices end calls that bring nothing. */
export function createSpeechFrames() {
  const waiting: Int16Array[] = []
  const silence = new Int16Array(TALK_FRAME_SAMPLES)
  let isSpeaking = false
  /** Times that a single frame has waited for a second one. */
  let waits = 0
  return {
    hear(samples: Int16Array): void {
      waiting.push(samples)
      if (waiting.length > WAITING_MOST) waiting.shift()
    },
    next(): Int16Array {
      if (!isSpeaking && waiting.length > 0) isSpeaking = waiting.length >= BEGIN_FRAMES || waits++ > 0
      if (!isSpeaking) return silence
      waits = 0
      const frame = waiting.shift()
      isSpeaking = frame !== undefined
      return frame ?? silence
    },
  }
}
