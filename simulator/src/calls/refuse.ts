import type { IncomingMessage, ServerResponse } from 'node:http'
import { CODES } from '@backlot/contract/codes'
import type { Logger } from 'pino'
import { languageOf } from '../kernel/language.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import { isStorageError } from '../kernel/storage-error.ts'
import { asPlatformError, refusalAnswer, send } from './reply.ts'
import { requestIdOf } from './request-identity.ts'

/** Answers an error in the contract's form. */
export type Refuse = (error: unknown, request: IncomingMessage, response: ServerResponse) => void

/** The one place where errors become answers. Our own faults are logged and not shown. */
export function createRefuse(log: Logger): Refuse {
  return (error, request, response) => {
    const refusal = asPlatformError(requestError(error), languageOf(request.headers))
    const isOurs = refusal !== error && refusal.code === CODES.failed
    if (isOurs || (isStorageError(error) && error.failure === 'folderFailing')) {
      log.error({ err: error, requestId: requestIdOf(response), url: request.url }, 'a call failed')
    }
    if (response.headersSent) response.destroy()
    else send(response, refusalAnswer(refusal))
  }
}

/** Errors that Express and its static server throw about a request (a bad escape in the path, say). */
function requestError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PlatformError) return error
  const status = 'status' in error ? error.status : undefined
  if (status === 404) return new PlatformError('notFound', 'There is nothing at this address.')
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new PlatformError('invalid', error.message)
  return error
}
