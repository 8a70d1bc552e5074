// Another page in the operator's browser, or a stranger's server behind ours, cannot do anything.
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createConsoleServer } from '../../../cli/src/console-server/create-console-server.ts'
import { ALL_CALLS, PLATFORM_CALLS } from '../../../contract/src/calls.ts'
import { CODES } from '../../../contract/src/codes.ts'
import { SESSION_COOKIE } from '../../../simulator/src/calls/session-port.ts'
import { createSimulator } from '../../../simulator/src/create-simulator.ts'
import type { Simulator } from '../../../simulator/src/simulator.ts'
import { Operator } from '../../../testing/operator.ts'

const EVIL = 'https://evil.example'
let simulator: Simulator
let admin: Operator
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-pages-'))
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><script type="module" src="/assets/a.js"></script>',
  )
  simulator = await createSimulator({
    port: 0,
    data: ':memory:',
    logLevel: 'silent',
    encoderBudget: 0,
  })
  admin = await Operator.signIn(simulator.url)
})
afterAll(async () => {
  await simulator[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** A request as the operator's browser makes it for some page: the cookie travels along. */
const asked = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, simulator.url), {
    ...init,
    redirect: 'manual',
    headers: { cookie: `${SESSION_COOKIE}=${admin.sessionId}`, ...init.headers },
  })
const codeOf = async (answer: Response) => ((await answer.json()) as { code: number }).code

describe('a page of another site', () => {
  const write = (headers: Record<string, string>) =>
    asked('/favorites/add', { method: 'POST', headers, body: '{"name":"x","sn":"x","chnId":1}' })
  const json = { 'content-type': 'application/json' }

  it.each<[string, Record<string, string>]>([
    ['its own origin', { ...json, origin: EVIL }],
    ['an origin without a name, as sandboxed frames and files have', { ...json, origin: 'null' }],
    ['our name at another port', { ...json, origin: 'http://127.0.0.1:1' }],
    ["no origin but the browser's word for another site", { ...json, 'sec-fetch-site': 'cross-site' }],
    ["no origin but the browser's word for another port of ours", { ...json, 'sec-fetch-site': 'same-site' }],
  ])('writes nothing with %s', async (_name, headers) => {
    const answer = await write(headers)
    expect([answer.status, await codeOf(answer)]).toEqual([403, CODES.notPermitted])
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
  ])('writes nothing as %s, which a browser sends without asking', async (type) => {
    const answer = await write({ 'content-type': type })
    expect([answer.status, await codeOf(answer)]).toEqual([415, CODES.unsupportedMediaType])
  })

  it('starts nothing by a link, and writes by no call of the contract', async () => {
    for (const call of ALL_CALLS.filter(({ writes }) => writes)) {
      const path = call.path.replace(/:\w+/g, '1')
      const body = call.method === 'POST' ? { body: '{}' } : {}
      const headers = { ...json, origin: EVIL, 'sec-fetch-site': 'cross-site', referer: `${EVIL}/` }
      const answer = await asked(path, { method: call.method, headers, ...body })
      expect([call.name, answer.status]).toEqual([call.name, 403])
    }
  })

  it('reads nothing: no answer lets another origin look at it, and a browser that asks first is told nothing', async () => {
    const paths = [
      ...PLATFORM_CALLS.filter(({ method }) => method === 'GET').map(({ path }) => path),
      '/',
      '/metrics',
    ]
    for (const path of paths) {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await asked(path.replace(/:\w+/g, '1'), {
          method,
          headers: { origin: EVIL, 'access-control-request-method': 'POST' },
        })
        await answer.arrayBuffer()
        const allowing = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))
        expect(allowing, `${method} ${path}`).toEqual([])
        expect(answer.headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
      }
    }
  })

  it.each(['/realtime', '/talk', '/live/x/1/main.flv'])('opens no socket to %s', async (path) => {
    const socket = new WebSocket(simulator.url.replace('http', 'ws') + path, { origin: EVIL })
    const [error] = (await once(socket, 'error')) as [Error]
    expect(error.message).toContain('403')
  })

  it('gets nothing of the control API, with a cookie or without, unless it has the token', async () => {
    const telltales: [string, string][] = [
      ['origin', EVIL],
      ['referer', `${EVIL}/`],
      ['sec-fetch-site', 'same-origin'],
    ]
    for (const [name, value] of telltales) {
      const answer = await asked('/control/status', { headers: { [name]: value } })
      expect(answer.status).toBe(403)
      await answer.arrayBuffer()
    }
  })
})

describe('every page that is served', () => {
  /** Throws unless a page runs scripts of its own files only and cannot be framed by others. */
  async function checkPage(answer: Response, path: string): Promise<void> {
    const html = await answer.text()
    const policy = new Map(
      (answer.headers.get('content-security-policy') ?? '').split(';').map((part) => {
        const [name = '', ...sources] = part.trim().split(/\s+/)
        return [name, sources] as const
      }),
    )
    const scripts = policy.get('script-src') ?? policy.get('default-src')
    expect(scripts, path).toBeDefined()
    expect(scripts, path).not.toContain("'unsafe-inline'")
    expect(scripts, path).not.toContain("'unsafe-eval'")
    expect(scripts, path).not.toContain('*')
    expect(["'self'", "'none'"], path).toContain(policy.get('frame-ancestors')?.join(' '))
    expect(policy.get('base-uri') ?? ["'none'"], path).toEqual(["'none'"])
    expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(html, path).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/i)
    expect(html, path).not.toMatch(/<[^>]+\son\w+\s*=/i)
  }

  it("of the platform runs no script but its own files', and stands in no frame of others", async () => {
    const pages: string[] = []
    for (const path of ['/', '/index.html', '/docs', '/control/ui', '/control/ui/', '/manual/']) {
      const answer = await asked(path)
      if (answer.headers.get('content-type')?.startsWith('text/html')) {
        pages.push(path)
        await checkPage(answer, path)
      } else await answer.arrayBuffer()
    }
    expect(pages).toEqual(expect.arrayContaining(['/', '/index.html', '/docs']))
  })
})

describe('a hostile platform behind `backlot console`', () => {
  let platform: Server
  const seen: { path: string; cookie: string | undefined }[] = []
  beforeAll(async () => {
    platform = createServer((request, response) => {
      seen.push({ path: request.url ?? '', cookie: request.headers.cookie })
      response.setHeader('set-cookie', ['sid=theirs; Domain=localhost; Path=/', 'backlot_session=planted'])
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-credentials', 'true')
      response.setHeader('clear-site-data', '"*"')
      response.setHeader('service-worker-allowed', '/')
      response.setHeader('content-security-policy', "script-src * 'unsafe-inline'")
      response.setHeader('content-type', 'text/html')
      response.end('<script>fetch("/user/getInfo")</script>')
    })
    await once(platform.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => {
    platform.closeAllConnections()
    platform.close()
  })

  it('sees no cookie but its own, plants none, and its pages run nothing', async () => {
    const { port } = platform.address() as AddressInfo
    const options = { platform: new URL(`http://localhost:${port}`), consoleFolder: folder }
    await using server = await createConsoleServer(options)
    const others = 'backlot_session=secret; jupyter=2; sid=of-somebody-else'
    const first = await fetch(`${server.url}/anything`, { headers: { cookie: others } })
    expect(seen.at(-1)).toEqual({ path: '/anything', cookie: undefined })
    expect(first.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    for (const name of ['access-control-allow-origin', 'clear-site-data', 'service-worker-allowed'])
      expect(first.headers.get(name), name).toBeNull()
    const cookies = first.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!)
    expect(cookies.filter((cookie) => cookie.startsWith('backlot_session='))).toEqual([])
    await (
      await fetch(`${server.url}/again`, { headers: { cookie: [others, ...cookies].join('; ') } })
    ).text()
    expect(seen.at(-1)?.cookie).toBe('sid=theirs; backlot_session=planted')
  })

  it("has the console's own pages served as the platform's are", async () => {
    const { port } = platform.address() as AddressInfo
    await using server = await createConsoleServer({
      platform: new URL(`http://localhost:${port}`),
      consoleFolder: folder,
    })
    const page = await fetch(server.url)
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(page.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe-inline/)
  })
})
