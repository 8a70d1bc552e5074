import { expect, test } from 'vitest'
import type { DeviceAction, DeviceCommand } from './commands.ts'
import { lostChannelsAt, lostSpans } from './lost-channels.ts'

const command = (atMs: number, action: DeviceAction): DeviceCommand => ({
  atMs,
  seq: atMs,
  sn: 'd',
  ...action,
})
const order = (atMs: number, chnId: number, forced: 'offline' | 'released') =>
  command(atMs, { kind: 'channelConnectivity', chnId, forced })
const fault = (atMs: number, on: boolean, amount?: number, forMs?: number) =>
  command(atMs, {
    kind: 'fault',
    fault: 'channelOffline',
    on,
    ...(amount === undefined ? {} : { amount }),
    ...(forMs === undefined ? {} : { forMs }),
  })
const at = (commands: readonly DeviceCommand[], atMs: number) => [...lostChannelsAt(commands, atMs)]

test('a channel is lost from its order or its fault on, each until its own end', () => {
  const log = [
    order(10, 2, 'offline'),
    fault(20, true),
    fault(30, true, 2),
    fault(40, false, 2),
    order(50, 2, 'released'),
  ]
  expect([5, 10, 20, 30, 40, 50, 60].map((atMs) => at(log, atMs))).toEqual([
    [],
    [2],
    [2, 1],
    [2, 1],
    [2, 1],
    [1],
    [1],
  ])
  expect(at([fault(10, true, 3, 5)], 14)).toEqual([3])
  expect(at([fault(10, true, 3, 5)], 15)).toEqual([])
})

test('spans of a loss join where one cause takes over from another, and end at what is asked for', () => {
  const log = [
    order(10, 1, 'offline'),
    fault(20, true, 1, 30),
    order(30, 1, 'released'),
    order(70, 1, 'offline'),
  ]
  expect(lostSpans(log, 1, 0, 100)).toEqual([
    { fromMs: 10, toMs: 50 },
    { fromMs: 70, toMs: 100 },
  ])
  expect(lostSpans(log, 1, 15, 40)).toEqual([{ fromMs: 15, toMs: 40 }])
  expect(lostSpans(log, 2, 0, 100)).toEqual([])
  expect(lostSpans([], 1, 0, 100)).toEqual([])
})
