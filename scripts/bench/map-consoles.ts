// Ten consoles with a map window each, in the middle of the city on a working morning.
import { CHANNEL_PATH } from '@backlot/contract/channel/frames'
import { controlSetClock } from '@backlot/contract/control/calls'
import { WebSocket } from 'ws'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'

/** A working morning of the platform, so that the vehicles drive: Monday, 10:00 (UTC+8). */
export const MORNING_MS = Date.UTC(2026, 10, 23, 2)
export const CONSOLES = 10

export type MapConsoles = {
  /** Positions and frames that came to all of them since the last time. */
  take(): { fixes: number; frames: number }
  close(): void
}

/** Lets the clock jump to the morning and opens the consoles. */
export async function watchMaps(url: string): Promise<MapConsoles> {
  await control(url, controlSetClock, { body: { action: 'jump', toMs: MORNING_MS } })
  const operator = await Operator.signIn(url)
  let [fixes, frames] = [0, 0]
  const sockets = await Promise.all(
    Array.from({ length: CONSOLES }, async (_, i) => {
      const socket = new WebSocket(url.replace(/^http/, 'ws').replace(/\/$/, '') + CHANNEL_PATH)
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      socket.on('message', (data: Buffer) => {
        frames++
        fixes += data.toString().split('"locationTime"').length - 1
      })
      const { sessionId } = operator
      const west = 116.36 + 0.012 * (i % 5)
      const south = 39.88 + 0.03 * Math.floor(i / 5)
      const bounds = [west, south, west + 0.035, south + 0.025]
      for (const frame of [
        { type: 'login', projectName: 'backlot', loginName: 'admin', sessionId },
        { type: 'subscribe', id: 'map', topics: ['gps', 'status'], scope: { kind: 'window', bounds } },
        {
          type: 'subscribe',
          id: 'tree',
          topics: ['status'],
          scope: { kind: 'subtree', groupId: 0 },
          snapshot: false,
        },
        { type: 'subscribe', id: 'alarms', topics: ['alarm'], scope: { kind: 'subtree', groupId: 0 } },
      ]) {
        socket.send(JSON.stringify(frame))
      }
      return socket
    }),
  )
  return {
    take() {
      const taken = { fixes, frames }
      fixes = frames = 0
      return taken
    },
    close() {
      for (const socket of sockets) socket.close()
    },
  }
}
