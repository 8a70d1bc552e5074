/** The host name by which this machine reaches a listener on `host`: every address is this machine. */
export const reachableHost = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host

/** The host of an address as a browser reaches it: IPv6 in brackets. */
export function hostInUrl(host: string): string {
  const reached = reachableHost(host)
  return reached.includes(':') && !reached.startsWith('[') ? `[${reached}]` : reached
}
