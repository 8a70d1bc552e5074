/** Events of the cameras of `backlot devices`: motion begins and ends by the clock, each camera's at a time of its own. */
import type { HostClock } from '../../kernel/clock.ts'
import { hashText } from '../../world/hash.ts'
import type { OnvifCameras, OnvifEvent, OnvifEventKind, OnvifEvents } from '../ports.ts'

const LOOK_MS = 1000
const QUIET = ['tamper', 'digitalInput'] as const satisfies readonly OnvifEventKind[]

export type SwarmEvents = OnvifEvents & Disposable & { sent(): number }

/** `intervalMs`: between two changes of a camera. */
export function createSwarmEvents(
  { cameras, hostClock }: { cameras: Pick<OnvifCameras, 'find'>; hostClock: HostClock },
  intervalMs: number,
): SwarmEvents {
  const beganMs = hostClock.now()
  const listeners = new Map<string, { step: number; own: Set<(event: OnvifEvent) => void> }>()
  let sent = 0
  const phaseOf = (sn: string) => hashText(sn) % intervalMs
  const stepOf = (sn: string) => Math.floor((hostClock.now() + phaseOf(sn)) / intervalMs)
  const motionOf = (sn: string, step: number, chnId: number): OnvifEvent => ({
    kind: 'motion',
    chnId,
    isActive: step % 2 === 1,
    atMs: step * intervalMs - phaseOf(sn),
  })
  const channelsOf = (sn: string) => cameras.find(sn)?.channels.map(({ chnId }) => chnId) ?? []

  const stop = hostClock.every(LOOK_MS, () => {
    for (const [sn, entry] of listeners) {
      const step = stepOf(sn)
      if (step === entry.step) continue
      entry.step = step
      for (const chnId of channelsOf(sn))
        for (const listener of entry.own) {
          sent++
          listener(motionOf(sn, step, chnId))
        }
    }
  })
  return {
    subscribe(sn, listener) {
      const entry = listeners.get(sn) ?? { step: stepOf(sn), own: new Set() }
      listeners.set(sn, entry)
      entry.own.add(listener)
      return () => {
        entry.own.delete(listener)
        if (entry.own.size === 0) listeners.delete(sn)
      }
    },
    statesOf: (sn) =>
      channelsOf(sn).flatMap((chnId) => [
        motionOf(sn, stepOf(sn), chnId),
        ...QUIET.map((kind): OnvifEvent => ({ kind, chnId, isActive: false, atMs: beganMs })),
      ]),
    sent: () => sent,
    [Symbol.dispose]: stop,
  }
}
