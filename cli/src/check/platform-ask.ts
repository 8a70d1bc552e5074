import { lacksCall, platformRequest } from '@backlot/contract/adapters/call-request'
import type { PlatformAdapter } from '@backlot/contract/adapters/platform-adapter'
import type { Ask } from './check-reads.ts'
import type { PlatformClient } from './platform-client.ts'
import { isRenamed, readReply } from './read-reply.ts'

/** Makes calls of the contract on a platform with an adapter. */
export function platformAsk(client: PlatformClient, adapter: PlatformAdapter): Ask {
  return async (call, { bytes, ...parts }) => {
    const renamed = (field: string) => isRenamed(adapter, call, field)
    if (lacksCall(adapter, call.name)) {
      const reply = { outcome: 'lacking', seen: '', isKnown: true } as const
      return { reply, tookMs: 0, isRenamed: renamed }
    }
    const sent = { ...parts, ...(client.sessionId === '' ? {} : { sessionId: client.sessionId }) }
    const request = platformRequest(adapter, call, sent)
    const type = call.raw?.request?.at(-1)
    const exchange = await client.send({
      ...request,
      ...(bytes === undefined
        ? {}
        : { body: bytes, headers: { ...request.headers, ...(type ? { 'content-type': type } : {}) } }),
    })
    return { reply: readReply(adapter, call, exchange, sent), tookMs: exchange.tookMs, isRenamed: renamed }
  }
}
