import { rewrittenAddress } from '@backlot/contract/adapters/stream-address'
import { config, platformAddress } from './config.ts'

/**
 * Absolute address of a stream, from the platform's answer to a start request: relative paths go to the platform's
 * host, `wanted` picks the scheme family (a platform without WebSocket streams gives them over HTTP), and
 * `media.origin` of config.json replaces host and port. With `media.through` streams of other hosts come through the
 * page's own.
 */
export function mediaUrl(answer: string, wanted: 'ws' | 'http'): string {
  const { adapter } = config()
  const url = new URL(platformAddress(rewrittenAddress(adapter, answer)))
  if (config().media.origin) {
    const origin = new URL(config().media.origin, location.origin)
    url.host = origin.host
    url.protocol = origin.protocol
  }
  const { through } = config().media
  if (through && url.host !== location.host) {
    const scheme = /^(https|wss):$/.test(url.protocol) ? 'https' : 'http'
    url.pathname = `${through}/${scheme}/${url.host}${url.pathname}`
    url.host = location.host
    url.protocol = location.protocol
  }
  const secure = url.protocol === 'https:' || url.protocol === 'wss:'
  const overSocket = wanted === 'ws' && adapter.media.over === 'ws'
  url.protocol = overSocket ? (secure ? 'wss:' : 'ws:') : secure ? 'https:' : 'http:'
  return url.href
}
