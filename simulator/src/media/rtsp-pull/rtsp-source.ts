/** A camera's stream by its rtsp:// address, as the source of a live stream. */
import type { HostClock } from '../../kernel/clock.ts'
import { createPulledSource } from '../pulled-source.ts'
import type { OpenSource } from '../stream-source.ts'
import { openRtspSession, type RtspTarget } from './open-rtsp-session.ts'
import { RtspPullProblem } from './pull-problem.ts'
import type { PullTransport } from './setup-tracks.ts'

export type RtspSourceOptions = {
  /** A function is asked before each session: where the camera is now. */
  target: RtspTarget | (() => Promise<RtspTarget>)
  /** `auto`: TCP, or UDP where the camera does not serve TCP; the other one after nothing came. */
  transport: 'auto' | PullTransport
  hostClock: HostClock
}

/** Plays the stream while it is wanted; after a failure it tries again (`createPulledSource`), and tells why. */
export const rtspSource =
  ({ target, transport, hostClock }: RtspSourceOptions): OpenSource =>
  (_timestampAt, events) => {
    let order: PullTransport[] = transport === 'auto' ? ['tcp', 'udp'] : [transport]
    const turn = (problem: unknown): void => {
      const isTransport = problem instanceof RtspPullProblem && problem.reason === 'transport'
      if (isTransport) order = order.toReversed()
    }
    return createPulledSource(
      {
        hostClock,
        async open({ tag, end }, signal) {
          try {
            const now = typeof target === 'function' ? await orAborted(target(), signal) : target
            const events = {
              tag,
              end(problem: RtspPullProblem) {
                turn(problem)
                end(problem.message)
              },
            }
            return await openRtspSession(now, order, hostClock, events, signal)
          } catch (problem) {
            turn(problem)
            throw problem
          }
        },
      },
      events,
    )
  }

function orAborted<Value>(asked: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => reject(new RtspPullProblem('unreachable', 'it is no longer wanted')),
      { once: true },
    )
    asked.then(resolve, reject)
  })
}

/** The longest address that is taken. */
const URL_MOST = 1024
const RTSP_PORT = 554

/**
 * Reads rtsp://[user[:password]@]host[:port]/path; undefined when it is none. An account that is given apart is used
 * instead of the address's own.
 */
export function readRtspTarget(
  text: string,
  account?: { username: string; password: string },
): RtspTarget | undefined {
  if (text.length > URL_MOST || !/^rtsp:\/\//i.test(text) || !URL.canParse(text)) return undefined
  // The parser of URLs knows no defaults for this scheme, and leaves what it does not know as it is.
  const url = new URL(text)
  if (url.hostname === '') return undefined
  const own = url.username === '' ? undefined : { username: url.username, password: url.password }
  const decode = (part: string): string => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  }
  const port = url.port === '' ? RTSP_PORT : Number(url.port)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const shown = url.port === '' ? url.hostname : `${url.hostname}:${port}`
  return {
    host,
    port,
    url: `rtsp://${shown}${url.pathname}${url.search}`,
    account: account ?? (own && { username: decode(own.username), password: decode(own.password) }),
  }
}
