/** A JT/T 808 gateway for tests: over a real socket, with a clock of its own and a platform that remembers. */
import { pino } from 'pino'
import { afterEach } from 'vitest'
import type { ClockChange } from '../../kernel/clock.ts'
import { createManualClock } from '../../timeline/manual-clock.ts'
import type { DeviceIngest } from '../ingest.ts'
import { recordingIngest } from '../recording-ingest.test-support.ts'
import { createJt808Gateway, type Jt808Gateway } from './create-jt808-gateway.ts'
import type { Jt808Limits } from './gateway-limits.ts'
import type { TerminalRecord } from './terminal-repository.ts'
import { type TestTerminal, testTerminal } from './test-terminal.test-support.ts'

export const NOON = Date.UTC(2026, 5, 1, 4)
export const PHONE = '013912345678'

export type Rig = Omit<ReturnType<typeof recordingIngest>, 'ingest'> & {
  gateway: Jt808Gateway
  clock: ReturnType<typeof createManualClock>
  repository: Map<string, TerminalRecord>
  /** Numbers whose records were written, in this order. */
  kept: string[]
  terminal(phone?: string, version?: 2013 | 2019): Promise<TestTerminal>
  /** Lets the platform's clock jump, to where it is. */
  jump(): void
}
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

export async function rig(
  limits: Partial<Jt808Limits> = {},
  known: string[] = [],
  refuse: string[] = [],
  more: Partial<DeviceIngest> = {},
): Promise<Rig> {
  const clock = createManualClock(NOON)
  const devices = new Set(known)
  const jumps: ((change: ClockChange) => void)[] = []
  const kept: string[] = []
  const seen = { ...recordingIngest(), repository: new Map<string, TerminalRecord>(), kept }
  const ingest: DeviceIngest = {
    ...seen.ingest,
    async admit(claim, atMs) {
      if (refuse.includes(claim.sn)) return { refused: 'unknown' }
      devices.add(claim.sn)
      return seen.ingest.admit(claim, atMs)
    },
    isOwnPlace: (sn) => sn.endsWith('7777'),
    ...more,
  }
  const gateway = await createJt808Gateway({
    host: '127.0.0.1',
    port: 0,
    ingest,
    repository: {
      find: (number) => seen.repository.get(number),
      async keep(number, record) {
        seen.kept.push(number)
        seen.repository.set(number, record)
      },
      async remove(number) {
        seen.repository.delete(number)
      },
    },
    isKnown: (sn) => devices.has(sn),
    plateOwner: (plate) => (plate === '京A12345' ? '013900000001' : undefined),
    hostClock: clock,
    platformClock: {
      now: () => clock.now(),
      rate: () => 1,
      epoch: () => 0,
      zoneMinutes: 480,
      onChange(listener) {
        jumps.push(listener)
        return () => {}
      },
    },
    log: pino({ level: 'silent' }),
    limits,
  })
  ends.push(() => gateway[Symbol.asyncDispose]())
  return {
    gateway,
    clock,
    ...seen,
    jump() {
      const nowMs = clock.now()
      for (const listener of jumps) listener({ kind: 'jump', fromMs: nowMs, toMs: nowMs, epoch: 1 })
    },
    async terminal(phone = PHONE, version = 2013) {
      const made = await testTerminal(gateway.port, phone, version)
      ends.push(() => made.close())
      return made
    },
  }
}
