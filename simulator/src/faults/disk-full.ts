import { z } from 'zod'
import { defineFault } from './fault.ts'

/** No room for the platform's writes. Known data can be read; acknowledged writes stay. */
export const diskFull = defineFault({
  name: 'disk-full',
  summary: "Lets the platform's writes fail as on a full disk; reads continue.",
  targets: [],
  parameters: z.strictObject({}),
  attach: ({ aim, points }) => ({
    detach: points.store.attach(() => (aim.strikes() ? { full: true } : undefined)),
  }),
})
