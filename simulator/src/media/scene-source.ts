/**
 * A camera's own live stream: the pictures of the epoch-aligned grid, each as it falls due. Under a faster or paused
 * clock, sampled moments at the same pace.
 */
import { gridFrame, gridMoment } from './frame-grid.ts'
import { createScenePipe, type ScenePipeDeps } from './scene-pipe.ts'
import type { SourceEvents, StreamSource } from './stream-source.ts'

export type SceneSourceDeps = ScenePipeDeps & {
  /** Host milliseconds since the stream began, at a host moment: its media timestamps. */
  timestampAt(hostMs: number): number
}

/** `unavailable`: it has lost its machine, and no other has room for it. */
export type SceneSourceEvents = SourceEvents & { unavailable?(): void }

export function createSceneSource(
  deps: SceneSourceDeps,
  name: { sn: string; chnId: number },
  camera: { number: number },
  events: SceneSourceEvents,
): StreamSource {
  const { host, source } = deps
  const { framesPerSecond } = deps.encoder
  let cancelTick: () => void = () => undefined
  let lastFrame = Number.NaN
  let lastTimestamp = -1
  let isOpen = false

  const schedule = (): void => {
    const periodMs = 1000 / framesPerSecond
    const now = source.clock.now()
    const next = gridMoment(
      gridFrame(now, framesPerSecond, camera.number) + 1,
      framesPerSecond,
      camera.number,
    )
    const delayMs = source.clock.rate() === 1 ? Math.min(periodMs, next - now) : periodMs
    cancelTick = host.after(Math.max(1, delayMs), () => {
      schedule()
      tick()
    })
  }

  const tick = (): void => {
    if (!isOpen) return
    const now = source.clock.now()
    const rate = source.clock.rate()
    const frame = gridFrame(now, framesPerSecond, camera.number)
    if (frame === lastFrame && rate === 1) return
    lastFrame = frame
    const atMs = gridMoment(frame, framesPerSecond, camera.number)
    const late = rate === 1 ? now - atMs : 0
    const timestampMs = Math.max(lastTimestamp + 1, Math.round(deps.timestampAt(host.now() - late)))
    if (pipe.offer({ atMs, frame, timestampMs, rate })) lastTimestamp = timestampMs
  }

  // An encoder that was held ready opens while the pipe is being made: its first picture is then drawn below.
  let pipeIsMade = false
  const pipe = createScenePipe(deps, name, camera, {
    ...events,
    open() {
      isOpen = true
      // The grid's latest moment at once: the first picture is drawn while ffmpeg starts.
      if (pipeIsMade) tick()
    },
    restarted() {
      isOpen = false
      events.restarted()
    },
  })
  pipeIsMade = true
  tick()
  schedule()
  return {
    kind: 'scene',
    stats: () => pipe.stats(),
    async stop() {
      cancelTick()
      await pipe.stop()
    },
  }
}
