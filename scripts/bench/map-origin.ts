// An origin of its own for the pages of the map benchmark, with one tile for every place.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PNG } from 'pngjs'

const TILE_PX = 256

/** A tile that looks like paper: a pale square with a grid. */
function tile(): Buffer {
  const png = new PNG({ width: TILE_PX, height: TILE_PX })
  for (let i = 0; i < TILE_PX * TILE_PX; i++) {
    const onLine = i % 64 === 0 || Math.floor(i / TILE_PX) % 64 === 0
    png.data.fill(onLine ? 0xd4 : 0xee, i * 4, i * 4 + 3)
    png.data[i * 4 + 3] = 0xff
  }
  return PNG.sync.write(png)
}

export async function serveMapOrigin(): Promise<AsyncDisposable & { url: string }> {
  const png = tile()
  const server = createServer(({ url }, response: ServerResponse) => {
    const isTile = url?.startsWith('/tiles/')
    response.setHeader('content-type', isTile ? 'image/png' : 'application/json')
    response.setHeader('cache-control', 'max-age=3600')
    response.end(isTile ? png : '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
