import type { HostClock } from '../kernel/clock.ts'
import type { SourceEvents, StreamSource } from './stream-source.ts'

/** How often a stream that plays its clip looks for a machine. */
const LOOK_MS = 2000

/**
 * A camera's scene while some machine has room for it, its clip meanwhile. `openScene` calls `unavailable` when the
 * stream has lost its machine and found no other.
 */
export function createSceneOrClip(
  deps: {
    host: Pick<HostClock, 'every'>
    hasRoom(): boolean
    startsWithClip: boolean
    openScene(events: SourceEvents & { unavailable(): void }): StreamSource
    openClip(events: SourceEvents): StreamSource
  },
  events: SourceEvents,
): StreamSource {
  let source: StreamSource | undefined
  let turn = 0
  let cancelLook: () => void = () => undefined

  const change = (open: (own: SourceEvents & { unavailable(): void }) => StreamSource): void => {
    const own = ++turn
    const leaving = source
    const isHeard = () => own === turn
    const opened = open({
      tag: (tag) => isHeard() && events.tag(tag),
      live: () => isHeard() && events.live(),
      restarted: () => isHeard() && events.restarted(),
      unavailable: () => isHeard() && playClip(),
    })
    // It had no room in the first place: its clip plays already.
    if (!isHeard()) return void opened.stop()
    source = opened
    if (!leaving) return
    events.restarted()
    void leaving.stop()
  }
  const playClip = (): void => {
    change(deps.openClip)
    cancelLook = deps.host.every(LOOK_MS, () => {
      if (!deps.hasRoom()) return
      cancelLook()
      change(deps.openScene)
    })
  }
  if (deps.startsWithClip) playClip()
  else change(deps.openScene)
  return {
    get kind() {
      return source?.kind ?? 'scene'
    },
    stats: () => source?.stats() ?? { framesEncoded: 0, framesSkipped: 0, restarts: 0 },
    async stop() {
      turn++
      cancelLook()
      await source?.stop()
    },
  }
}
