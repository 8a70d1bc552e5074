import type { AnyCall } from '@backlot/contract/call'

export type Envelope = { code: number; msg: string; data: unknown }

/**
 * What differs between platforms that speak this contract. The rest of the console knows one platform; a real one with
 * other habits gets an adapter here and its name in `config.json`.
 */
export type PlatformAdapter = {
  /** Body of a call as the platform wants it. */
  body(call: AnyCall, body: unknown): unknown
  /** Reads code, msg and data out of a reply. */
  envelope(call: AnyCall, reply: unknown): Envelope | undefined
  /** Stream address as the player needs it, still relative or absolute. */
  mediaUrl(url: string): string
}

/** The platform of the contract, to the letter. Codes sent as text are understood. */
const standard: PlatformAdapter = {
  body: (_call, body) => body,
  envelope: (_call, reply) => {
    if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) return undefined
    const { code, msg, message, data } = reply as Record<string, unknown>
    const number = typeof code === 'string' && code.trim() !== '' ? Number(code) : code
    if (typeof number !== 'number' || !Number.isInteger(number)) return undefined
    return { code: number, msg: String(msg ?? message ?? ''), data }
  },
  mediaUrl: (url) => url,
}

/** A platform that answers empty lists as null: read as an empty page. */
const nullLists: PlatformAdapter = {
  ...standard,
  envelope: (call, reply) => {
    const read = standard.envelope(call, reply)
    const data = read?.data
    if (!read || typeof data !== 'object' || data === null || !('list' in data) || data.list !== null)
      return read
    return { ...read, data: { total: 0, ...data, list: [] } }
  },
}

const ADAPTERS: Readonly<Record<string, PlatformAdapter>> = { standard, nullLists }

/** The adapter with this name; unknown names get the standard one. */
export function adapterNamed(name: string): PlatformAdapter {
  return ADAPTERS[name] ?? standard
}
