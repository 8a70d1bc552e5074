import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'

const GIVEN = /^[A-Za-z0-9._-]{1,64}$/
const HEADER = 'x-request-id'

/** Numbers requests: `<run>-<count>`; a well-formed X-Request-Id of the caller is kept instead. */
export function createRequestIds(): (given: string | string[] | undefined) => string {
  const run = randomBytes(4).toString('hex')
  let count = 0
  return (given) =>
    typeof given === 'string' && GIVEN.test(given) ? given : `${run}-${(++count).toString(36)}`
}

/** Puts a request's id on its answer, where everything later reads it. */
export function setRequestId(response: ServerResponse, id: string): void {
  response.setHeader(HEADER, id)
}

export function requestIdOf(response: ServerResponse): string {
  return String(response.getHeader(HEADER) ?? '')
}
