/** Adapters available under a name, as entries of `config.json`. An adapter of a site names one as `base`. */
export const SHIPPED_ADAPTERS = {
  /** The platform of the contract, to the letter. Codes sent as text and `message` for `msg` are understood. */
  standard: {},
  /** A platform that answers empty lists as null. */
  nullLists: { envelope: { nullLists: true } },
} as const satisfies Record<string, object>

export type ShippedAdapter = keyof typeof SHIPPED_ADAPTERS
