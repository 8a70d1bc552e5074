/** One connection to a camera's RTSP server: requests, one after the other, and packets between their answers. */
import { connect } from 'node:net'
import type { HostClock } from '../../kernel/clock.ts'
import { answerChallenge, type Challenge, readChallenge } from '../../wire/digest/challenges.ts'
import type { RtspAnswer } from '../../wire/rtsp/rtsp-message.ts'
import { interleavedHead } from '../../wire/rtsp/rtsp-message.ts'
import { createRtspAnswerReader } from '../../wire/rtsp/rtsp-reader.ts'
import { RtspPullProblem } from './pull-problem.ts'

export type RtspAccount = { username: string; password: string }

export type RtspClient = {
  /** Addresses of both ends. */
  addresses: { local: string; remote: string }
  /**
   * Sends a request and answers its reply, whatever its status; a challenge is met, and once more when it is stale. Rejects with an RtspPullProblem
   * when the connection ends or the answer takes too long.
   */
  ask(method: string, uri: string, headers?: Readonly<Record<string, string>>): Promise<RtspAnswer>
  /** Sends a packet between the requests. */
  sendPacket(channel: number, packet: Uint8Array): void
  /** Ends at once. `onEnd` is not called. */
  close(): void
}

const CONNECT_WITHIN_MS = 5000
const ANSWER_WITHIN_MS = 10_000
/** A camera behind a slow line may hold this much back of what we send: reports and keep-alives alone. */
const UNSENT_MOST = 64 * 1024
const CHALLENGES_MOST = 2

/** Connects. Rejects with an RtspPullProblem ('unreachable'). An abort closes it, connected or not. */
export async function openRtspClient(
  target: { host: string; port: number; account: RtspAccount | undefined },
  hostClock: HostClock,
  events: { packet(channel: number, bytes: Uint8Array): void; end(problem: RtspPullProblem): void },
  signal?: AbortSignal,
): Promise<RtspClient> {
  const { account } = target
  const socket = connect({ host: target.host, port: target.port })
  socket.setNoDelay(true)
  const reader = createRtspAnswerReader()
  const waiting = new Map<
    string,
    { answer(answer: RtspAnswer): void; fail(problem: RtspPullProblem): void }
  >()
  let cseq = 0
  let isOver = false
  let challenge: Challenge | undefined
  let uses = 0

  const end = (problem: RtspPullProblem): void => {
    if (isOver) return
    isOver = true
    socket.destroy()
    for (const one of waiting.values()) one.fail(problem)
    waiting.clear()
    events.end(problem)
  }
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string): void => {
      cancel()
      socket.destroy()
      reject(new RtspPullProblem('unreachable', why))
    }
    const cancel = hostClock.after(CONNECT_WITHIN_MS, () => fail('the camera does not answer'))
    const abort = (): void => fail('it is no longer wanted')
    socket.once('error', (error: NodeJS.ErrnoException) => fail(connectProblem(error)))
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    socket.once('connect', () => {
      cancel()
      signal?.removeEventListener('abort', abort)
      socket.removeAllListeners('error')
      resolve()
    })
  })
  socket.on('error', () => undefined)
  socket.on('close', () => end(new RtspPullProblem('ended', 'the camera closed the connection')))
  socket.on('data', (chunk) => {
    reader.feed(chunk)
    for (let item = reader.next(); item && !isOver; item = reader.next()) {
      if (item.kind === 'interleaved') events.packet(item.channel, item.data)
      else if (item.kind === 'problem')
        end(new RtspPullProblem('protocol', `the camera sends what is no RTSP: ${item.message}`))
      else if (item.kind === 'answer') {
        // Some cameras leave it out of their answers: requests are answered in their order.
        const key = item.headers.get('cseq') ?? waiting.keys().next().value ?? ''
        const one = waiting.get(key)
        waiting.delete(key)
        one?.answer(item)
      }
      // A camera that asks something of its client: 501 is the standard's answer (RFC 2326, 11.3).
      else write(`RTSP/1.0 501 Not Implemented\r\nCSeq: ${item.headers.get('cseq') ?? '0'}\r\n\r\n`)
    }
  })

  const write = (bytes: string | Uint8Array): void => {
    if (!isOver && socket.writableLength < UNSENT_MOST) socket.write(bytes)
  }
  const send = (
    method: string,
    uri: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<RtspAnswer> =>
    new Promise((resolve, reject) => {
      if (isOver) return reject(new RtspPullProblem('ended', 'the connection is closed'))
      const number = String(++cseq)
      const signed =
        challenge && account
          ? { Authorization: answerChallenge(challenge, account, { method, uri, count: ++uses }) }
          : {}
      const all = { CSeq: number, 'User-Agent': 'Backlot', ...signed, ...headers }
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
      const cancel = hostClock.after(ANSWER_WITHIN_MS, () => {
        waiting.delete(number)
        reject(new RtspPullProblem('protocol', `no answer to ${method}`))
      })
      waiting.set(number, {
        answer(answer) {
          cancel()
          resolve(answer)
        },
        fail(problem) {
          cancel()
          reject(problem)
        },
      })
      write(`${[`${method} ${uri} RTSP/1.0`, ...lines].join('\r\n')}\r\n\r\n`)
    })

  const close = (): void => {
    isOver = true
    socket.destroy()
    for (const one of waiting.values()) one.fail(new RtspPullProblem('ended', 'the connection is closed'))
    waiting.clear()
  }
  signal?.addEventListener('abort', close, { once: true })

  return {
    addresses: { local: socket.localAddress ?? '', remote: socket.remoteAddress ?? '' },
    async ask(method, uri, headers = {}) {
      let answer = await send(method, uri, headers)
      for (let turn = 0; turn < CHALLENGES_MOST && answer.status === 401 && account; turn++) {
        const told = answer.headers.get('www-authenticate') ?? ''
        // Who is refused once is refused again, unless the nonce alone was too old (RFC 7616, 3.3).
        if (turn > 0 && !/\bstale\s*=\s*"?true/i.test(told)) break
        challenge = readChallenge(told)
        uses = 0
        if (!challenge) break
        answer = await send(method, uri, headers)
      }
      return answer
    },
    sendPacket: (channel, packet) => write(Buffer.concat([interleavedHead(channel, packet.length), packet])),
    close,
  }
}

function connectProblem({ code }: NodeJS.ErrnoException): string {
  if (code === 'ECONNREFUSED') return 'nothing listens at its port'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its name is not known'
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'there is no route to it'
  return `no connection (${code ?? 'unknown'})`
}
