// A process of consoles: each signs in, hears every alarm, and reports to its parent how late alarms came and which
// were skipped.
import { createHistogram } from 'node:perf_hooks'
import { CHANNEL_PATH } from '@backlot/contract/channel/frames'
import { WebSocket } from 'ws'
import { Operator } from '../../testing/operator.ts'
import { ACCOUNTS } from './storm-probe.ts'

export type ConsolesOrder = { url: string; consoles: number }
/** Received by the first console: numbers of a storm's alarms, and the cursors between which others were skipped. */
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

/** Content of a frame about the storm: numbers of its alarms, when they were raised, and which were skipped. */
type Told = { seqs: string[]; raisedMs: number[]; gaps: [number, number, number][] }

/**
 * The newest frames of the consoles, parsed once: consoles with the same rights get the same bytes, and a hundred that
 * each parse them would take the processor from the measured platform.
 */
const RECENT_MAX = 32
const recent: { bytes: Buffer; told: Told | undefined }[] = []

function toldBy(bytes: Buffer): Told | undefined {
  const known = recent.find((frame) => frame.bytes.equals(bytes))
  if (known) return known.told
  const told = readFrame(String(bytes))
  recent.unshift({ bytes, told })
  recent.length = Math.min(recent.length, RECENT_MAX)
  return told
}

function readFrame(text: string): Told | undefined {
  const frame = JSON.parse(text)
  if (frame.type !== 'batch') return undefined
  const told: Told = { seqs: [], raisedMs: [], gaps: [] }
  for (const message of frame.messages) {
    if (message.type === 'alarmGap') told.gaps.push([message.fromCursor, message.toCursor, message.skipped])
    if (message.type !== 'alarm' || message.updateOnly) continue
    for (const { alarmSeq } of message.list) {
      const parts = alarmSeq.split('-')
      if (parts[0] !== 'storm') continue
      told.seqs.push(alarmSeq)
      told.raisedMs.push(Number.parseInt(parts[4], 36))
    }
  }
  return told
}

function hear(bytes: Buffer, isFirst: boolean): void {
  const told = toldBy(bytes)
  if (!told) return
  counts.frames++
  counts.delivered += told.seqs.length
  const nowMs = Date.now()
  for (const raisedMs of told.raisedMs) latency.record(Math.max(1, nowMs - raisedMs))
  for (const [, , skipped] of told.gaps) counts.skipped += skipped
  if (!isFirst) return
  first.seen.push(...told.seqs)
  first.gaps.push(...told.gaps)
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
      socket.on('message', (data: Buffer) => hear(data, i === 0))
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
