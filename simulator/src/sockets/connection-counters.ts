/** Counters that every gateway has of its connections, since its start. */
export type ConnectionCounters<Cut> = {
  accepted: number
  bytesIn: number
  bytesOut: number
  requests: number
  requestsFailed: number
  /** Connections that were ended from our side, by reason. */
  cuts: Map<Cut, number>
}

export function createConnectionCounters<Cut>(): ConnectionCounters<Cut> {
  return { accepted: 0, bytesIn: 0, bytesOut: 0, requests: 0, requestsFailed: 0, cuts: new Map() }
}

export function countIn<Key>(map: Map<Key, number>, key: Key): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}
