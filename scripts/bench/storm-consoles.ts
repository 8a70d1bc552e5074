// A process of consoles: each signs in, hears every alarm, and tells its parent how late alarms came and what was skipped.
import { createHistogram } from 'node:perf_hooks'
import { CHANNEL_PATH } from '@backlot/contract/channel/frames'
import { WebSocket } from 'ws'
import { Operator } from '../../testing/operator.ts'

const ACCOUNTS = ['admin', 'chief', 'dispatch1', 'dispatch2', 'dispatch3']

export type ConsolesOrder = { url: string; consoles: number }
/** What the first console was sent: numbers of a storm's alarms, and the cursors between which others were skipped. */
export type Heard = { seen: string[]; gaps: [number, number, number][] }
export type ConsolesReport = {
  delivered: number
  skipped: number
  frames: number
  cuts: number
  p50: number
  p99: number
  max: number
  first: Heard
}

type Wish = { type: 'open'; order: ConsolesOrder } | { type: 'report' }

const latency = createHistogram({ lowest: 1, highest: 60_000, figures: 3 })
let counts = { delivered: 0, skipped: 0, frames: 0, cuts: 0 }
let first: Heard = { seen: [], gaps: [] }

function hear(text: string, isFirst: boolean): void {
  const frame = JSON.parse(text)
  if (frame.type !== 'batch') return
  counts.frames++
  const nowMs = Date.now()
  for (const message of frame.messages) {
    if (message.type === 'alarmGap') {
      counts.skipped += message.skipped
      if (isFirst) first.gaps.push([message.fromCursor, message.toCursor, message.skipped])
    }
    if (message.type !== 'alarm' || message.updateOnly) continue
    for (const { alarmSeq } of message.list) {
      const parts = alarmSeq.split('-')
      if (parts[0] !== 'storm') continue
      counts.delivered++
      latency.record(Math.max(1, nowMs - Number.parseInt(parts[4], 36)))
      if (isFirst) first.seen.push(alarmSeq)
    }
  }
}

async function open({ url, consoles }: ConsolesOrder): Promise<void> {
  const people = await Promise.all(ACCOUNTS.map((name) => Operator.signIn(url, name)))
  await Promise.all(
    Array.from({ length: consoles }, async (_, i) => {
      const { sessionId, userInfo } = people[i % people.length]!
      const socket = new WebSocket(new URL(CHANNEL_PATH, url.replace(/^http/, 'ws')))
      await new Promise((resolve, reject) => {
        socket.once('open', resolve)
        socket.once('error', reject)
      })
      socket.on('close', () => counts.cuts++)
      socket.on('message', (data) => hear(String(data), i === 0))
      const loginName = userInfo!.loginName
      socket.send(JSON.stringify({ type: 'login', projectName: 'backlot', loginName, sessionId }))
      socket.send(
        JSON.stringify({
          type: 'subscribe',
          id: 'a',
          topics: ['alarm', 'status'],
          scope: { kind: 'subtree', groupId: 0 },
        }),
      )
    }),
  )
}

process.on('message', async (wish: Wish) => {
  if (wish.type === 'open') {
    await open(wish.order)
    process.send?.({ opened: true })
    return
  }
  const ms = (p: number) => (latency.count === 0 ? 0 : latency.percentile(p))
  const report: ConsolesReport = {
    ...counts,
    p50: ms(50),
    p99: ms(99),
    max: latency.count === 0 ? 0 : latency.max,
    first,
  }
  latency.reset()
  counts = { delivered: 0, skipped: 0, frames: 0, cuts: 0 }
  first = { seen: [], gaps: [] }
  process.send?.(report)
})
