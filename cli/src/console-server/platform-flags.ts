import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import type { Command } from 'commander'
import { numberOf } from '../parse-number.ts'
import { UserError } from '../user-error.ts'
import type { ConsoleServer, ConsoleServerOptions } from './create-console-server.ts'
import type { HttpsOptions } from './renew-certificate.ts'

export type PlatformFlags = {
  platform: string
  channel?: string
  media?: string[]
  config?: string
  host: string
  port: string
  allowedHost?: string[]
  ca?: string
  insecure?: boolean
  https?: boolean
  data: string
}

const DEFAULT_PORT = '8081'
export const PORT_MAX = 65_535
export const DEFAULT_DATA = '.backlot'

export const collect = (value: string, earlier?: string[] | boolean) => [
  ...(Array.isArray(earlier) ? earlier : []),
  value,
]

export function addressOf(flag: string, text: string, schemes: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const wanted = schemes.map((scheme) => `${scheme}://…`).join(' or ')
  if (!url || !schemes.includes(url.protocol.slice(0, -1)))
    throw new UserError(`${flag} ${text}: expected an address: ${wanted}.`)
  if (url.username || url.password)
    throw new UserError(`${flag}: remove the name and password; users sign in on the page.`)
  return url
}

/** Certificates (PEM) of a file and those of Node.js, which an option of TLS would replace. */
export function certificatesOf(file: string): string {
  try {
    return [...rootCertificates, readFileSync(file, 'utf8')].join('\n')
  } catch (error) {
    throw new UserError(`--ca ${file} cannot be read: ${(error as Error).message}`)
  }
}

/** Options of every command that serves the console before a platform. */
export function withPlatform(command: Command): Command {
  return command
    .requiredOption('--platform <url>', 'the platform, https://host[/prefix]')
    .option('--channel <url>', 'its real-time channel, wss://… (default: /realtime of the platform)')
    .option('--media <host>', 'another host for streams, as host or host:port (repeatable)', collect)
    .option('--config <file>', 'a config.json: adapter, map (docs/adapters.md)')
    .option('--port <n>', 'port of the console; 0 picks a free one', DEFAULT_PORT)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--allowed-host <name>', 'another Host name to accept (repeatable)', collect)
    .option('--https', 'serve over https with a generated certificate, as microphones require')
    .option('--data <folder>', 'data folder; keeps the certificate of --https', DEFAULT_DATA)
    .option('--ca <file>', "certificates (PEM) to trust in addition to the system's")
    .option('--insecure', 'accept any certificate of the platform (for tests on your own network)')
}

/** Options from the flags. Throws a UserError for an invalid address, number or file. */
export function consoleServerOptions(flags: PlatformFlags): ConsoleServerOptions {
  return {
    platform: addressOf('--platform', flags.platform, ['http', 'https']),
    channel: flags.channel === undefined ? undefined : addressOf('--channel', flags.channel, ['ws', 'wss']),
    media: flags.media ?? [],
    configFile: flags.config,
    host: flags.host,
    port: numberOf('--port', flags.port, { min: 0, max: PORT_MAX, whole: true }),
    allowedHosts: flags.allowedHost ?? [],
    ca: flags.ca === undefined ? undefined : certificatesOf(flags.ca),
    insecure: flags.insecure ?? false,
    https: httpsOptions(flags),
  }
}

export function httpsOptions(flags: Pick<PlatformFlags, 'https' | 'data'>): HttpsOptions | undefined {
  if (!flags.https) return undefined
  return {
    folder: flags.data,
    onRenewed: (made) => process.stderr.write(`New certificate, ${made.fingerprint}.\n`),
    onNotRenewed: ({ message }) => process.stderr.write(`${message}\n`),
  }
}

type Reached = Pick<ConsoleServer, 'url' | 'addresses' | 'certificate'>

/** Where the console is, for programs. */
export const reachedJson = ({ url, addresses, certificate }: Reached) => ({
  url,
  ...(certificate && {
    addresses,
    certificate: certificate.file,
    fingerprint: certificate.fingerprint,
  }),
})

/**
 * Where the console is, for people: a line for each address, and the fingerprint to compare before a browser continues.
 */
export function reachedLines({ url, addresses, certificate }: Reached): string {
  const others = addresses.filter((address) => address !== url)
  const lines = [`  Console    ${url}`, ...others.map((address) => `             ${address}`)]
  if (certificate)
    lines.push(
      `  TLS        ${certificate.file}, until ${new Date(certificate.endsMs).toISOString().slice(0, 10)}`,
      `  SHA-256    ${certificate.fingerprint}`,
      '             Browsers warn about it once. Compare the fingerprint there, then continue.',
    )
  return lines.join('\n')
}

/** Resolves on a signal to end. */
export const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
