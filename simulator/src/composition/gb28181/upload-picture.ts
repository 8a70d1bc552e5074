/** Uploads of pictures that a platform of GB/T 28181 has ordered (2022, 9.14): POST by HTTP, one a connection. */
import { request } from 'node:http'
import { hostOf, parsePushUrl, portOf } from '../../areas/alarm-push/allow-list.ts'
import type { HostClock } from '../../kernel/clock.ts'

const ANSWER_WITHIN_MS = 10_000
const HEADERS_MAX_BYTES = 8 * 1024

/**
 * Posts a picture to an address that may be called; the connection goes to the address that was judged, no redirect is
 * followed, and nothing of the answer but its status is kept. Rejects with an Error whose message says why it was not
 * taken.
 */
export async function uploadPicture(
  deps: {
    hostClock: Pick<HostClock, 'after'>
    /** The address to call; undefined: none may be called. */
    targetOf(hostName: string, port: number): Promise<{ address: string; port: number } | undefined>
  },
  picture: { url: string; fileName: string; jpeg: Uint8Array },
): Promise<void> {
  const url = parsePushUrl(picture.url)
  if (typeof url === 'string' || url.protocol !== 'http:') throw new Error('UploadURL is no http:// address')
  const target = await deps.targetOf(hostOf(url), portOf(url))
  if (!target) throw new Error(`${hostOf(url)} is not on the list of --stream-allow`)
  await new Promise<void>((resolve, reject) => {
    const sent = request({
      host: target.address,
      port: target.port,
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      agent: false,
      maxHeaderSize: HEADERS_MAX_BYTES,
      headers: {
        host: url.host,
        'content-type': 'image/jpeg',
        'content-length': String(picture.jpeg.length),
        'content-disposition': `attachment; filename="${picture.fileName}.jpg"`,
        connection: 'close',
      },
    })
    const stopWaiting = deps.hostClock.after(ANSWER_WITHIN_MS, () => sent.destroy(new Error('no answer')))
    sent.on('response', ({ statusCode = 0 }) => {
      stopWaiting()
      sent.destroy()
      if (statusCode >= 200 && statusCode < 300) resolve()
      else reject(new Error(`status ${statusCode}`))
    })
    sent.on('error', (error) => {
      stopWaiting()
      reject(error)
    })
    sent.end(picture.jpeg)
  })
}
