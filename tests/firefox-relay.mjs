#!/usr/bin/env node
// Relay between Playwright and an installed Firefox: it is started in Firefox's place, with its arguments, and passes
// the messages of WebDriver BiDi (https://w3c.github.io/webdriver-bidi/) on. Two differ between Playwright 1.65 and
// Firefox 153: Firefox does not know emulation.setMediaFeaturesOverride, which Playwright sends for each context, and
// gives downloads that are no navigation no id, without which Playwright does not see them.
import { spawn } from 'node:child_process'
import { WebSocket, WebSocketServer } from 'ws'

const MEDIA = 'emulation.setMediaFeaturesOverride'
const DOWNLOAD = /^browsingContext\.download(WillBegin|End)$/
/** Screenshots come as one message. */
const LIMITS = { maxPayload: 2 ** 28, perMessageDeflate: false }

const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
})
firefox.on('error', ({ message }) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
})
firefox.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => firefox.kill(signal))

let log = ''
firefox.stderr.setEncoding('utf8').on('data', function read(text) {
  log += text
  const address = /WebDriver BiDi listening on (ws:\/\/\S+)\n/.exec(log)?.[1]
  if (!address) return
  firefox.stderr.off('data', read).pipe(process.stderr)
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, ...LIMITS })
  server.on('listening', () =>
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`),
  )
  server.on('connection', (near) => join(near, new WebSocket(`${address}/session`, LIMITS)))
})

function join(near, far) {
  const media = new Set()
  const opened = new Promise((resolve) => far.once('open', resolve))
  near.on('message', async (data) => {
    const { id, method } = JSON.parse(data)
    if (method === MEDIA) media.add(id)
    await opened
    far.send(String(data))
  })
  far.on('message', (data) => {
    const message = JSON.parse(data)
    const { id, method, params } = message
    if (media.delete(id) && message.error === 'unknown command')
      near.send(JSON.stringify({ type: 'success', id, result: {} }))
    else if (DOWNLOAD.test(method))
      near.send(
        JSON.stringify({ ...message, params: { ...params, download: params.download ?? params.url } }),
      )
    else near.send(String(data))
  })
  far.on('error', () => near.close())
  far.on('close', () => near.close())
  near.on('close', () => far.close())
}
