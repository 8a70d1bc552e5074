import { z } from 'zod'
import { noteProblem } from './diagnostics.ts'

/** What `config.json` beside the console's page may say. Everything has a default: the platform that serves the page. */
export const ConsoleConfig = z.object({
  /** Origin (and path prefix) of the platform's calls; empty: the page's own origin. */
  platformUrl: z.string().default(''),
  /** Address of the real-time channel; empty: `/realtime` on the platform. */
  channelUrl: z.string().default(''),
  /** Which adapter speaks to the platform, see `adapters.ts`. */
  adapter: z.string().default('standard'),
  /** Sent with the sign-in of the channel. */
  projectName: z.string().default('backlot'),
  /** How the password is hashed before it leaves the page. */
  passwordHash: z.enum(['sha256', 'md5']).default('sha256'),
  media: z
    .object({
      /** Replaces the origin of every stream address; empty: as the platform says. */
      origin: z.string().default(''),
    })
    .default({ origin: '' }),
  /** Read by the map: the provider with its own options. */
  map: z
    .object({ provider: z.string().default('city') })
    .loose()
    .default({ provider: 'city' }),
})
export type ConsoleConfig = z.infer<typeof ConsoleConfig>

let current: ConsoleConfig = ConsoleConfig.parse({})

/** The configuration in force. Before `loadConfig` it holds the defaults. */
export function config(): ConsoleConfig {
  return current
}

/** Reads `config.json` once at start. A missing or broken file leaves the defaults and shows up in diagnostics. */
export async function loadConfig(): Promise<void> {
  try {
    const reply = await fetch('./config.json', { cache: 'no-cache' })
    if (!reply.ok) {
      noteProblem('config', `config.json: HTTP ${reply.status}`)
      return
    }
    current = ConsoleConfig.parse(await reply.json())
  } catch (error) {
    noteProblem('config', `config.json: ${String(error)}`)
  }
}

/** Absolute address of a path on the platform. Absolute addresses pass. */
export function platformAddress(path: string): string {
  if (/^[a-z]+:\/\//i.test(path) || path.startsWith('data:')) return path
  const base = current.platformUrl.replace(/\/$/, '')
  const full = `${base}${path.startsWith('/') ? path : `/${path}`}`
  return new URL(full, location.origin).href
}

/** Address of the real-time channel with a ws or wss scheme. */
export function channelAddress(path: string): string {
  const url = new URL(current.channelUrl || platformAddress(path), location.origin)
  if (url.protocol === 'http:') url.protocol = 'ws:'
  if (url.protocol === 'https:') url.protocol = 'wss:'
  return url.href
}
