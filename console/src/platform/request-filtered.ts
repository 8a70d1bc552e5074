import type { Call, DataOut, QueryIn } from '@backlot/contract/call'
import { CODES } from '@backlot/contract/codes'
import { request } from './client.ts'
import { PlatformReplyError } from './platform-reply-error.ts'

/**
 * As `request`, with texts of the page's address in the query. What does not fit the call's query is refused here, as
 * the platform would.
 */
export async function requestFiltered<C extends Call>(
  call: C,
  query: object,
  signal: AbortSignal,
): Promise<DataOut<C>> {
  if (fitsQuery(call, query)) return request(call, { query, signal })
  throw new PlatformReplyError({ code: CODES.invalid, msg: '', httpStatus: 0, callName: call.name })
}

function fitsQuery<C extends Call>(call: C, query: unknown): query is QueryIn<C> {
  return call.query.safeParse(query).success
}
