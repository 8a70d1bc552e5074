/** A vehicle over TCP: connects, keeps its terminal supplied with bytes and time, connects again. */
import { connect, type Socket } from 'node:net'
import { uniform } from '../../../world/hash.ts'
import { createPacketSender, resetAfterWrites } from '../packet-sender.ts'
import type { Uplink, UplinkDeps, UplinkDevice, UplinkState } from '../uplink.ts'
import type { TerminalMedia } from './terminal-media.ts'
import type { MakersSettings } from './terminal-settings.ts'
import { TERMINAL_DEFAULTS, type TerminalOptions, VehicleTerminal } from './vehicle-terminal.ts'

/** Pause between attempts: doubled each time, spread so that many do not come at once. */
const RETRY_FIRST_MS = 1000
const RETRY_LAST_MS = 30_000
const CONNECT_WITHIN_MS = 15_000
const DOWN_REVIEW_MS = 5000
const STREAM_RETRY = 8081

export type VehicleUplinkDeps = UplinkDeps & {
  options?: Partial<TerminalOptions>
  /** Its cameras; left out: it has none. */
  media?: TerminalMedia | undefined
  /** Alarm bits that hold at a moment of platform time. */
  alarmWordAt?(epochMs: number): number
}

export type VehicleUplink = Uplink & {
  /** Changes the named settings from now on. */
  adjust(settings: Partial<MakersSettings>): void
}

export function createVehicleUplink(device: UplinkDevice, deps: VehicleUplinkDeps): VehicleUplink {
  const { hostClock, platformClock } = deps
  let state: UplinkState = 'stopped'
  let socket: Socket | undefined
  let cancelBeat = (): void => {}
  let cancelRetry = (): void => {}
  let attempts = 0
  const counts = { connects: 0, breaks: 0, bytesSent: 0, bytesReceived: 0 }
  const isUp = (): boolean => device.isUpAt?.(platformClock.now()) ?? true

  const sender = createPacketSender(hostClock, () => deps.transform?.())
  const terminal = new VehicleTerminal({
    device,
    options: { ...TERMINAL_DEFAULTS, ...deps.options },
    hostNow: () => hostClock.now(),
    platformNow: () => platformClock.now(),
    isLive: () => platformClock.rate() === 1 && isUp(),
    alarmWordAt: deps.alarmWordAt,
    media: deps.media,
    send(packet) {
      const to = socket
      if (!to) return
      sender.send(packet, (bytes, resets) => {
        if (to.destroyed || to !== socket) return
        counts.bytesSent += bytes.length
        to.write(bytes, 'latin1')
        if (resets) resetAfterWrites(to)
      })
    },
    drop: () => socket?.destroy(),
    onAck: deps.onAck,
    onLost: deps.onLost,
  })

  const beat = (): void => {
    cancelBeat()
    if (state === 'stopped') return
    if (socket && !isUp()) socket.destroy()
    const nextMs = terminal.beat()
    cancelBeat = hostClock.after(Math.min(DOWN_REVIEW_MS, Math.max(0, nextMs - hostClock.now())), beat)
  }

  const open = (): void => {
    if (state === 'stopped') return
    if (!isUp()) {
      state = 'down'
      cancelRetry = hostClock.after(DOWN_REVIEW_MS, open)
      return
    }
    state = 'connecting'
    const own = connect({ host: deps.host, port: deps.port, noDelay: true })
    socket = own
    const cancelConnect = hostClock.after(CONNECT_WITHIN_MS, () => own.destroy())
    own.on('connect', () => {
      cancelConnect()
      counts.connects++
      state = 'online'
      terminal.opened()
      beat()
    })
    own.on('data', (chunk: Buffer) => {
      counts.bytesReceived += chunk.length
      terminal.receive(chunk)
      if (terminal.online) attempts = 0
      beat()
    })
    // The cause is in `breaks`; the close that follows does the rest.
    own.on('error', () => own.destroy())
    own.on('close', () => {
      cancelConnect()
      if (socket !== own) return
      socket = undefined
      sender.clear()
      terminal.closed()
      if (state === 'stopped') return
      counts.breaks++
      state = 'waiting'
      const pauseMs = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 2 ** Math.min(attempts++, 10))
      const spread = 0.5 + uniform(0, device.entity, STREAM_RETRY, attempts)
      cancelRetry = hostClock.after(pauseMs * spread, open)
    })
  }

  const shown = (): UplinkState => {
    if (state !== 'online') return state
    if (!terminal.online) return 'connecting'
    return platformClock.rate() === 1 ? 'online' : 'held'
  }
  return {
    start() {
      if (state !== 'stopped') return
      state = 'waiting'
      open()
      beat()
    },
    stop() {
      state = 'stopped'
      cancelBeat()
      cancelRetry()
      sender.clear()
      socket?.destroy()
      deps.media?.close()
    },
    adjust(settings) {
      terminal.adjust(settings)
      beat()
    },
    stats: () => ({
      state: shown(),
      ...counts,
      ...terminal.stats,
      backlog: terminal.backlog,
    }),
  }
}
