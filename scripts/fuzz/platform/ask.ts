// Sends a request to the letter (fetch would tidy its path) and reads the answer whole.
import { Agent, request as httpRequest } from 'node:http'
import { SESSION_COOKIE } from '../../../simulator/src/calls/session-port.ts'
import type { FuzzRequest } from './http-requests.ts'
import { Fault } from './verdict.ts'

/** An answer that takes longer is none. */
const ANSWER_MS = 30_000
/** Streams never end: the bytes received within this time, or this many, are enough. */
const STREAM_MS = 30
const BODY_BYTES = 4 * 1024 * 1024

export type Answer = { status: number; type: string; body: string }

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

export function ask(
  port: number,
  { method, path, headers, body }: Pick<FuzzRequest, 'method' | 'path' | 'headers' | 'body'>,
  credentials: Record<string, string>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({
      agent,
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: {
        ...headers,
        ...credentials,
        ...(body === undefined ? {} : { 'content-length': String(body.length) }),
      },
    })
    const giveUp = setTimeout(() => sent.destroy(new Fault('does not answer')), ANSWER_MS)
    sent.on('response', (response) => {
      const type = response.headers['content-type'] ?? ''
      let text = ''
      const finish = () => {
        clearTimeout(giveUp)
        resolve({ status: response.statusCode ?? 0, type, body: text })
      }
      if (type.startsWith('video/x-flv')) setTimeout(() => sent.destroy(), STREAM_MS)
      response.setEncoding('latin1')
      response.on('data', (part: string) => {
        if (text.length < BODY_BYTES) text += part
      })
      response.on('end', finish).on('error', finish).on('close', finish)
    })
    sent.on('error', (error) => {
      clearTimeout(giveUp)
      // The platform may end a connection whose body it refuses to read; it may not do so without an answer.
      if (error instanceof Fault) reject(error)
      else resolve({ status: 0, type: '', body: String(error) })
    })
    sent.end(body)
  })
}

export function credentialsOf(session: string | undefined): Record<string, string> {
  return session === undefined ? {} : { cookie: `${SESSION_COOKIE}=${session}` }
}

/** Ends the connections that are kept open. */
export function endAsking(): void {
  agent.destroy()
}
