/// <reference lib="webworker" />
/** Runs the platform for its page: answers its requests, and is the other end of its sockets. */
import type { FromAnswers, FromSimulator, PageRequest, ToSimulator } from '../messages.ts'
import { serveAnswers } from '../serve-answers.ts'
import { Cookies } from './cookies.ts'
import { loadFiles } from './load-files.ts'
import { sendRequest } from './node/http.ts'
import { Sockets } from './sockets.ts'

/** The compiler takes `self` for a page's window. */
const scope = self as unknown as DedicatedWorkerGlobalScope
const STATE_EVERY_MS = 1000
const SETTINGS = 'settings.json'
/** Within the page; nobody else sees it. */
const PORT = 80

const post = (message: FromSimulator, transfer: Transferable[] = []) => scope.postMessage(message, transfer)

async function createPlatform(controlToken: string) {
  post({ kind: 'step', step: 'loading' })
  const [settings] = await Promise.all([readSettings(), loadFiles()])
  const { createSimulator } = await import('@backlot/simulator/create-simulator')
  post({ kind: 'step', step: 'starting' })
  const simulator = await createSimulator({
    ...settings,
    port: PORT,
    data: ':memory:',
    controlToken,
    allowedHosts: [scope.location.hostname],
    rtmpPort: null,
    rtspPort: null,
    onvifPort: null,
    gb28181Port: null,
    jt808Port: null,
    jt1078Port: null,
    hj212Port: null,
    mqttPort: null,
    modbusPort: null,
  })
  const cookies = new Cookies()
  const headers = () => {
    const cookie = cookies.tell()
    return { host: scope.location.host, ...(cookie ? { cookie } : {}) }
  }
  const told = () => {
    const { clock, signIn, ffmpeg } = simulator
    post({
      kind: 'state',
      state: {
        nowMs: clock.now(),
        zoneMinutes: clock.zoneMinutes,
        speed: clock.rate(),
        signIn,
        drawsPictures: ffmpeg !== null,
      },
    })
  }
  setInterval(told, STATE_EVERY_MS)
  told()
  return {
    sockets: new Sockets(PORT, headers, post),
    /** Answers one request; the returned function stops it. */
    answer({ id, method, path, headers: theirs, body }: PageRequest, reply: (message: FromAnswers) => void) {
      let hasHead = false
      return sendRequest(
        PORT,
        {
          method,
          url: path,
          headers: {
            ...theirs,
            ...headers(),
            ...(body ? { 'content-length': String(body.byteLength) } : {}),
          },
          body: body && new Uint8Array(body),
        },
        {
          head(status, sent, setCookies) {
            hasHead = true
            cookies.hear(setCookies)
            reply({ kind: 'reply', id, status, headers: sent, body: null, comesInPieces: true })
          },
          piece: (bytes) => reply({ kind: 'piece', id, bytes: new Uint8Array(bytes) }),
          end() {
            if (!hasHead)
              reply({ kind: 'reply', id, status: 502, headers: {}, body: null, comesInPieces: true })
            reply({ kind: 'end', id })
          },
        },
      )
    },
  }
}

/** Options of the simulator as `backlot start --static` wrote them. */
async function readSettings(): Promise<object> {
  const reply = await fetch(new URL(SETTINGS, scope.location.href))
  if (!reply.ok) throw new Error(`${SETTINGS}: HTTP ${reply.status}`)
  return reply.json()
}

let started: ReturnType<typeof createPlatform> | undefined

scope.onmessage = ({ data, ports: [port] }: MessageEvent<ToSimulator>) => {
  if (data.kind === 'start') {
    started = createPlatform(data.controlToken)
    started.then(
      () => post({ kind: 'ready' }),
      (error: unknown) => {
        console.error(error)
        post({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
      },
    )
    return
  }
  void started?.then((platform) => {
    if (data.kind === 'answers' && port) serveAnswers(platform.answer, port)
    else if (data.kind === 'open') platform.sockets.open(data.id, data.path)
    else if (data.kind === 'heard') platform.sockets.heard(data.id, data.data)
    else if (data.kind === 'closed') platform.sockets.closed(data.id, data.code)
  })
}
