import { z } from 'zod'
import { defineFault } from './fault.ts'

/** No room for what the platform wants to keep. What it knows already can be read; what was acknowledged stays. */
export const diskFull = defineFault({
  name: 'disk-full',
  summary: "Lets the platform's writes fail as on a full disk; reads continue.",
  targets: [],
  parameters: z.strictObject({}),
  attach: ({ aim, points }) => ({
    detach: points.store.attach(() => (aim.strikes() ? { full: true } : undefined)),
  }),
})
