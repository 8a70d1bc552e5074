import type { Caller } from '../calls/route.ts'
import type { Directory } from '../fleet/directory.ts'
import type { HostClock } from '../kernel/clock.ts'
import type { AlarmFeed } from './alarm-feed.ts'
import type { Audience } from './audience.ts'
import type { BatchHead } from './frame-codec.ts'
import type { Subscription } from './subscription.ts'

/** What a console's session needs of the hub. */
export type HubContext = {
  directory: Directory
  alarms: AlarmFeed
  hostClock: HostClock
  head(): BatchHead
  /** What becomes of every text on its way out, where a platform is to speak otherwise than its contract. */
  reform: ((text: string) => string) | undefined
  /** Cursor up to which alarms have been published to consoles. */
  publishedCursor(): number
  /** The audience of that key, shared by all consoles that have it. */
  audienceFor(key: string, caller: Caller, subscriptions: readonly Subscription[]): Audience
}
