/** What a client holds here: a subscription, a search. */
export type HeldPlace = {
  /** Of the client. */
  address: string
  /** Grows with each sign of the client: the lowest was silent for longest. */
  sign: number
  /** The client waits for it at this moment. */
  isInUse?(): boolean
}

/**
 * Which place is given up for a new one: of the address that has the most, the one that was silent for longest and is
 * not in use. Undefined: that address uses all of its own.
 */
export function crowdedOut<T extends HeldPlace>(places: Iterable<T>): T | undefined {
  const byAddress = new Map<string, T[]>()
  for (const place of places) {
    const own = byAddress.get(place.address)
    if (own) own.push(place)
    else byAddress.set(place.address, [place])
  }
  let most: T[] = []
  for (const own of byAddress.values()) if (own.length > most.length) most = own
  let silent: T | undefined
  for (const place of most)
    if (!place.isInUse?.() && (silent === undefined || place.sign < silent.sign)) silent = place
  return silent
}
