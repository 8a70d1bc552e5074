import http from 'node:http'
import https from 'node:https'

/** A request as the platform wants it. */
export type Sent = {
  method: string
  /** Path and query. */
  path: string
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array | undefined
}

/** Response, whatever it was. */
export type Exchange = {
  status: number
  /** Media type, without its parameters. */
  type: string
  headers: http.IncomingHttpHeaders
  bytes: Buffer
  /** From the request to the last byte. */
  tookMs: number
}

export type Trust = {
  /** Certificates (PEM) to trust beside the system's. */
  ca?: string | undefined
  /** Takes any certificate. */
  insecure?: boolean
}

/** Nothing answers there: no connection, no name, no certificate that anybody vouches for, or no word in time. */
export class Unreachable extends Error {
  /** Nobody whom we trust vouches for its certificate, or the certificate is that of another name or time. */
  readonly isUntrusted: boolean

  constructor(message: string, isUntrusted = false) {
    super(message)
    this.isUntrusted = isUntrusted
  }
}

/** Codes of certificates that are refused: those of OpenSSL's verification, and Node's own of a wrong name. */
const UNTRUSTED =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_\w+)$/

/** No word for that long: the platform is taken for gone. */
const PATIENCE_MS = 20_000
/** Cookie of a platform that hands out a session and sets none. */
const OWN_COOKIE = 'backlot_session'

/** A platform's HTTP interface as a page of it would use it: one session, its cookies, a bounded number of connections. */
export class PlatformClient implements Disposable {
  readonly platform: URL
  readonly #trust: Trust
  readonly #agent: http.Agent
  readonly #cookies = new Map<string, string>()
  /** Signed in from here on. */
  sessionId = ''

  constructor(platform: URL, options: Trust & { connections: number }) {
    this.platform = platform
    this.#trust = options
    const settings = { keepAlive: true, maxSockets: options.connections }
    this.#agent =
      platform.protocol === 'https:'
        ? new https.Agent({ ...settings, ...this.trust })
        : new http.Agent(settings)
  }

  /** How TLS connections of this platform are made, streams and channel included. */
  get trust(): { rejectUnauthorized: boolean; ca?: string } {
    const { ca, insecure = false } = this.#trust
    return { rejectUnauthorized: !insecure, ...(ca === undefined ? {} : { ca }) }
  }

  /** Cookies as a request carries them. */
  get cookie(): string {
    const own =
      this.sessionId !== '' && this.#cookies.size === 0 ? [[OWN_COOKIE, this.sessionId]] : [...this.#cookies]
    return own.map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Values that must not be written anywhere. */
  get secrets(): string[] {
    return [this.sessionId, ...this.#cookies.values()].filter((text) => text !== '')
  }

  /** An address of the platform: its prefix, the path. */
  address(path: string): URL {
    const url = new URL(this.platform)
    url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
    return url
  }

  /** Sends a request; `path` with its query. Rejects with Unreachable; everything that is answered is an answer. */
  send({ method, path, headers, body }: Sent): Promise<Exchange> {
    const url = new URL(this.platform)
    url.pathname = url.pathname.replace(/\/$/, '')
    const address = new URL(`${url.origin}${url.pathname === '/' ? '' : url.pathname}${path}`)
    return this.#send(address, method, body, {
      lang: 'en',
      ...headers,
      ...(this.cookie === '' ? {} : { cookie: this.cookie }),
    })
  }

  #send(
    url: URL,
    method: string,
    body: string | Uint8Array | undefined,
    headers: Record<string, string>,
  ): Promise<Exchange> {
    const { request } = url.protocol === 'https:' ? https : http
    const beganMs = performance.now()
    return new Promise((resolve, reject) => {
      const gone = (error: Error) => {
        const code = 'code' in error ? String(error.code) : ''
        reject(new Unreachable(error.message || code, UNTRUSTED.test(code)))
      }
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const asked = request(url, {
        method,
        agent: this.#agent,
        headers: { ...headers, ...length },
        timeout: PATIENCE_MS,
      })
      asked.once('timeout', () => asked.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)))
      asked.once('error', gone)
      asked.once('response', (response) => {
        const parts: Buffer[] = []
        for (const text of response.headers['set-cookie'] ?? []) this.#keep(text)
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('error', gone)
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: (response.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase(),
            headers: response.headers,
            bytes: Buffer.concat(parts),
            tookMs: performance.now() - beganMs,
          }),
        )
      })
      asked.end(body)
    })
  }

  #keep(text: string): void {
    const [, name, value] = /^([^=;]+)=([^;]*)/.exec(text) ?? []
    if (name !== undefined && value !== undefined) this.#cookies.set(name.trim(), value.trim())
  }

  [Symbol.dispose](): void {
    this.#agent.destroy()
  }
}
