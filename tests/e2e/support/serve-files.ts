import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'

/** A static web server: files below a path, and nothing else. `missed`: what was asked for and is no file. */
export async function serveFiles(
  path: string,
  folder: string,
): Promise<AsyncDisposable & { url: string; missed: readonly string[] }> {
  const missed: string[] = []
  const server = express()
    .use(path, express.static(folder))
    .use((request, response) => {
      missed.push(`${request.method} ${request.originalUrl}`)
      response.sendStatus(404)
    })
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${path.replace(/\/$/, '')}/`,
    missed,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
