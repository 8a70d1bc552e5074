import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'

const GIVEN = /^[A-Za-z0-9._-]{1,64}$/

/** Numbers requests: `<run>-<count>`; a well-formed X-Request-Id of the caller is kept instead. */
export function createRequestIds(): (given: string | string[] | undefined) => string {
  const run = randomBytes(4).toString('hex')
  let count = 0
  return (given) =>
    typeof given === 'string' && GIVEN.test(given) ? given : `${run}-${(++count).toString(36)}`
}

/** Remembers a request's id on its answer; `send` and pages put it into the headers. */
export function setRequestId(response: ServerResponse, id: string): void {
  ;(response as Identified)[ID] = id
}

export function requestIdOf(response: ServerResponse): string {
  return (response as Identified)[ID] ?? ''
}

const ID = Symbol('requestId')
type Identified = ServerResponse & { [ID]?: string }
