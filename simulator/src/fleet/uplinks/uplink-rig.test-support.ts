/** Shared parts of the tests of uplinks: a time that a test moves, and a platform's listening socket. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import type { UplinkDeps } from './uplink.ts'

export const DAY_MS = 86_400_000

/** To be called once, at the top of a test file. While something is waited for, time passes by `stepMs` at each look. */
export function uplinkRig(stepMs: number) {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
  const time = createManualClock(Date.UTC(2026, 5, 1, 4))
  return {
    time,
    /** Defers an action to the end of the test. */
    defer: (end: () => unknown) => void ends.push(end),
    until: (read: () => unknown): ReturnType<typeof expect.poll> =>
      expect.poll(
        () => {
          time.advance(stepMs)
          return read()
        },
        { timeout: 60_000, interval: stepMs < 1000 ? 10 : 5 },
      ),
    /** An uplink's surroundings, towards a platform on a port of this machine. */
    depsTo: (port: number, rate = () => 1): UplinkDeps => ({
      host: '127.0.0.1',
      port,
      hostClock: time,
      platformClock: {
        now: () => time.now(),
        rate,
        epoch: () => 0,
        zoneMinutes: 480,
        onChange: () => () => {},
      },
    }),
    /** Listens; `receive` gets each connection's bytes. */
    async listen(connected: (socket: Socket) => (chunk: Buffer) => void) {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
        socket.on('error', () => socket.destroy())
        socket.on('data', connected(socket))
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const cut = () => {
        for (const socket of sockets) socket.destroy()
      }
      ends.push(() => {
        cut()
        server.close()
      })
      return {
        port: (server.address() as AddressInfo).port,
        cut,
        /** To every connection. */
        write(bytes: Uint8Array) {
          for (const socket of sockets) socket.write(bytes)
        },
      }
    },
  }
}
