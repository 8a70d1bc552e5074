import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refuse } from '../calls/refuse.ts'
import type { HostClock } from '../kernel/clock.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import { cutBody } from './cut-body.ts'
import type { ForeignAnswer, HttpFaults, RequestSeen } from './http-faults.ts'

/** Guard before a server: takes a request over when a fault strikes it, `serve` being the normal answer. */
export type RequestGuard = (
  request: IncomingMessage,
  response: ServerResponse,
  serve: (request: IncomingMessage, response: ServerResponse) => void,
) => boolean

export function createRequestGuard(deps: {
  faults: HttpFaults
  host: HostClock
  refuse: Refuse
  /** What a request is besides its method; its path is that of the request unless this gives another. */
  seen(request: IncomingMessage): Omit<RequestSeen, 'method' | 'path'> & Partial<Pick<RequestSeen, 'path'>>
}): RequestGuard {
  const { faults, host } = deps
  return (request, response, serve) => {
    if (faults.isQuiet) return false
    const impact = faults.impactFor({
      method: request.method ?? 'GET',
      path: (request.url ?? '/').split('?')[0]!,
      ...deps.seen(request),
    })
    if (!impact) return false
    const { code, message, foreign, bodyCut, dateOffMs = 0, delayMs = 0 } = impact
    const go = () => {
      if (dateOffMs !== 0) response.setHeader('date', new Date(host.now() + dateOffMs).toUTCString())
      if (bodyCut) cutBody(response, bodyCut)
      if (foreign) sendForeign(request, response, foreign)
      else if (code !== undefined) deps.refuse(new PlatformError(code, message ?? ''), request, response)
      else serve(request, response)
    }
    if (delayMs <= 0) {
      go()
      return true
    }
    const cancel = host.after(delayMs, () => {
      response.off('close', cancel)
      go()
    })
    response.once('close', cancel)
    return true
  }
}

/** Nothing of the platform is in it, its headers neither. */
function sendForeign(request: IncomingMessage, response: ServerResponse, answer: ForeignAnswer): void {
  if (response.headersSent || response.destroyed) return
  request.resume()
  response.writeHead(answer.status, {
    'content-type': answer.contentType,
    'content-length': String(Buffer.byteLength(answer.body)),
  })
  response.end(request.method === 'HEAD' ? '' : answer.body)
}
