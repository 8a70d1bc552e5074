/** Limits of the gateway for one device, and for all. Times are milliseconds, where the name says nothing else. */
export const GB_LIMITS = {
  devices: 20_000,
  /** Registrations of all devices together. Further ones are told to come later. */
  registrations: { burst: 2000, perSecond: 200 },
  /** The share of one address, which may have many devices behind it; more only while half of the burst is left. */
  registrationsOfAddress: { burst: 1000, perSecond: 100 },
  /** Least and longest lifetime of a registration, seconds; devices ask for an hour to a day. */
  expiresLeastS: 30,
  expiresMostS: 86_400,
  expiresUsualS: 3600,
  /** Interval of keepalives that is assumed until a device shows its own, and the longest that is believed. */
  keepaliveMs: 60_000,
  keepaliveMostMs: 600_000,
  /** Keepalives that may be missed (GB/T 28181-2016, 9.6). */
  keepalivesMissed: 3,
  /** An answer to a query; pages of a list may each take as long. */
  answerWithinMs: 10_000,
  /** Queries of one device that wait, and lists that are asked for at one time, of all devices. */
  queriesOfDevice: 16,
  listsAtOnce: 32,
  /** An unanswered question for the catalog is repeated after that, with the next keepalive. */
  catalogAgainMs: 60_000,
  catalogItems: 20_000,
  /** Files of a channel that are listed. */
  recordings: 20_000,
  /** Numbers of channels have two digits in the platform's channel ids. */
  channels: 99,
  subscriptionS: 3600,
  /** A subscription that was lost is asked for again after that, with the next keepalive. */
  subscribeAgainMs: 60_000,
  positionIntervalS: 5,
  inviteWithinMs: 15_000,
  /** From the call for speech to the device's INVITE. */
  callBackWithinMs: 15_000,
  /** SSRCs of a domain (annex C.2: four digits). */
  streams: 10_000,
} as const
