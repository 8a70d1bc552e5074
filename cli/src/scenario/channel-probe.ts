import { createHash } from 'node:crypto'
import { CHANNEL_PATH } from '@backlot/contract/channel/frames'
import { controlVerifyCode } from '@backlot/contract/control/calls'
import { login, verifyCode } from '@backlot/contract/session/calls'
import type { ChannelProbe } from '@backlot/simulator/scenario-runs/run-timeline'
import { WebSocket } from 'ws'
import type { ControlTarget } from '../control-client.ts'
import { controlCall } from '../control-client.ts'
import { UserError } from '../user-error.ts'

/** Interval of round trips, whether or not the previous one has come back. */
const PING_EVERY_MS = 50
const KEPT = 20_000

/**
 * Signs in as an operator, hears everything on the real-time channel, and measures round trips meanwhile: begun at even
 * intervals, so that a stall counts for its whole length. A trip still in progress counts with the time it has taken so
 * far.
 */
export async function openChannelProbe(
  target: ControlTarget,
  account: { loginName: string; password: string },
): Promise<ChannelProbe & Disposable> {
  const sessionId = await signIn(target, account)
  const socket = new WebSocket(target.url.replace(/^http/, 'ws') + CHANNEL_PATH)
  const trips: number[] = []
  const pending: number[] = []
  const done = (at: number) => {
    const index = pending.indexOf(at)
    if (index >= 0) pending.splice(index, 1)
    if (trips.push(performance.now() - at) > KEPT) trips.shift()
  }
  socket.on('message', (data) => {
    const text = data.toString()
    if (!text.includes('"pong"')) return
    const frame = JSON.parse(text) as { type: string; at?: number }
    if (frame.type === 'pong' && frame.at !== undefined) done(frame.at)
  })
  socket.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  const say = (frame: object) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(frame))
  say({ type: 'login', projectName: 'backlot', loginName: account.loginName, sessionId })
  say({
    type: 'subscribe',
    id: 'all',
    topics: ['alarm', 'gps', 'status'],
    scope: { kind: 'subtree', groupId: 0 },
    snapshot: true,
  })
  const timer = setInterval(() => {
    const at = performance.now()
    pending.push(at)
    say({ type: 'ping', at })
  }, PING_EVERY_MS)
  return {
    lagMs(quantile) {
      const now = performance.now()
      const all = [...trips, ...pending.map((at) => now - at).filter((ms) => ms > PING_EVERY_MS)].sort(
        (a, b) => a - b,
      )
      const part = quantile === 'max' ? 1 : Number(quantile.slice(1)) / 100
      return { ms: all[Math.max(0, Math.ceil(part * all.length) - 1)] ?? 0, samples: all.length }
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      socket.terminate()
    },
  }
}

async function signIn(
  target: ControlTarget,
  { loginName, password }: { loginName: string; password: string },
): Promise<string> {
  const { verifyKey } = await controlCall(target, verifyCode)
  const { code } = await controlCall(target, controlVerifyCode, { params: { key: verifyKey } })
  const hashed = createHash('sha256').update(password).digest('hex')
  try {
    const body = { loginName, password: hashed, verifycode: code, verifyKey }
    return (await controlCall(target, login, { body })).sessionId
  } catch (error) {
    throw new UserError(
      `${loginName}, who measures the channel, could not sign in: ${(error as Error).message} Give --password.`,
    )
  }
}
