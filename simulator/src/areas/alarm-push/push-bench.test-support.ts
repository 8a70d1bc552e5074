/** A platform that pushes to a receiver, new for each test of a file that calls `usePushBench`. */
import type { PushDelivery, PushRule } from '@backlot/contract/alarm-push/entities'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'
import { createReceiver } from './receiver.test-support.ts'

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
type AlarmDraft = Parameters<TestPlatform['records']['alarms']['raise']>[0][number]
type Receiver = Awaited<ReturnType<typeof createReceiver>>

const COLLECT_MS = 200
export let platform: TestPlatform
export let admin: Client
export let receiver: Receiver
let ownPort = 0
/** Addresses that names resolve to. */
let names: Record<string, string[]> = {}
let seq = 0

export function usePushBench(): void {
  beforeEach(async () => {
    receiver = await createReceiver()
    seq = 0
    names = {}
    ownPort = 0
    platform = await createTestPlatform({ push: pushNet })
    admin = await platform.signIn('admin')
  })
  afterEach(async () => {
    await platform[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
  })
}

/** From now on names lead there. */
export function namesLeadTo(addresses: Record<string, string[]>): void {
  names = addresses
}

/** From now on the platform has a port of its own there. */
export function ownsPort(port: number): void {
  ownPort = port
}

export const pushNet = {
  allowed: ['hooks.example', 'localhost'],
  ownPorts: () => [ownPort],
  resolve: async (name: string) => {
    const found = names[name]
    if (!found) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  },
}

export const fields = (more: object = {}) => ({
  name: 'Rule',
  url: receiver.url,
  types: [],
  levels: [],
  nodeIds: [],
  sns: [],
  events: ['start', 'stop', 'processing'],
  weekdays: [],
  fromMinute: 0,
  toMinute: 1440,
  enabled: true,
  ...more,
})
export const add = async (more: object = {}, client = admin) =>
  (await client.post('/alarm/push/add', fields(more))) as unknown as {
    code: number
    msg: string
    data: { id: number; secret: string }
  }
export const raise = (more: Partial<AlarmDraft> = {}) =>
  platform.records.alarms.raise([
    {
      sn: 'N-PTZ',
      chnId: 1,
      alarmSeq: `seq${++seq}`,
      type: 'AiAlarm',
      subType: 'Fire',
      startMs: START_MS,
      ...more,
    },
  ])
export const collect = () => platform.hostClock.advance(COLLECT_MS)
export const log = async (query = '', client = admin) =>
  ((await client.get(`/alarm/push/log${query}`)) as { data: { list: PushDelivery[] } }).data.list
export const rules = async (client = admin) =>
  ((await client.get('/alarm/push/list')) as { data: { list: PushRule[] } }).data.list
/** Waits for the newest request of the log to match. */
export const settled = (match: Partial<PushDelivery>) =>
  vi.waitFor(
    async () => {
      const [newest] = await log()
      expect(newest).toMatchObject(match)
      return newest!
    },
    { timeout: 30_000 },
  )
