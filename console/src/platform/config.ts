import {
  channelAddress as adaptedChannel,
  type ChannelIdentity,
} from '@backlot/contract/adapters/channel-frames'
import { ConsoleConfig, configMistakes } from '@backlot/contract/console-config'

let current: ConsoleConfig = ConsoleConfig.parse({})

/** The configuration in force. Before `loadConfig` it holds the defaults. */
export function config(): ConsoleConfig {
  return current
}

/** `config.json` cannot be used; `mistakes`: the faults, each as `field: reason`. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('; '))
    this.mistakes = mistakes
  }
}

/**
 * Reads `config.json` once at start. Without one the defaults hold; one that cannot be had or used rejects with a
 * ConfigError: a console that guesses how a platform speaks would send passwords in the wrong form.
 */
export async function loadConfig(): Promise<void> {
  const reply = await fetch('./config.json', { cache: 'no-cache' }).catch((error: unknown) => {
    throw new ConfigError([String(error)])
  })
  if (reply.status === 404) return
  if (!reply.ok) throw new ConfigError([`HTTP ${reply.status}`])
  const text = await reply.text()
  let entry: unknown
  try {
    entry = JSON.parse(text)
  } catch (error) {
    throw new ConfigError([String(error)])
  }
  const read = ConsoleConfig.safeParse(entry)
  if (!read.success) throw new ConfigError(configMistakes(read.error))
  current = read.data
}

/** Absolute address of a path on the platform. Absolute addresses pass. */
export function platformAddress(path: string): string {
  if (/^[a-z]+:\/\//i.test(path) || path.startsWith('data:')) return path
  const base = current.platformUrl.replace(/\/$/, '')
  const full = `${base}${path.startsWith('/') ? path : `/${path}`}`
  return new URL(full, location.origin).href
}

/** Address of the real-time channel with a ws or wss scheme, for who signs in there. */
export function channelAddress(who: ChannelIdentity | undefined): string {
  const { path, query } = adaptedChannel(current.adapter, who)
  const url = new URL(current.channelUrl || platformAddress(path), location.origin)
  for (const [name, value] of new URLSearchParams(query)) url.searchParams.set(name, value)
  if (url.protocol === 'http:') url.protocol = 'ws:'
  if (url.protocol === 'https:') url.protocol = 'wss:'
  return url.href
}
