import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

/** Secrets that must not be in any file, by where they travel. */
export const SECRETS = {
  passwordHash: '5f4dcc3b5aa765d61d8327deb882cf99',
  verifyCode: '7Kq9Zw2',
  sessionId: 'S-9f8e7d6c5b4a3928',
  cookie: 'c00kie-value-1234',
  bearer: 'bearer.value-5678',
  streamToken: 'tok/en+42==',
  signature: 'sig-0a1b2c3d',
  cameraPassword: 'cam-hush-99',
  late: 'late-secret-77aa',
}
export const PERSONS = {
  loginName: 'wangxiaoming',
  name: '王小明',
  phone: '13912345678',
  email: 'xiaoming.wang@example.org',
  card: '11010519491231002X',
  address: '北京市朝阳区建国路八十八号',
}
export const CLOCK = { nowMs: Date.UTC(2026, 4, 1, 2, 0, 0), rate: 1, epoch: 3, zoneMinutes: 480 }
export const FLV = Buffer.concat([
  Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]),
  Buffer.from(`\x12 ${SECRETS.streamToken} \x00`, 'latin1'),
  Buffer.alloc(5000, 0xa5),
])
export const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(70_000, 0x5a)])

let asks = 0

const { loginName, name, phone, email, card, address } = PERSONS
/** A platform that reveals its secrets at every turn. */
const DATA: Readonly<Record<string, () => object>> = {
  '/user/login': () => ({
    userInfo: { loginName, name, email, phoneNumber: phone },
    sessionId: SECRETS.sessionId,
    link: `/go?token=${encodeURIComponent(SECRETS.streamToken)}`,
  }),
  '/user/list': () => ({
    list: [{ loginName, name, identityCard: card, addr: address }],
    note: `${name} 来电 ${phone}`,
  }),
  '/platform/clock': () => CLOCK,
  '/alarm/list': () => {
    asks += 1
    return { asks, picture: `/p.png?sign=${SECRETS.signature}`, detail: JSON.stringify({ userName: name }) }
  },
  // Sent before anything marks it as a secret.
  '/early': () => ({ remark: `see ${SECRETS.late}` }),
  '/late': () => ({ token: SECRETS.late }),
  '/camera': () => ({ url: `rtsp://root:${SECRETS.cameraPassword}@10.0.0.9/1`, remark: `to ${email}` }),
}

function answer(asked: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(asked.url ?? '/', 'http://x')
  asked.resume()
  if (pathname === '/p.png') {
    response.setHeader('content-type', 'image/png').end(PNG)
    return
  }
  if (pathname.endsWith('.flv')) {
    response.setHeader('content-type', 'video/x-flv').end(FLV)
    return
  }
  if (pathname === '/sheet.xlsx') {
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    response.setHeader('content-type', type).end(`PK\x03\x04${name}`)
    return
  }
  if (pathname === '/user/login') response.setHeader('set-cookie', `sid=${SECRETS.cookie}; Path=/; HttpOnly`)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ code: 0, msg: '', data: DATA[pathname]?.() ?? {} }))
}

export type TellingPlatform = AsyncDisposable & { origin: URL }

/** Opens the platform on a free port. */
export async function openTellingPlatform(): Promise<TellingPlatform> {
  const platform = createServer(answer)
  const sockets = new WebSocketServer({ server: platform })
  sockets.on('connection', (socket, { url = '' }) => {
    if (url.startsWith('/live/')) {
      socket.send(FLV.subarray(0, 40))
      socket.send(FLV.subarray(40))
      return
    }
    const say = (frame: object) => socket.send(JSON.stringify(frame))
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as { type: string; id?: string; requestId?: string; at?: number }
      if (frame.type === 'login')
        say({ type: 'loginReply', code: 0, msg: '', boot: 'b', clock: CLOCK, alarmCursor: 1 })
      if (frame.type === 'subscribe') {
        say({ type: 'subscribed', id: frame.id, code: 0, msg: '' })
        const row = { processingName: PERSONS.name, text: `${PERSONS.phone} ${SECRETS.sessionId}` }
        say({ type: 'batch', boot: 'b', epoch: 3, at: 1, messages: [{ type: 'alarm', list: [row] }] })
      }
      if (frame.type === 'request')
        say({ type: 'reply', requestId: frame.requestId, code: 0, msg: '', data: { was: 'recorded' } })
      if (frame.type === 'ping') say({ type: 'pong', at: frame.at })
    })
  })
  await once(platform.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: new URL(`http://127.0.0.1:${(platform.address() as AddressInfo).port}`),
    async [Symbol.asyncDispose]() {
      const closed = once(platform, 'close')
      platform.close()
      platform.closeAllConnections()
      for (const client of sockets.clients) client.terminate()
      await closed
    },
  }
}

export const LOGIN = {
  type: 'login',
  projectName: 'backlot',
  loginName: PERSONS.loginName,
  sessionId: SECRETS.sessionId,
}
export const SUBSCRIBE = {
  type: 'subscribe',
  id: 'a',
  topics: ['alarm'],
  scope: { kind: 'subtree', groupId: 0 },
}
export const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
export const signIn = (url: string, loginName: string, password: string) =>
  post(`${url}/user/login`, { loginName, password, verifycode: SECRETS.verifyCode, verifyKey: 'k-123456' })
export const dataOf = async (answered: Promise<Response>) =>
  ((await (await answered).json()) as { data: Record<string, unknown> }).data

/** The messages of a socket, the last of which fits. Closes it. */
export async function heard(
  url: string,
  sent: readonly object[],
  isLast: (message: Buffer) => boolean,
  headers: Record<string, string> = {},
): Promise<Buffer[]> {
  const socket = new WebSocket(url.replace('http', 'ws'), { headers })
  const messages: Buffer[] = []
  const done = new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (data: Buffer) => {
      messages.push(data)
      if (isLast(data)) resolve()
    })
  })
  socket.on('open', () => {
    for (const frame of sent) socket.send(JSON.stringify(frame))
  })
  await done
  socket.close()
  await once(socket, 'close')
  return messages
}

/** Does everything once, with every secret on every way. */
export async function session(url: string): Promise<void> {
  await fetch(`${url}/early`)
  await fetch(`${url}/platform/clock`)
  await signIn(url, PERSONS.loginName, SECRETS.passwordHash)
  const query = new URLSearchParams({
    text: PERSONS.name,
    phoneNumber: PERSONS.phone,
    token: SECRETS.streamToken,
  })
  await fetch(`${url}/user/list?${query}`, {
    headers: { cookie: `sid=${SECRETS.cookie}`, authorization: `Bearer ${SECRETS.bearer}` },
  })
  for (let i = 0; i < 2; i += 1)
    await fetch(`${url}/alarm/list?startTime=${CLOCK.nowMs / 1000 - 3600}&type=Fire&_=${i}`)
  await post(`${url}/user/update`, { ...PERSONS, config: JSON.stringify({ pwd: SECRETS.cameraPassword }) })
  await fetch(`${url}/user/detail/${encodeURIComponent(PERSONS.email)}`)
  await fetch(`${url}/camera`)
  await (await fetch(`${url}/p.png?sign=${SECRETS.signature}`)).arrayBuffer()
  await (await fetch(`${url}/sheet.xlsx`)).arrayBuffer()
  await heard(
    `${url}/realtime`,
    [
      LOGIN,
      SUBSCRIBE,
      { type: 'request', requestId: 'r1', call: 'liveVideo.start', body: { sn: 'V1', chnId: 1 } },
    ],
    (message) => message.includes('"reply"'),
  )
  const stream = `${url}/live/V1/1/sub.flv?token=${encodeURIComponent(SECRETS.streamToken)}`
  await heard(stream, [], (message) => message.length > 1000)
  await (await fetch(stream.replace('V1', 'V2'))).arrayBuffer()
  await fetch(`${url}/late`)
}
