import type { IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { platformPath } from '@backlot/contract/adapters/call-request'
import { CHANNEL_PATH } from '@backlot/contract/channel/frames'
import { CHANNEL_WAY, type ConsoleConfig, MEDIA_WAY, SIMULATED_WAY } from '@backlot/contract/console-config'
import { TALK_PATH } from '@backlot/contract/talk/frames'
import { serveCompressed } from '@backlot/simulator/http/compressed-files'
import { serveConsole, setFileHeaders } from '@backlot/simulator/http/console-files'
import { createHttpListener } from '@backlot/simulator/http/create-http-listener'
import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import { hostInUrl } from '@backlot/simulator/kernel/reachable-host'
import type { RequestHandler } from 'express'
import { pino } from 'pino'
import { createSimulation } from '../simulate/create-simulation.ts'
import type { PlatformSocket } from '../simulate/join-channel.ts'
import { simulatedPage } from '../simulate/simulated-page.ts'
import { configFor, consoleFiles, consoleHash } from './console-build.ts'
import { allowedMedia, isStreamPath, mediaTarget } from './media-way.ts'
import { isEverywhere, type OwnCertificate, ownCertificate, ownNames } from './own-certificate.ts'
import { ownPages } from './own-pages.ts'
import { createPlatformProxy, type ProxyTap } from './platform-proxy.ts'
import { cookiesForHost } from './proxy-cookies.ts'
import { type HttpsOptions, renewCertificate } from './renew-certificate.ts'

export const CONSOLE_FOLDER = fileURLToPath(new URL('../../../console/dist', import.meta.url))
const HEALTH_WITHIN_MS = 3000
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

export type ConsoleServerOptions = {
  /** Origin of the platform, with the path prefix of its calls if it has one. */
  platform: URL
  /** Address of the real-time channel when it is not `/realtime` of the platform. */
  channel?: URL | undefined
  /** Hosts of streams beside the platform's own: `host` or `host:port`. */
  media?: readonly string[]
  /** A `config.json` of the place: adapter, map. */
  configFile?: string | undefined
  host?: string
  port?: number
  allowedHosts?: readonly string[]
  /** Certificates (PEM) to trust beside the system's. */
  ca?: string | undefined
  /** Takes any certificate. */
  insecure?: boolean
  /** Serves the console over https, with a certificate of its own. */
  https?: HttpsOptions | undefined
  consoleFolder?: string
  /** Hears all that goes through. */
  tap?: ProxyTap | undefined
  /** Areas, calls, paths and sockets that a simulator answers in place of the platform; left out: they cannot be chosen. */
  simulate?: readonly string[] | undefined
}

export type ConsoleServer = AsyncDisposable & {
  url: string
  /** Addresses under which a browser may reach it, `url` among them. */
  addresses: readonly string[]
  /** With which it answers over https. */
  certificate: OwnCertificate | undefined
  /** Makes a new certificate when the one in use is about to end. Asked by itself twice a day. */
  renew(nowMs?: number): Promise<void>
  /** Of the console's files, see `consoleHash`. */
  hash: string
  /** Config that the page reads at its start. */
  config: ConsoleConfig
  /** Whether the platform answers, for `/healthz`. */
  health(): Promise<Health>
}

export type Health = {
  ok: boolean
  console: string
  platform: { url: string; ok: boolean; status?: number; reason?: string }
}

/**
 * Serves the built console before a platform of another origin: calls, channel and streams go through this server, so
 * that to the browser they are the page's own and the session's cookie travels. Throws a UserError when the console is
 * not built, the config is wrong or the certificate cannot be kept, a StartError when the port is not to be had.
 */
export async function createConsoleServer(options: ConsoleServerOptions): Promise<ConsoleServer> {
  const { platform, channel, host = '127.0.0.1', port = 0, consoleFolder = CONSOLE_FOLDER } = options
  const hash = consoleHash(consoleFolder)
  const config = configFor(options.configFile, { ...(channel ? { channelUrl: CHANNEL_WAY } : {}) })
  config.media.through = MEDIA_WAY
  if (options.simulate) config.simulated = SIMULATED_WAY
  const allows = allowedMedia(platform, options.media ?? [])
  const { https, allowedHosts = [] } = options
  const names = ownNames(host, allowedHosts)
  const certificate = https && (await ownCertificate(https.folder, names))
  const listener = await createHttpListener({
    host,
    port,
    // Whom the certificate vouches for is answered.
    allowedHosts: https ? names.map(hostInUrl) : allowedHosts,
    tls: certificate,
    allowedOrigins: [],
    log: pino({ level: 'silent' }),
  })
  const { refuse } = listener
  const { insecure = false, ca, tap } = options
  const proxy = createPlatformProxy({ insecure, ca, secure: https !== undefined, refuse, tap })

  const platformSecure = https !== undefined
  const simulation =
    options.simulate &&
    createSimulation({
      patterns: options.simulate,
      adapter: config.adapter,
      platform,
      trust: { insecure, ca },
      cookies: (header) => cookiesForHost(header, platform.hostname, platformSecure),
      channelPath: channel ? CHANNEL_WAY : platformPath(config.adapter, CHANNEL_PATH),
      talkPath: platformPath(config.adapter, TALK_PATH),
    })
  /** A call that the platform lacks is not missing while it is simulated. */
  const configNow = (): ConsoleConfig => {
    if (!simulation) return config
    const { adapter } = config
    return { ...config, adapter: { ...adapter, lacks: simulation.simulated.missing(adapter) } }
  }
  /** The platform's channel for a page's request. */
  const channelOf = (request: IncomingMessage): PlatformSocket => {
    const url = request.url ?? '/'
    const own = channel ? new URL(channelPath(channel, url), channel) : new URL(joined(platform, url))
    own.protocol = own.protocol.replace('http', 'ws')
    const cookie = cookiesForHost(request.headers.cookie, own.hostname, platformSecure)
    const headers = { origin: httpOriginOf(own).origin, ...(cookie === undefined ? {} : { cookie }) }
    return { address: own, headers, rejectUnauthorized: !insecure, ...(ca === undefined ? {} : { ca }) }
  }

  const compressed = serveCompressed(consoleFolder, consoleFiles(consoleFolder), hash, setFileHeaders)
  /** Of the simulated part only streams: its calls are made here, in the name of the platform's users. */
  const mayRead = (host: URL, path: string) =>
    simulation?.isMediaHost(host) === true ? isStreamPath(path) : allows(host)
  const onward: RequestHandler = (request, response, next) => {
    if (!SAFE.has(request.method)) listener.hostGuard.checkOrigin(request)
    if (!request.path.startsWith(`${MEDIA_WAY}/`)) {
      const passOn = () => proxy.pass(request, response, platform)
      if (!simulation) return passOn()
      return void simulation.answer(request, response).then((isAnswered) => isAnswered || passOn(), next)
    }
    const target = mediaTarget(request.url, mayRead)
    if (!target)
      return next(new PlatformError('notPermitted', 'Streams of this host are not allowed. Use --media.'))
    proxy.pass(request, response, target.origin, target.path)
  }
  async function health(): Promise<Health> {
    const reached: Omit<Health['platform'], 'url'> = await proxy.reach(platform, HEALTH_WITHIN_MS).then(
      (status) => ({ ok: true, status }),
      (error: Error) => ({ ok: false, reason: error.message }),
    )
    return { ok: reached.ok, console: hash, platform: { url: platform.href, ...reached } }
  }

  listener.open({
    calls: () => false,
    middlewares: [
      ownPages(configNow, health),
      ...(simulation ? [simulatedPage(simulation, listener.hostGuard)] : []),
      compressed,
      serveConsole(consoleFolder),
      onward,
    ],
    upgrades: [
      (request, socket, head) => {
        const url = request.url ?? '/'
        const target = mediaTarget(url, mayRead)
        if (simulation?.takeSocket(request, socket, head, channelOf)) return true
        if (target) proxy.passSocket(request, socket, head, target.origin, target.path)
        else if (url.startsWith(`${MEDIA_WAY}/`)) return false
        else if (channel && url.split('?')[0] === CHANNEL_WAY) {
          proxy.passSocket(request, socket, head, httpOriginOf(channel), channelPath(channel, url))
        } else proxy.passSocket(request, socket, head, platform)
        return true
      },
    ],
  })
  const renewed = renewCertificate(listener, https, names, certificate)
  const addressOf = (name: string) => `${https ? 'https' : 'http'}://${hostInUrl(name)}:${listener.port}`
  const reached = isEverywhere(host) ? names : [host, ...allowedHosts]
  return {
    url: addressOf(host),
    addresses: [...new Set(reached.map(addressOf))],
    get certificate() {
      return renewed.current()
    },
    renew: renewed.renew,
    hash,
    config,
    health,
    async [Symbol.asyncDispose]() {
      renewed[Symbol.dispose]()
      await simulation?.[Symbol.asyncDispose]()
      await listener[Symbol.asyncDispose]()
      proxy[Symbol.dispose]()
    },
  }
}

/** Address of a path at the platform, below its prefix. */
const joined = (platform: URL, path: string) =>
  `${platform.origin}${platform.pathname.replace(/\/$/, '')}${path}`

/** The page's own query (some adapters sign in there) joins that of the channel's address. */
function channelPath({ pathname, search }: URL, asked: string): string {
  const [, own] = asked.split(/\?(.*)/s)
  return pathname + (own ? `${search || '?'}${search ? '&' : ''}${own}` : search)
}

const httpOriginOf = ({ protocol, host }: URL) =>
  new URL(`${protocol === 'wss:' || protocol === 'https:' ? 'https' : 'http'}://${host}`)
