import type { Caller } from '../calls/route.ts'
import type { Directory } from '../fleet/directory.ts'
import type { HostClock } from '../kernel/clock.ts'
import type { AlarmFeed } from './alarm-feed.ts'
import type { Audience } from './audience.ts'
import type { BatchHead } from './frame-codec.ts'
import type { Subscription } from './subscription.ts'

/** Parts of the hub that a console's session needs. */
export type HubContext = {
  directory: Directory
  alarms: AlarmFeed
  hostClock: HostClock
  head(): BatchHead
  /** Transforms every outgoing text, where a platform is to deviate from its contract. */
  reform: ((text: string) => string) | undefined
  /** Cursor up to which alarms have been published to consoles. */
  publishedCursor(): number
  /** The audience of that key, shared by all consoles that have it. */
  audienceFor(key: string, caller: Caller, subscriptions: readonly Subscription[]): Audience
}
