import { once } from 'node:events'
import { statSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createPlain, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer, request as requestSecurely, type Server } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectSecurely } from 'node:tls'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { consoleFiles } from '@backlot/cli/console-server/console-build'
import { CONSOLE_FOLDER, createConsoleServer } from '@backlot/cli/console-server/create-console-server'
import { CODES } from '@backlot/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'

const TLS = join(import.meta.dirname, 'tls')
const ca = await readFile(join(TLS, 'localhost.crt'), 'utf8')

/** A platform on TLS with peculiarities: it reports the requests it got, and their senders. */
let platform: Server
let origin: URL
let folder: string
/** Continues an endless stream when a test calls it. */
let sendMore = () => {}
const moreOfStream = new Promise<void>((resolve) => {
  sendMore = resolve
})
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-console-'))
  platform = createServer(
    { key: await readFile(join(TLS, 'localhost.key')), cert: ca },
    (asked, response) => {
      const { method, url, headers } = asked
      if (url?.endsWith('/endless.flv')) {
        response.writeHead(200, { 'content-type': 'video/x-flv' }).write('first')
        return void moreOfStream.then(() => response.end(' and last'))
      }
      if (url?.startsWith('/api/away'))
        return response.writeHead(302, { location: `${origin.origin}/api/home` }).end()
      response.setHeader('set-cookie', 'sid=1; Domain=localhost; Path=/api; Secure; HttpOnly; SameSite=None')
      let body = ''
      asked.on('data', (text) => {
        body += text
      })
      asked.on('end', () => {
        response.end(JSON.stringify({ method, url, host: headers.host, origin: headers.origin, body }))
      })
    },
  )
  const sockets = new WebSocketServer({ server: platform })
  sockets.on('connection', (socket, { url, headers }) => {
    socket.send(`${url} ${headers.origin}`)
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
  })
  await once(platform.listen(0, '127.0.0.1'), 'listening')
  origin = new URL(`https://localhost:${(platform.address() as AddressInfo).port}/api`)
})
afterAll(async () => {
  platform.closeAllConnections()
  platform.close()
  await rm(folder, { recursive: true, force: true })
})

/** A file as it comes over the line, not unpacked as `fetch` does. */
async function asked(url: string, headers: Record<string, string>) {
  const [answer] = (await once(request(url, { headers }).end(), 'response')) as [IncomingMessage]
  const bytes = Buffer.concat(await answer.toArray())
  return { status: answer.statusCode, headers: answer.headers, bytes }
}

const open = (more: Partial<Parameters<typeof createConsoleServer>[0]> = {}) =>
  createConsoleServer({ platform: origin, ca, ...more })

type Opened = Awaited<ReturnType<typeof open>>

async function said(url: string): Promise<{ socket: WebSocket; first: string }> {
  const socket = new WebSocket(url)
  const [data] = await once(socket, 'message')
  return { socket, first: String(data) }
}

describe('the console before a platform of another origin', () => {
  it('serves the built files as they are, and tells their hash', async () => {
    await using server = await open()
    for (const name of ['index.html', 'first-paint.js']) {
      const bytes = Buffer.from(await (await fetch(`${server.url}/${name}`)).arrayBuffer())
      expect(bytes.equals(await readFile(join(CONSOLE_FOLDER, name))), name).toBe(true)
    }
    const { ok, console: hash } = (await (await fetch(`${server.url}/healthz`)).json()) as {
      ok: boolean
      console: string
    }
    expect([ok, hash]).toEqual([true, server.hash])
    // Another folder with the same files has the same hash, with one byte more another.
    const copy = join(folder, 'copy')
    await cp(CONSOLE_FOLDER, copy, { recursive: true })
    await writeFile(join(copy, 'config.json'), '{"projectName":"elsewhere"}')
    await using same = await open({ consoleFolder: copy })
    expect(same.hash).toBe(server.hash)
    await writeFile(join(copy, 'mark.svg'), '<svg/>')
    await using other = await open({ consoleFolder: copy })
    expect(other.hash).not.toBe(server.hash)
  })

  it('sends its files compressed, and the same bytes come out of every form', async () => {
    await using server = await open()
    // The first big one: small files go as they are.
    const name = consoleFiles(CONSOLE_FOLDER).find(
      (file) => /-[\w-]{8}\.js$/.test(file) && statSync(join(CONSOLE_FOLDER, file)).size > 20_000,
    )!
    const plain = await readFile(join(CONSOLE_FOLDER, name))
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await asked(`${server.url}/${name}`, {
        'accept-encoding': `${encoding}, identity;q=0.1`,
      })
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'Accept-Encoding',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringMatching(/^text\/javascript/),
      })
      expect(answer.bytes.length).toBeLessThan(plain.length)
      expect(unpack(answer.bytes).equals(plain)).toBe(true)
      const etag = String(answer.headers.etag)
      const again = await asked(`${server.url}/${name}`, {
        'accept-encoding': encoding,
        'if-none-match': etag,
      })
      expect([again.status, again.bytes.length]).toEqual([304, 0])
    }
    const bare = await asked(`${server.url}/${name}`, {})
    expect([bare.headers['content-encoding'], bare.headers.vary]).toEqual([undefined, 'Accept-Encoding'])
    expect(bare.bytes.equals(plain)).toBe(true)
    const part = await asked(`${server.url}/${name}`, { 'accept-encoding': 'br', range: 'bytes=0-9' })
    expect([part.status, part.bytes.equals(plain.subarray(0, 10))]).toEqual([206, true])
    const root = await asked(`${server.url}/`, { 'accept-encoding': 'br' })
    expect(root.headers['content-security-policy']).toContain("default-src 'self'")
  })

  it('holds no stream back: what the platform has sent is there before the rest', async () => {
    await using server = await open()
    const answer = await fetch(`${server.url}/backlot/media/https/localhost:${origin.port}/live/endless.flv`)
    const reader = answer.body!.getReader()
    expect(String(Buffer.from((await reader.read()).value!))).toBe('first')
    sendMore()
    expect(String(Buffer.from((await reader.read()).value!))).toBe(' and last')
  })

  it('outlives a page that leaves while the platform refuses its socket', async () => {
    const answers: ServerResponse[] = []
    const refusing = createPlain((_asked, response) => {
      if (_asked.url === '/') return void response.end()
      answers.push(response)
      response.writeHead(404).write('there is no')
    })
    await once(refusing.listen(0, '127.0.0.1'), 'listening')
    const { port } = refusing.address() as AddressInfo
    await using server = await open({ platform: new URL(`http://127.0.0.1:${port}`) })
    const { host } = new URL(server.url)
    const page = connect(Number(host.split(':')[1]), '127.0.0.1')
    page.write(`GET /realtime HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`)
    expect(String((await once(page, 'data'))[0])).toContain('404')
    page.resetAndDestroy()
    for (let i = 0; i < 20; i++) {
      answers[0]!.write('channel here')
      await new Promise(setImmediate)
    }
    answers[0]!.end()
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    refusing.closeAllConnections()
    refusing.close()
  })

  it("passes calls on below the platform's prefix, as from its own page; cookies become the page's", async () => {
    await using server = await open()
    const answer = await fetch(`${server.url}/user/login?a=b%20c`, {
      method: 'POST',
      headers: { origin: server.url, 'content-type': 'application/json' },
      body: '{"loginName":"操作员"}',
    })
    expect(await answer.json()).toEqual({
      method: 'POST',
      url: '/api/user/login?a=b%20c',
      host: origin.host,
      origin: origin.origin,
      body: '{"loginName":"操作员"}',
    })
    const [cookie, ...more] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^p[0-9a-f]{8}_sid=1; HttpOnly; Path=\/; SameSite=Lax$/)
    expect(more).toEqual([])
    const away = await fetch(`${server.url}/away`, { redirect: 'manual' })
    expect(away.headers.get('location')).toBe(`${server.url}/api/home`)
  })

  it('carries the channel, wherever it is, and streams of hosts that are allowed', async () => {
    const channel = new URL(`wss://localhost:${origin.port}/push/v2?project=x`)
    await using server = await open({ channel })
    const config = await (await fetch(`${server.url}/config.json`)).json()
    expect(config).toMatchObject({
      platformUrl: '',
      channelUrl: '/backlot/channel',
      media: { through: '/backlot/media' },
    })
    const ws = server.url.replace('http', 'ws')
    const own = await said(`${ws}/backlot/channel?token=t%2F1`)
    expect(own.first).toBe('/push/v2?project=x&token=t%2F1 undefined')
    own.socket.send(Buffer.from([0, 255, 7]))
    expect([...((await once(own.socket, 'message'))[0] as Buffer)]).toEqual([0, 255, 7])
    own.socket.close()
    const stream = await said(`${ws}/backlot/media/https/localhost:${origin.port}/live/1.flv?token=t`)
    expect(stream.first).toBe('/live/1.flv?token=t undefined')
    stream.socket.close()
    const fetched = await fetch(`${server.url}/backlot/media/https/localhost:${origin.port}/live/1.flv`)
    expect(await fetched.json()).toMatchObject({ url: '/live/1.flv' })
    const foreign = await fetch(`${server.url}/backlot/media/http/127.0.0.1:${origin.port}/live/1.flv`)
    expect([foreign.status, ((await foreign.json()) as { code: number }).code]).toEqual([
      403,
      CODES.notPermitted,
    ])
    await expect(said(`${ws}/backlot/media/http/127.0.0.1:${origin.port}/live/1.flv`)).rejects.toThrow('404')
  })

  it('has no control API, and refuses other pages and other names', async () => {
    await using server = await open()
    expect((await fetch(`${server.url}/control/clock`)).status).toBe(404)
    const write = await fetch(`${server.url}/area/add`, {
      method: 'POST',
      headers: { origin: 'http://evil.example' },
    })
    expect(write.status).toBe(403)
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/realtime`, {
      origin: 'http://evil.example',
    })
    const [error] = await once(socket, 'error')
    expect(String(error)).toContain('403')
    const named = request(`${server.url}/`, { headers: { host: 'rebound.example' } }).end()
    const [answer] = await once(named, 'response')
    answer.resume()
    expect(answer.statusCode).toBe(403)
  })

  it("says in the contract's form that the platform is not reached, or not trusted", async () => {
    const nobody = createPlain()
    await once(nobody.listen(0, '127.0.0.1'), 'listening')
    const { port } = nobody.address() as AddressInfo
    await new Promise((resolve) => nobody.close(resolve))
    await using down = await open({ platform: new URL(`http://127.0.0.1:${port}`) })
    const answer = await fetch(`${down.url}/user/verifycode`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      code: CODES.unavailable,
      msg: expect.stringContaining('ECONNREFUSED'),
    })
    const health = await fetch(`${down.url}/healthz`)
    expect(health.status).toBe(503)
    // A certificate that nobody vouches for is refused, unless allowed.
    await using wary = await open({ ca: undefined })
    expect((await fetch(`${wary.url}/user/verifycode`)).status).toBe(503)
    await using trusting = await open({ ca: undefined, insecure: true })
    expect((await fetch(`${trusting.url}/user/verifycode`)).status).toBe(200)
  })

  it('takes a config of the place, and says what is wrong in one', async () => {
    const file = join(folder, 'config.json')
    const withFile = async (text: string) => {
      await writeFile(file, text)
      return open({ configFile: file })
    }
    await using server = await withFile(
      '{"adapter":{"password":{"digest":"md5"}},"map":{"provider":"grid","url":"/tiles"}}',
    )
    expect(await (await fetch(`${server.url}/config.json`)).json()).toMatchObject({
      adapter: { base: 'standard', password: { digest: 'md5' } },
      map: { provider: 'grid', url: '/tiles' },
    })
    await expect(withFile('{"adapter":{"password":{"digest":"rot13"}}}')).rejects.toThrow(
      'config.json: adapter.password.digest: Invalid option',
    )
    await expect(withFile('{"adapter":{"lacks":["sesion.clock"]}}')).rejects.toThrow(
      'adapter.lacks.0: there is no call sesion.clock',
    )
    await expect(withFile('{"passwordHash":"md5"}')).rejects.toThrow('Unrecognized key: "passwordHash"')
    await expect(withFile('{"platformUrl":"https://x"}')).rejects.toThrow(
      'platformUrl: set by the options of this command',
    )
    await expect(withFile('[1')).rejects.toThrow('must be a JSON object')
    await expect(open({ configFile: join(folder, 'none.json') })).rejects.toThrow('cannot be read')
  })
})

describe('the console over https', () => {
  const openSecure = (data: string, more: Partial<Parameters<typeof createConsoleServer>[0]> = {}) =>
    open({ https: { folder: join(folder, data) }, ...more })

  /** Asks with the server's own certificate as the only one that is trusted. */
  async function askedSecurely(
    server: Opened,
    path: string,
    headers: Record<string, string> = {},
    method = 'GET',
  ) {
    const { cert } = server.certificate!
    const [answer] = (await once(
      requestSecurely(`${server.url}${path}`, { ca: cert, headers, method }).end(),
      'response',
    )) as [IncomingMessage]
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: String(Buffer.concat(await answer.toArray())),
    }
  }

  it('passes calls and sockets on, with cookies that only https carries', async () => {
    await using server = await openSecure('passes')
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:/)
    const answer = await askedSecurely(server, '/x')
    expect(JSON.parse(answer.body)).toMatchObject({ url: '/api/x', host: origin.host })
    const cookie = answer.headers['set-cookie']![0]!
    expect(cookie).toMatch(/^p[0-9a-f]{8}_sid=1; HttpOnly; Path=\/; SameSite=Lax; Secure$/)
    const away = await askedSecurely(server, '/away')
    expect(away.headers.location).toBe(`${server.url}/api/home`)
    const socket = new WebSocket(`${server.url.replace('https', 'wss')}/talk`, {
      ca: server.certificate!.cert,
      origin: server.url,
    })
    const [first] = await once(socket, 'message')
    expect(String(first)).toBe(`/api/talk ${origin.origin}`)
    socket.close()
  })

  it('takes no write and no socket of a page of the same name over plain http', async () => {
    await using server = await openSecure('origins')
    const write = (from: string) => askedSecurely(server, '/x', { origin: from }, 'POST')
    expect((await write(server.url)).status).toBe(200)
    expect((await write(server.url.replace('https', 'http'))).status).toBe(403)
    const socket = new WebSocket(`${server.url.replace('https', 'wss')}/talk`, {
      ca: server.certificate!.cert,
      origin: server.url.replace('https', 'http'),
    })
    const [error] = (await once(socket, 'error')) as [Error]
    expect(error.message).toContain('403')
  })

  it('takes up a new certificate while it runs, before the old one ends', async () => {
    const renewed: string[] = []
    await using server = await open({
      https: { folder: join(folder, 'renews'), onRenewed: ({ fingerprint }) => renewed.push(fingerprint) },
    })
    const first = server.certificate!
    await server.renew()
    expect(server.certificate).toEqual(first)
    await server.renew(first.endsMs - 86_400_000)
    expect(renewed).toEqual([server.certificate!.fingerprint])
    expect(renewed).not.toContain(first.fingerprint)
    const socket = connectSecurely({ port: Number(new URL(server.url).port), rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    expect(socket.getPeerCertificate().fingerprint256).toBe(renewed[0])
    socket.destroy()
  })

  it('ends while a client is in the middle of its handshake', async () => {
    const server = await openSecure('ends')
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    await once(socket, 'connect')
    const cut = once(socket, 'close')
    socket.on('error', () => {}).resume()
    await server[Symbol.asyncDispose]()
    await cut
  })
})
