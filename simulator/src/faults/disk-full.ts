import { z } from 'zod'
import { defineFault } from './fault.ts'

/** No room for the platform's writes. Known data can be read; acknowledged writes stay. */
export const diskFull = defineFault({
  name: 'disk-full',
  summary: "Writes to the platform's store fail, its disk being full; reads go on.",
  targets: [],
  parameters: z.strictObject({}),
  attach: ({ aim, points }) => ({
    detach: points.store.attach(() => (aim.strikes() ? { full: true } : undefined)),
  }),
})
