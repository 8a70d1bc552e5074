import { MAP_STOPS } from './walk/stops.ts'
import { test } from './walk/walk.ts'

test('every map and what opens beside it, in both themes and both languages', async ({ walk }) => {
  await walk.signIn()
  for (const stop of MAP_STOPS) await walk.visit(stop)
})
