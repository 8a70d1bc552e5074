import { ConsoleConfig } from '@backlot/contract/console-config'
import { noteProblem } from './diagnostics.ts'

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
