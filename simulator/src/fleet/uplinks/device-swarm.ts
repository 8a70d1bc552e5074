/**
 * Many devices against one platform: started one after the other at a rate, watched, drained at the end. One wheel of
 * timers serves all of them.
 */
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import { Times } from '../../telemetry/times.ts'
import type { Uplink, UplinkDeps, UplinkDevice } from './uplink.ts'
import { createWheelClock } from './wheel-clock.ts'

export type SwarmProgress = {
  /** Devices in all, those that were started, and those that are connected now. */
  devices: number
  started: number
  online: number
  /** Devices that the platform let in at least once. */
  reached: number
  connects: number
  breaks: number
  sent: number
  acked: number
  resent: number
  lost: number
  backlog: number
  answered: number
  bytesSent: number
  bytesReceived: number
}

export type Swarm = Disposable & {
  progress(): SwarmProgress
  /** From the first sending of a report to its acknowledgement. */
  latency(): Times
  /** No new reports from here on; resolves when all that were sent are answered and all have signed off, or after `withinMs`. */
  drain(withinMs: number): Promise<void>
}

const START_MS = 50
const DRAIN_LOOK_MS = 100

/** Starts to connect `devices` at `rampPerSecond`. */
export function createSwarm(deps: {
  host: string
  port: number
  devices: readonly UplinkDevice[]
  create(device: UplinkDevice, deps: UplinkDeps): Uplink
  rampPerSecond: number
  hostClock: HostClock
}): Swarm {
  const { devices, rampPerSecond, hostClock } = deps
  const wheel = createWheelClock(hostClock)
  const answerTimes = new Times()
  let draining = false
  const platformClock: PlatformClock = {
    now: () => hostClock.now(),
    // Another rate than real time holds new reports back.
    rate: () => (draining ? 0 : 1),
    epoch: () => 0,
    zoneMinutes: 480,
    onChange: () => () => {},
  }
  const uplinkDeps: UplinkDeps = {
    host: deps.host,
    port: deps.port,
    hostClock: wheel,
    platformClock,
    onAck: (tookMs) => answerTimes.record(tookMs),
  }
  const uplinks: Uplink[] = []
  const beganMs = hostClock.now()
  const startDue = (): void => {
    if (draining) return
    const due = Math.min(devices.length, Math.ceil(((hostClock.now() - beganMs) / 1000) * rampPerSecond))
    while (uplinks.length < due) {
      const uplink = deps.create(devices[uplinks.length]!, uplinkDeps)
      uplinks.push(uplink)
      uplink.start()
    }
    if (uplinks.length === devices.length) stopStarting()
  }
  const stopStarting = hostClock.every(START_MS, startDue)

  const reached = new Set<Uplink>()
  const progress = (): SwarmProgress => {
    const sum: SwarmProgress = {
      devices: devices.length,
      started: uplinks.length,
      online: 0,
      reached: 0,
      connects: 0,
      breaks: 0,
      sent: 0,
      acked: 0,
      resent: 0,
      lost: 0,
      backlog: 0,
      answered: 0,
      bytesSent: 0,
      bytesReceived: 0,
    }
    for (const uplink of uplinks) {
      const stats = uplink.stats()
      // While it drains the clock holds everybody.
      const isOnline = stats.state === 'online' || (draining && stats.state === 'held')
      if (isOnline) sum.online++
      // Where the wire has no answers of its own, what was sent into a connection that failed says nothing.
      if (isOnline || (stats.acked > 0 && stats.connects > 0)) reached.add(uplink)
      sum.connects += stats.connects
      sum.breaks += stats.breaks
      sum.sent += stats.sent
      sum.acked += stats.acked
      sum.resent += stats.resent
      sum.lost += stats.lost
      sum.backlog += stats.backlog
      sum.answered += stats.answered
      sum.bytesSent += stats.bytesSent
      sum.bytesReceived += stats.bytesReceived
    }
    sum.reached = reached.size
    return sum
  }
  return {
    progress,
    latency: () => answerTimes,
    drain(withinMs) {
      draining = true
      let [isLeaving, hasLeft] = [false, false]
      stopStarting()
      const endMs = hostClock.now() + withinMs
      return new Promise((resolve) => {
        const stop = hostClock.every(DRAIN_LOOK_MS, () => {
          const { sent, acked, lost } = progress()
          const isLate = hostClock.now() >= endMs
          if (acked + lost < sent && !isLate) return
          if (!isLate && !isLeaving) {
            isLeaving = true
            void Promise.allSettled(uplinks.map((uplink) => uplink.signOff?.())).then(() => {
              hasLeft = true
            })
          }
          if (!hasLeft && !isLate) return
          stop()
          resolve()
        })
      })
    },
    [Symbol.dispose]() {
      stopStarting()
      for (const uplink of uplinks) uplink.stop()
      wheel[Symbol.dispose]()
    },
  }
}
