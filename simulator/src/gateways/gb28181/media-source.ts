import { isIP } from 'node:net'

const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|127\.|0\.0\.0\.0$)/

/**
 * Where the media of a device come from and go to. Behind NAT it describes an address that is not seen here: then it is
 * where its calls come from.
 */
export function mediaSource(described: string, peer: string): string {
  if (isIP(described) === 0) return peer
  return PRIVATE.test(described) && !PRIVATE.test(peer) ? peer : described
}
