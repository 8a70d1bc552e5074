import { MicrophoneError, microphoneFault, microphoneObstacle } from './microphone-fault.ts'
import workletUrl from './microphone-worklet.ts?worker&url'

export type Microphone = {
  /** For meters: the captured sound. */
  analyser: AnalyserNode
  close(): void
}

/**
 * Opens the operator's microphone: frames of 320 samples at 8 kHz go to `onFrame` until it is closed; `onLost` when it
 * was pulled out. Rejects with a MicrophoneError.
 */
export async function openMicrophone(
  context: AudioContext,
  onFrame: (samples: Int16Array) => void,
  onLost: () => void,
): Promise<Microphone> {
  const obstacle = microphoneObstacle()
  if (obstacle) throw new MicrophoneError(obstacle)
  let stream: MediaStream
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    })
  } catch (error) {
    throw new MicrophoneError(microphoneFault(error), error)
  }
  try {
    await context.audioWorklet.addModule(workletUrl)
  } catch (error) {
    for (const track of stream.getTracks()) track.stop()
    throw new MicrophoneError('failed', error)
  }
  const source = context.createMediaStreamSource(stream)
  const worklet = new AudioWorkletNode(context, 'talk-microphone', { numberOfOutputs: 0, channelCount: 1 })
  const analyser = new AnalyserNode(context, { fftSize: 2048, smoothingTimeConstant: 0.2 })
  source.connect(analyser)
  source.connect(worklet)
  worklet.port.onmessage = ({ data }: MessageEvent<Int16Array>) => onFrame(data)
  for (const track of stream.getTracks()) track.onended = onLost
  return {
    analyser,
    close() {
      worklet.port.onmessage = null
      source.disconnect()
      worklet.disconnect()
      for (const track of stream.getTracks()) track.stop()
    },
  }
}
