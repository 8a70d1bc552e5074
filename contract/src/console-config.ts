import { z } from 'zod'
import { PlatformAdapter } from './adapters/platform-adapter.ts'

/** Where the console's own server (`backlot console`) takes media of other hosts through: `<this>/<http|https>/<host>/…`. */
export const MEDIA_WAY = '/backlot/media'
/** Where it takes the real-time channel through, when that has an address of its own. */
export const CHANNEL_WAY = '/backlot/channel'
/** Where it tells and takes which calls are simulated (`backlot console --simulate`). */
export const SIMULATED_WAY = '/backlot/simulated'
/** Header of answers that are simulated: they are in the contract's form, whatever the platform's is. */
export const SIMULATED_HEADER = 'backlot-simulated'

/**
 * What does not work together: simulated alarms and orders are not pushed, for the adapter describes another channel;
 * places of the heat map are those of the simulated city.
 */
const SimulatedNote = z.enum(['notPushed', 'heatMapPlaces'])
export type SimulatedNote = z.infer<typeof SimulatedNote>

/** What is simulated of a platform. */
export const SimulatedState = z.object({
  /** Areas, calls, paths and sockets, as `--simulate` takes them. */
  patterns: z.array(z.string()),
  areas: z.array(z.object({ name: z.string(), calls: z.number().int(), simulated: z.number().int() })),
  /** Sockets, and whether they are simulated. */
  sockets: z.array(z.object({ name: z.string(), simulated: z.boolean() })),
  /** The simulator that answers: off until something is simulated for a user; calls wait while it starts. */
  simulator: z.enum(['off', 'starting', 'ready']),
  /** Devices of the platform that have a counterpart; null: nobody has needed one yet. */
  devices: z.number().int().nullable(),
  notes: z.array(SimulatedNote),
})
export type SimulatedState = z.infer<typeof SimulatedState>

const SimulatedReply = z.object({ msg: z.string(), data: z.unknown() })

/** Reads a reply of SIMULATED_WAY: the state, or the words of its refusal; empty words when it is no such reply. */
export function simulatedIn(reply: unknown): SimulatedState | string {
  const { msg = '', data } = SimulatedReply.safeParse(reply).data ?? {}
  return SimulatedState.safeParse(data).data ?? msg
}

/**
 * Fields of `config.json` beside the console's page. Everything has a default: the platform that serves the page.
 * Unknown keys and invalid values are errors.
 */
export const ConsoleConfig = z.strictObject({
  /** Origin (and path prefix) of the platform's calls; empty: the page's own origin. */
  platformUrl: z.string().default(''),
  /** Address of the real-time channel; empty: `/realtime` on the platform. */
  channelUrl: z.string().default(''),
  /** Differences of the platform from the contract: the name of a shipped adapter, or an object. */
  adapter: PlatformAdapter.prefault('standard'),
  /** Sent with the sign-in of the channel. */
  projectName: z.string().default('backlot'),
  media: z
    .strictObject({
      /** Replaces the origin of every stream address; empty: the platform's. */
      origin: z.string().default(''),
      /** Path of the page's own origin through which streams of other hosts come; empty: straight from their host. */
      through: z.string().default(''),
    })
    .default({ origin: '', through: '' }),
  /** Path of the console's own server that tells which calls are simulated; empty: none are. */
  simulated: z.string().default(''),
  /** Read by the map: the provider with its own options. */
  map: z
    .object({ provider: z.string().default('city') })
    .loose()
    .default({ provider: 'city' }),
})
export type ConsoleConfig = z.infer<typeof ConsoleConfig>

/** Errors in a config, each as `field: reason`. */
export function configMistakes(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) => {
    const field = z.core.toDotPath(path)
    return field ? `${field}: ${message}` : message
  })
}
