/** Live streams at an edge: each is pulled from the core once, whoever watches here. Whether somebody may is the core's. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { UpgradeHandler } from '../calls/upgrade-handler.ts'
import type { CoreMessage, EdgeMessage } from '../channel/edges/link-messages.ts'
import type { HostClock } from '../kernel/clock.ts'
import type { MediaTotals } from '../media/stream-fanout.ts'
import { readStreamPath } from '../media/stream-path.ts'
import { createUnsentBytes, UNSENT_LIMITS } from '../media/unsent-bytes.ts'
import { createViewerEdge } from '../media/viewer-edge.ts'
import { type PulledLive, pullLive } from './pull-live.ts'

export type EdgeStreams = Disposable & {
  /** Takes requests for live streams; false: the path is none. */
  handleHttp(request: IncomingMessage, response: ServerResponse): boolean
  takeUpgrade: UpgradeHandler
  /** The core answers, or ends viewers. */
  heard(message: CoreMessage): void
  /** The link to the core is cut: nobody can be vouched for. */
  unlinked(): void
  stats(): { streams: number; viewers: number; sentBytes: number; tooSlow: number; pulledBytes: number }
}

/** Where streams are pulled, and the token that opens them; undefined while there is no core. */
export type Origin = () => { url: string; token: string } | undefined

type Finding = { status: number; owner: string }

/** A core that does not answer by then is taken for away. */
const ANSWER_WITHIN_MS = 2000
/** How long an answer holds: a viewer opens its stream at once. */
const ADMITTED_MS = 5000

export function createEdgeStreams(deps: {
  origin: Origin
  hostClock: HostClock
  send(message: EdgeMessage): boolean
}): EdgeStreams {
  const { hostClock } = deps
  const pulled = new Map<string, PulledLive>()
  const admitted = new Map<string, string>()
  const asked = new Map<number, (finding: Finding) => void>()
  const totals: MediaTotals & { pulledBytes: number } = {
    ...{ sentBytes: 0, droppedTags: 0, tooSlow: 0, pulledBytes: 0 },
  }
  let lastAsk = 0
  const keyOf = (path: string, token: string) => `${path}\n${token}`

  const viewers = createViewerEdge({
    unsent: createUnsentBytes(UNSENT_LIMITS),
    tokens: {
      verify(path, token) {
        const sessionId = admitted.get(keyOf(path, token))
        return sessionId === undefined ? { ok: false, why: 'expired' } : { ok: true, sessionId }
      },
    },
    isStream: (path) => readStreamPath(path) !== undefined,
    find(path) {
      const found = pulled.get(path)
      return found && { fanout: found.fanout, sn: '' }
    },
  })

  const ask = (path: string, token: string): Promise<Finding> =>
    new Promise((resolve) => {
      const id = ++lastAsk
      const away = { status: 503, owner: '' }
      const giveUp = hostClock.after(ANSWER_WITHIN_MS, () => {
        asked.delete(id)
        resolve(away)
      })
      asked.set(id, (finding) => {
        giveUp()
        asked.delete(id)
        resolve(finding)
      })
      if (!deps.send({ type: 'mayWatch', ask: id, stream: { path, token } })) asked.get(id)?.(away)
    })

  /** Asks the core, and pulls the stream if it does not run here. Resolves when the request can be answered. */
  const admit = async (url: string): Promise<void> => {
    const [path = '', query] = url.split(/\?(.*)/s)
    const token = new URLSearchParams(query).get('token') ?? ''
    if (readStreamPath(path) === undefined || token === '' || token.length > TOKEN_MAX) return
    const { status, owner } = await ask(path, token)
    if (status !== 200) return
    const key = keyOf(path, token)
    admitted.set(key, owner)
    hostClock.after(ADMITTED_MS, () => admitted.delete(key))
    const running = pulled.get(path) ?? pull(path)
    if (running) await running.ready
  }
  const pull = (path: string): PulledLive | undefined => {
    const origin = deps.origin()
    if (!origin) return undefined
    const made = pullLive(origin, path, {
      hostClock,
      totals,
      onEnd() {
        if (pulled.get(path) === made) pulled.delete(path)
      },
    })
    pulled.set(path, made)
    return made
  }
  const end = (owner: string, reason: 'revoked' | 'stopped', only: string | undefined): void => {
    for (const [key, session] of admitted)
      if (session === owner && (only === undefined || key.startsWith(`${only}\n`))) admitted.delete(key)
    for (const [path, { fanout }] of pulled)
      if (only === undefined || path === only) fanout.close(reason, owner)
  }

  return {
    handleHttp(request, response) {
      const url = request.url ?? ''
      if (!url.startsWith('/live/')) return false
      void admit(url).then(() => {
        if (!response.destroyed) viewers.handleHttp(request, response)
      })
      return true
    },
    takeUpgrade(request, socket, head) {
      const url = request.url ?? ''
      if (!url.startsWith('/live/')) return false
      void admit(url).then(() => {
        if (!socket.destroyed) viewers.handleUpgrade(request, socket, head)
      })
      return true
    },
    heard(message) {
      if (message.type === 'watch') asked.get(message.ask)?.(message)
      else if (message.type === 'viewersEnd')
        end(message.viewers.owner, message.viewers.reason, message.viewers.path)
    },
    unlinked() {
      admitted.clear()
      for (const answer of [...asked.values()]) answer({ status: 503, owner: '' })
      for (const { fanout } of pulled.values()) fanout.close('cut')
    },
    stats: () => ({
      streams: pulled.size,
      viewers: [...pulled.values()].reduce((sum, { fanout }) => sum + fanout.viewers(), 0),
      sentBytes: totals.sentBytes,
      tooSlow: totals.tooSlow,
      pulledBytes: totals.pulledBytes,
    }),
    [Symbol.dispose]() {
      for (const stream of [...pulled.values()]) stream.end('cut')
      viewers.close()
    },
  }
}

const TOKEN_MAX = 256
