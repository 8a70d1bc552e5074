/** Live streams at an edge: each is pulled from the core once, whoever watches here. Whether somebody may is the core's. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuseUpgrade, UNAVAILABLE } from '../calls/refuse-upgrade.ts'
import type { UpgradeHandler } from '../calls/upgrade-handler.ts'
import type { CoreMessage, EdgeMessage } from '../channel/edges/link-messages.ts'
import type { CoreTrust } from '../cluster/core-link.ts'
import type { HostClock } from '../kernel/clock.ts'
import type { MediaTotals } from '../media/stream-fanout.ts'
import { readStreamPath } from '../media/stream-path.ts'
import { createUnsentBytes, UNSENT_LIMITS } from '../media/unsent-bytes.ts'
import { createViewerServer } from '../media/viewer-server.ts'
import { type PulledLive, pullLive } from './pull-live.ts'

export type EdgeStreams = Disposable & {
  /** Takes requests for live streams; false: the path is none. `away`: the core cannot be asked. */
  handleHttp(request: IncomingMessage, response: ServerResponse, away: () => void): boolean
  takeUpgrade: UpgradeHandler
  /** The core answers, or ends viewers. */
  heard(message: CoreMessage): void
  /** The link to the core is open: it has said who may not watch any longer. */
  linked(): void
  /** The link to the core is cut: nobody new is let in, and those who watch for a while only. */
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
/**
 * How long viewers stay without a link: a core that is busy for some seconds is no reason to cut them, and a player
 * gives up a picture that stands still for so long itself.
 */
const UNLINKED_MS = 5000

export function createEdgeStreams(deps: {
  origin: Origin
  trust: CoreTrust
  hostClock: HostClock
  send(message: EdgeMessage): boolean
}): EdgeStreams {
  const { hostClock } = deps
  const pulled = new Map<string, PulledLive>()
  const admitted = new Map<string, { owner: string }>()
  const asked = new Map<number, (finding: Finding) => void>()
  const totals: MediaTotals & { pulledBytes: number } = {
    ...{ sentBytes: 0, droppedTags: 0, tooSlow: 0, pulledBytes: 0 },
  }
  let lastAsk = 0
  let cancelCut: () => void = () => {}
  const keyOf = (path: string, token: string) => `${path}\n${token}`

  const viewers = createViewerServer({
    unsent: createUnsentBytes(UNSENT_LIMITS),
    tokens: {
      verify(path, token) {
        const found = admitted.get(keyOf(path, token))
        return found ? { ok: true, sessionId: found.owner } : { ok: false, why: 'expired' }
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

  /**
   * Asks the core, and pulls the stream if it does not run here. Resolves when the request can be answered; false: there
   * is nobody who could be asked.
   */
  const admit = async (url: string): Promise<boolean> => {
    const [path = '', query] = url.split(/\?(.*)/s)
    const token = new URLSearchParams(query).get('token') ?? ''
    if (readStreamPath(path) === undefined || token === '' || token.length > TOKEN_MAX) return true
    const { status, owner } = await ask(path, token)
    if (status !== 200 && status !== 404) return status !== 503
    const key = keyOf(path, token)
    const own = { owner }
    admitted.set(key, own)
    if (status === 200) await (pulled.get(path) ?? pull(path))?.ready
    hostClock.after(ADMITTED_MS, () => {
      if (admitted.get(key) === own) admitted.delete(key)
    })
    return true
  }
  const pull = (path: string): PulledLive | undefined => {
    const origin = deps.origin()
    if (!origin) return undefined
    const made = pullLive(origin, path, {
      hostClock,
      trust: deps.trust,
      totals,
      onEnd() {
        if (pulled.get(path) === made) pulled.delete(path)
      },
    })
    pulled.set(path, made)
    return made
  }
  const end = (owner: string, reason: 'revoked' | 'stopped', only: string | undefined): void => {
    for (const [key, known] of admitted)
      if (known.owner === owner && (only === undefined || key.startsWith(`${only}\n`))) admitted.delete(key)
    for (const [path, { fanout }] of pulled)
      if (only === undefined || path === only) fanout.close(reason, owner)
  }

  return {
    handleHttp(request, response, away) {
      const url = request.url ?? ''
      if (!url.startsWith('/live/')) return false
      void admit(url).then((isAnswered) => {
        if (response.destroyed) return
        if (isAnswered) viewers.handleHttp(request, response)
        else away()
      })
      return true
    },
    takeUpgrade(request, socket, head) {
      const url = request.url ?? ''
      if (!url.startsWith('/live/')) return false
      void admit(url).then((isAnswered) => {
        if (socket.destroyed) return
        if (isAnswered) viewers.handleUpgrade(request, socket, head)
        else refuseUpgrade(socket, UNAVAILABLE)
      })
      return true
    },
    heard(message) {
      if (message.type === 'watch') asked.get(message.ask)?.(message)
      else if (message.type === 'viewersEnd')
        end(message.viewers.owner, message.viewers.reason, message.viewers.path)
    },
    linked: () => cancelCut(),
    unlinked() {
      admitted.clear()
      for (const answer of [...asked.values()]) answer({ status: 503, owner: '' })
      cancelCut()
      cancelCut = hostClock.after(UNLINKED_MS, () => {
        for (const { fanout } of pulled.values()) fanout.close('cut')
      })
    },
    stats: () => ({
      streams: pulled.size,
      viewers: [...pulled.values()].reduce((sum, { fanout }) => sum + fanout.viewers(), 0),
      sentBytes: totals.sentBytes,
      tooSlow: totals.tooSlow,
      pulledBytes: totals.pulledBytes,
    }),
    [Symbol.dispose]() {
      cancelCut()
      for (const stream of [...pulled.values()]) stream.end('cut')
      viewers.close()
    },
  }
}

const TOKEN_MAX = 256
