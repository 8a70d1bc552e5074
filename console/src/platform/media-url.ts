import { adapterNamed } from './adapters.ts'
import { config, platformAddress } from './config.ts'

/**
 * Absolute address of a stream, from what the platform answered to a start request: relative paths go to the
 * platform's host, `wanted` picks the scheme family, and `media.origin` of config.json replaces host and port.
 */
export function mediaUrl(answer: string, wanted: 'ws' | 'http'): string {
  const raw = adapterNamed(config().adapter).mediaUrl(answer)
  const url = new URL(platformAddress(raw))
  if (config().media.origin) {
    const origin = new URL(config().media.origin, location.origin)
    url.host = origin.host
    url.protocol = origin.protocol
  }
  const secure = url.protocol === 'https:' || url.protocol === 'wss:'
  url.protocol = wanted === 'ws' ? (secure ? 'wss:' : 'ws:') : secure ? 'https:' : 'http:'
  return url.href
}
