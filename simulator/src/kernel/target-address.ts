/** The parts of `scheme://account@host:port/path?query`, the host without brackets; absent parts are undefined. */
export type TargetAddress = {
  scheme: string
  account: string | undefined
  host: string
  port: number | undefined
  path: string
  query: string | undefined
}

/** Reads the address of another platform. Undefined for what is none, or has a port past 65535. */
export function readTargetAddress(text: string): TargetAddress | undefined {
  const match =
    /^([a-z0-9]+):\/\/(?:([^\s/?#@]*)@)?(\[[0-9a-fA-F:.]+\]|[^\s:/?#@[\]]+)(?::(\d{1,5}))?(\/[^\s?#]*)?(\?[^\s#]*)?$/.exec(
      text,
    )
  if (!match) return undefined
  const [, scheme = '', account, host = '', portText, path = '', query] = match
  const port = portText === undefined ? undefined : Number(portText)
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined
  return { scheme, account, host: host.replace(/^\[|\]$/g, ''), port, path, query }
}

/** `user:password` of an address, with percent signs for other characters, as in any URL; undefined: it is none. */
export function readAccount(text: string): { username: string; password?: string } | undefined {
  const colon = text.indexOf(':')
  try {
    if (colon < 0) return { username: decodeURIComponent(text) }
    return {
      username: decodeURIComponent(text.slice(0, colon)),
      password: decodeURIComponent(text.slice(colon + 1)),
    }
  } catch {
    return undefined
  }
}
