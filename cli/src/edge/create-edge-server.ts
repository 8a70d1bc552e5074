import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { clientAddressOf, EDGE_HEADERS, noteSender } from '@backlot/simulator/calls/client-address'
import { refuseUpgrade, UNAVAILABLE } from '@backlot/simulator/calls/refuse-upgrade'
import type { Cluster } from '@backlot/simulator/cluster/open-cluster'
import { createEdge, type Edge } from '@backlot/simulator/edge/create-edge'
import { serveCompressed } from '@backlot/simulator/http/compressed-files'
import { serveConsole, setFileHeaders } from '@backlot/simulator/http/console-files'
import { createHttpListener } from '@backlot/simulator/http/create-http-listener'
import { hostInUrl } from '@backlot/simulator/kernel/reachable-host'
import { refusal } from '@backlot/simulator/kernel/refusal'
import { createMetrics } from '@backlot/simulator/telemetry/metrics'
import type { RequestHandler } from 'express'
import { pino } from 'pino'
import { configFor, consoleFiles, consoleHash } from '../console-server/console-build.ts'
import { CONSOLE_FOLDER } from '../console-server/create-console-server.ts'
import {
  isEverywhere,
  type OwnCertificate,
  ownCertificate,
  ownNames,
} from '../console-server/own-certificate.ts'
import { ownPages } from '../console-server/own-pages.ts'
import { createPlatformProxy } from '../console-server/platform-proxy.ts'
import {
  type HttpsOptions,
  type RenewedCertificate,
  renewCertificate,
} from '../console-server/renew-certificate.ts'
import { clientBehind } from './client-behind.ts'

export type EdgeServerOptions = {
  cluster: Cluster
  name?: string | undefined
  /** Where the core is reached, where it is not as it says of itself. */
  core?: URL | undefined
  configFile?: string | undefined
  host?: string
  port?: number
  allowedHosts?: readonly string[]
  /** Addresses of load balancers, whose X-Forwarded-For is believed. */
  balancers?: readonly string[]
  /** Most open sockets of one address; null: any number. */
  connectionsPerAddress?: number | null | undefined
  /** Certificates (PEM) to trust beside the system's. */
  ca?: string | undefined
  insecure?: boolean
  https?: HttpsOptions | undefined
  consoleFolder?: string
  onRefused(why: string): void
}

export type EdgeServer = AsyncDisposable & {
  url: string
  addresses: readonly string[]
  certificate: OwnCertificate | undefined
  /** Makes a new certificate when the one in use is about to end. Asked by itself twice a day. */
  renew: RenewedCertificate['renew']
  edge: Edge
  /** Takes nobody in any more, and sends the consoles to other edges. */
  leave(): Promise<void>
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Opens an edge of the cluster: console, channel and live streams here, calls and everything else from the core. Throws a
 * UserError when the console is not built or the config is wrong, a StartError when the port is not to be had or the
 * cluster runs another version.
 */
export async function createEdgeServer(options: EdgeServerOptions): Promise<EdgeServer> {
  const { cluster, host = '127.0.0.1', port = 0, allowedHosts = [], consoleFolder = CONSOLE_FOLDER } = options
  const { https, balancers = [], insecure = false, ca } = options
  const hash = consoleHash(consoleFolder)
  const config = configFor(options.configFile, {})
  const names = ownNames(host, allowedHosts)
  const certificate = https && (await ownCertificate(https.folder, names))
  const log = pino({ level: 'silent' })
  const listener = await createHttpListener({
    host,
    port,
    // Whom the certificate vouches for is answered.
    allowedHosts: https ? names.map(hostInUrl) : allowedHosts,
    tls: certificate,
    allowedOrigins: [],
    ...(options.connectionsPerAddress === undefined
      ? {}
      : { connectionsPerAddress: options.connectionsPerAddress }),
    log,
  })
  const metrics = createMetrics()
  const edge = await createEdge({
    cluster,
    name: options.name,
    url: options.core?.origin,
    trust: { rejectUnauthorized: !insecure, ...(ca === undefined ? {} : { ca }) },
    metrics,
    onRefused: options.onRefused,
  }).catch(async (error: unknown) => {
    await listener[Symbol.asyncDispose]()
    throw error
  })
  const { refuse } = listener
  const away = () => refusal('unavailable', 'coreAway')
  const proxy = createPlatformProxy({
    insecure,
    ca,
    secure: https !== undefined,
    isOwn: true,
    unreachable: away,
    refuse,
  })
  const noteClient = (request: IncomingMessage) => noteSender(request, clientBehind(request, balancers))
  /** Where the core is, once a request says whose it is. */
  const coreFor = (request: IncomingMessage): URL | undefined => {
    const core = edge.core()
    if (!core) return undefined
    request.headers[EDGE_HEADERS.token] = core.token
    request.headers[EDGE_HEADERS.client] = clientAddressOf(request)
    return new URL(core.url)
  }
  const own: RequestHandler = (request, response, next) => {
    noteClient(request)
    if (request.path === '/metrics')
      return void metrics.registry
        .metrics()
        .then((text) => response.type(metrics.registry.contentType).send(text), next)
    if (!edge.handleHttp(request, response, () => next(away()))) next()
  }
  const onward: RequestHandler = (request, response, next) => {
    if (!SAFE.has(request.method)) listener.hostGuard.checkOrigin(request)
    const core = coreFor(request)
    if (core) proxy.pass(request, response, core)
    else next(away())
  }
  const passSocket = (request: IncomingMessage, socket: Duplex, head: Buffer): boolean => {
    if ((request.url ?? '').startsWith('/cluster')) return false
    const core = coreFor(request)
    if (core) proxy.passSocket(request, socket, head, core)
    else refuseUpgrade(socket, UNAVAILABLE)
    return true
  }
  const health = async () => {
    const parts = edge.health()
    return { ok: parts.core, console: hash, parts }
  }
  listener.open({
    calls: () => false,
    middlewares: [
      ownPages(() => config, health),
      own,
      serveCompressed(consoleFolder, consoleFiles(consoleFolder), hash, setFileHeaders),
      serveConsole(consoleFolder),
      onward,
    ],
    upgrades: [
      (request) => {
        noteClient(request)
        return false
      },
      ...edge.upgrades,
      passSocket,
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
    edge,
    leave: edge.sendAway,
    async [Symbol.asyncDispose]() {
      renewed[Symbol.dispose]()
      await edge[Symbol.asyncDispose]()
      await listener[Symbol.asyncDispose]()
      proxy[Symbol.dispose]()
      metrics[Symbol.dispose]()
    },
  }
}
