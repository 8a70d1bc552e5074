import { mediaServer } from '@backlot/contract/live-video/calls'
import { mediaUrl } from '@backlot/contract/media-config/media-address'
import { request } from './client.ts'
import { config } from './config.ts'

/** Number of the media servers among the kinds of servers (stated). */
const MEDIA_SERVER_TYPE = 7

/**
 * Answer of a platform to the start of a stream, with complete addresses: where addresses without a host mean the
 * device's media server, that one is queried (`/device/getMediaServer`), and reached by its local address from a page
 * inside a private network, else by a public one. Rejects as `request` does.
 */
export async function deviceStream<Answer extends { url: string; httpUrl?: string }>(
  sn: string,
  answer: Answer,
  signal?: AbortSignal,
): Promise<Answer> {
  const isPath = (address: string | undefined) => address !== undefined && !/^[a-z]+:\/\//i.test(address)
  if (config().adapter.media.paths === 'platform' || !isPath(answer.url)) return answer
  const server = await request(mediaServer, {
    query: { sn, type: MEDIA_SERVER_TYPE },
    ...(signal ? { signal } : {}),
  })
  const page = { host: location.hostname, secure: location.protocol === 'https:' }
  const at = (kind: 'ws' | 'http', path: string) =>
    mediaUrl(server, page, kind, path.startsWith('/') ? path : `/${path}`)
  const { url, httpUrl } = answer
  return {
    ...answer,
    url: at('ws', url),
    ...(httpUrl !== undefined && isPath(httpUrl) ? { httpUrl: at('http', httpUrl) } : {}),
  }
}
