import { z } from 'zod'

/** Where the console's own server (`backlot console`) takes media of other hosts through: `<this>/<http|https>/<host>/…`. */
export const MEDIA_WAY = '/backlot/media'
/** Where it takes the real-time channel through, when that has an address of its own. */
export const CHANNEL_WAY = '/backlot/channel'

/** What `config.json` beside the console's page may say. Everything has a default: the platform that serves the page. */
export const ConsoleConfig = z.object({
  /** Origin (and path prefix) of the platform's calls; empty: the page's own origin. */
  platformUrl: z.string().default(''),
  /** Address of the real-time channel; empty: `/realtime` on the platform. */
  channelUrl: z.string().default(''),
  /** Which adapter speaks to the platform (`console/src/platform/adapters.ts`). */
  adapter: z.string().default('standard'),
  /** Sent with the sign-in of the channel. */
  projectName: z.string().default('backlot'),
  /** How the password is hashed before it leaves the page. */
  passwordHash: z.enum(['sha256', 'md5']).default('sha256'),
  media: z
    .object({
      /** Replaces the origin of every stream address; empty: as the platform says. */
      origin: z.string().default(''),
      /** Path of the page's own origin through which streams of other hosts come; empty: straight from their host. */
      through: z.string().default(''),
    })
    .default({ origin: '', through: '' }),
  /** Read by the map: the provider with its own options. */
  map: z
    .object({ provider: z.string().default('city') })
    .loose()
    .default({ provider: 'city' }),
})
export type ConsoleConfig = z.infer<typeof ConsoleConfig>
